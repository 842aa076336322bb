/* SPDX-License-Identifier: MIT */
int step_one(int n);
int step_two(int n);
int later_three(int n);
int other(int n);

int step_one(int n)
{
    return n + 1;
}

int step_two(int n)
{
    return n + 2;
}

int later_three(int n)
{
    return n + 3;
}

int other(int n)
{
    return n + 4;
}
