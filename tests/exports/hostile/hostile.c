/* SPDX-License-Identifier: MIT */
/* Text and names that try to be something else in a page. */
#include <lineprof.h>
#include <stdio.h>

int misnamed(int n);

__attribute__((profile)) static int harmless(int n) /* <!-- <script> */
{
    const char *text =
        "</script><script>alert(2)</script>"; /* ]]> --> <b>bold</b> &amp; */
    n += text[0];                             /* â€¨â€©Â… */
    n += text[n % 7];                         /* ÿþÃ([31m */
    return n + 1;                             /* ${alert(3)} `x` \\ \" ' */
}

__attribute__((profile)) static int caller(int n)
{
    LINEPROF_REGION("</script><script>alert(4)</script>");
    for (int i = 0; i < 5; i++)
        n += harmless(n + i);
    return n + misnamed(n);
}

int main(void)
{
    lineprof_set_thread_name("<script>alert(5)</script>");
    printf("%d\n", caller(2));
    return 0;
}
