/* SPDX-License-Identifier: MIT */
__attribute__((profile)) int far(int x)
{
    x++;
#line 9999 "grammar.y"
    x += 2;
    return x;
}

int main(void)
{
    return far(1) == 0;
}
