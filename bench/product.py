# SPDX-License-Identifier: MIT
"""A matrix product, the same as bench/product.c, line for line."""
import sys
import time

try:
    profile
except NameError:
    def profile(function):
        return function


@profile
def multiply(n, a, b):
    total = 0.0
    for i in range(n):
        for j in range(n):
            cell = 0.0
            for k in range(n):
                cell += a[i * n + k] * b[k * n + j]
            total += cell
    return total


n = int(sys.argv[1])
values = [float(i % 7) for i in range(n * n)]
begun = time.process_time_ns()
result = multiply(n, values, values)
print(result, time.process_time_ns() - begun)
