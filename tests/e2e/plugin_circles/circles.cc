/* SPDX-License-Identifier: MIT */
/* Positions that come around in a circle, and are one vector. */
#include <memory>
#include <vector>

struct vec {
    double x, y;
};

struct body {
    vec pos, vel, force{0, 0};
    double mass;
    body(vec p, vec v, double m) : pos(p), vel(v), mass(m)
    {
    }
    virtual double radius() const = 0;
    virtual ~body() = default;
};

struct ball : body {
    double r;
    ball(vec p, vec v, double r) : body(p, v, r * r), r(r)
    {
    }
    double radius() const override
    {
        return r;
    }
};

struct world {
    std::vector<std::unique_ptr<body>> bodies;
    __attribute__((profile)) void add(std::unique_ptr<body> b)
    {
        bodies.push_back(std::move(b));
    }
};

__attribute__((profile, noinline)) static void populate(world &w, int n)
{
    unsigned s = 3;
    auto rnd = [&s](double to) {
        return ((s = s * 1664525 + 1013904223) >> 8) * to / 16777216;
    };
    for (int i = 0; i < n; i++) {
        vec p{rnd(100), rnd(100)}, v{rnd(4) - 2, rnd(4) - 2};
        if (i % 10 == 0)
            w.add(std::make_unique<ball>(p, v, 0.4 + rnd(0.6)));
    }
}

int main()
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        world w;
        populate(w, 1500 + 300 * k);
        for (auto &b : w.bodies)
            sum += b->pos.x + b->pos.y + b->radius();
    }
    return sum < 8000 || sum > 100000;
}
