/* SPDX-License-Identifier: MIT */
/* No marks here: the command line chooses. */
int work_hard(int n)
{
    int sum = 0;
    while (n > 0)
        sum += n--;
    return sum;
}

int work_not(int n)
{
    return n;
}

int rest(int n)
{
    return n;
}

int main(void)
{
    return work_hard(4) == 10 && work_not(1) && rest(1) ? 0 : 1;
}
