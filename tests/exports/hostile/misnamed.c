/* SPDX-License-Identifier: MIT */
/* A file whose name tries to be something else in a page. */
int misnamed(int n);

#line 1 "it's \"</title><img src=x onerror=alert(1)>.c"
__attribute__((profile)) int misnamed(int n)
{
    return n * 2;
}
