/* SPDX-License-Identifier: MIT */
__attribute__((profile, naked)) void without_frame(void)
{
    __asm__("ret");
}
