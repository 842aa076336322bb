/* SPDX-License-Identifier: MIT */
__attribute__((__profile__)) int part(int n)
{
    return n + 1;
}
