/* SPDX-License-Identifier: MIT */
int step_one(int n);
int step_two(int n);
int later_three(int n);
int other(int n);
int shape(int n);
int sum_up(int n);
int run(void);

int run(void)
{
    int sum = step_one(1) + step_two(1) + later_three(1) + other(1);
    sum += shape(2) + sum_up(3);
    return sum;
}

int main(void)
{
    return run() != 28;
}
