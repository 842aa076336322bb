/* SPDX-License-Identifier: MIT */
__attribute__((profile)) int fibonacci(int n)
{
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void)
{
    return fibonacci(5);
}
