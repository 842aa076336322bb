// C++: operators, exceptions, containers, destructors.
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#define PROFILED __attribute__((profile))

static void *volatile kept;

struct alignas(64) wide {
    char bytes[192];
};

struct plain {
    char bytes[40];
};

struct holder {
    plain *it;
    PROFILED holder()
    {
        it = new plain; //@ 6, 240, 240, 0
    }
    PROFILED ~holder()
    {
        delete it; //@ 0, 0, 0, 6 * u(40)
    }
};

PROFILED static void operators()
{
    plain *one = new plain;                    //@ 1, 40, 40, 0
    plain *many = new plain[5];                //@ 1, 200, 200, 0
    wide *aligned = new wide;                  //@ 1, 192, 192, 0
    wide *more = new wide[3];                  //@ 1, 576, 576, 0
    plain *careful = new (std::nothrow) plain; //@ 1, 40, 40, 0
    wide *both = new (std::nothrow) wide;      //@ 1, 192, 192, 0
    kept = one, kept = many, kept = aligned, kept = more, kept = careful, kept = both;
    delete one;     //@ 0, 0, 0, u(40)
    delete[] many;  //@ 0, 0, 0, u(200)
    delete aligned; //@ 0, 0, 0, +
    delete[] more;  //@ 0, 0, 0, +
    delete careful; //@ 0, 0, 0, u(40)
    delete both;    //@ 0, 0, 0, +
}

PROFILED __attribute__((noinline)) static void thrower(int what)
{
    holder local;      //@ 4, 160, 0, 0
    kept = malloc(24); //@ 4, 96, 96, 0
    if (what & 1)
        throw what; //@ 2, +, +, 0
    free(kept);     //@ 0, 0, 0, 2 * u(24)
} //@ 0, 0, 0, 4 * u(40)

PROFILED static int catcher(int count)
{
    int caught = 0;
    for (int i = 0; i < count; i++) {
        try {
            thrower(i); //@ 10, +, 0, None
        } catch (int) {
            free(kept);         //@ 0, 0, 0, 2 * u(24)
            kept = malloc(333); //@ 2, 666, 666, 0
            free(kept);         //@ 0, 0, 0, 2 * u(333)
            caught++;           //@ 0, 0, 0, +
        }
        kept = malloc(7); //@ 4, 28, 28, 0
        free(kept);       //@ 0, 0, 0, 4 * u(7)
    }
    return caught;
}

PROFILED __attribute__((noinline)) static void deep(int depth)
{
    holder local; //@ 2, 80, 0, 0
    if (depth == 0)
        throw std::runtime_error("end"); //@ +, +, +, None
    kept = malloc(8);                    //@ 1, 8, 8, 0
    deep(depth - 1);
} //@ 0, 0, 0, 2 * u(40)

PROFILED static void far()
{
    try {
        deep(1); //@ +, +, 0, None
    } catch (const std::exception &) {
        free(kept); //@ 0, 0, 0, +
    }
    kept = malloc(9); //@ 1, 9, 9, 0
    free(kept);       //@ 0, 0, 0, u(9)
}

PROFILED static size_t containers()
{
    std::vector<int> numbers;
    for (int i = 0; i < 1000; i++)
        numbers.push_back(i); //@ 11, 2047 * 4, 2047 * 4, None
    std::string text;
    text.reserve(100); //@ 1, 101, 101, 0
    text += "short";
    auto shared = std::make_unique<plain[]>(3); //@ 1, 120, 120, 0
    kept = shared.get();
    return numbers.size() + text.size();
} //@ 0, 0, 0, u(120) + u(101) + u(4096)

template <typename T> PROFILED static T *make(T value)
{
    return new T(value); //@ 2, 12, 12, 0
}

PROFILED int main()
{
    operators();               //@ 6, 1240, 0, None
    int sum = catcher(4);      //@ 16, +, 0, None
    far();                     //@ +, +, 0, None
    sum += (int)containers();  //@ 13, 2047 * 4 + 221, 0, None
    int *small = make(1);      //@ 1, 4, 0, 0
    double *large = make(1.0); //@ 1, 8, 0, 0
    delete small;              //@ 0, 0, 0, u(4)
    delete large;              //@ 0, 0, 0, u(8)
    auto lambda = [](size_t n) { kept = malloc(n); };
    lambda(99); //@ 1, 99, 99, 0
    free(kept); //@ 0, 0, 0, u(99)
    return sum == 1007 ? 0 : 1;
}
