// SPDX-License-Identifier: MIT
#include <lineprof.h>

namespace shapes {

static int area(int a, int b)
{
    return a * b;
}

} // namespace shapes

extern "C" int shape(int n)
{
    auto twice = [](int m) { return 2 * m; };
    return shapes::area(n, twice(n));
}
