// SPDX-License-Identifier: MIT
// Loops of which the compiler knows how often they go round: what it warns of is what
// they do, not what a copy of them would do behind their end.

unsigned table[8];

int ends_early(void)
{
    int i, eight;
    for (i = 0, eight = 0; eight != 8; i++)
        eight = i * 8;
    return eight;
}

int goes_too_far(void)
{
    int sum = 0;
    for (int i = 0; i < 40; i++)
        sum += i * 100000000;
    return sum;
}

unsigned reads_too_far(int unused)
{
    unsigned sum = 0;
    for (int i = 0; i < 40; i++)
        sum ^= table[i];
    return sum;
}

int stores_too_far(int n)
{
    int values[40];
    for (int i = 0; i <= 40; i++)
        values[i] = i;
    return values[n];
}
