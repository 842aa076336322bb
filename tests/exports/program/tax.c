/* SPDX-License-Identifier: MIT */
/* The other unit, with a function of the same name as one of the first. */
#define PROFILE __attribute__((profile))

PROFILE static int round_up(int price)
{
    return price + 2;
}

PROFILE int tax_of(int price)
{
    const int tax = price / 5;
    return round_up(tax);
}
