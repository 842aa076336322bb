// peak
// What lines of C++ held when most was in use: of vectors that grow, of arrays and
// objects.
#include <memory>
#include <vector>

#define PROFILED __attribute__((profile))

namespace {

std::vector<double> *grown;

struct node {
    long numbers[5];
    std::unique_ptr<node> next;
};

/* Not profiled, and not inlined, as DHAT would not know on which line that was. */
__attribute__((noinline)) void append(std::vector<double> &numbers, int number)
{
    numbers.push_back(number);
}

PROFILED void grow(std::vector<double> &numbers)
{
    for (int i = 0; i < 1000; i++)
        append(numbers, i); //@ 11, 8 * 2047, 8 * 2047, None, u(8 * 512) + u(8 * 1024)
}

PROFILED __attribute__((noinline)) std::unique_ptr<node> link(int count)
{
    std::unique_ptr<node> first;
    for (int i = 0; i < count; i++) {
        std::unique_ptr<node> made(new node()); //@ 150, 150 * 48, 150 * 48, 0, 50 * u(48)
        made->next = std::move(first);
        first = std::move(made);
    }
    return first;
}

PROFILED void fill()
{
    std::vector<double> numbers;
    auto nodes = link(50); //@ 50, 50 * 48, 0, 0, 0
    grow(numbers);         //@ 11, 8 * 2047, 0, None, 0
    numbers.clear();
} //@ 0, 0, 0, None, 0

PROFILED void again()
{
    auto nodes = link(100);                  //@ 100, 100 * 48, 0, 0, 0
    auto *array = new char[3000];            //@ 1, 3000, 3000, 0, 0
    grown = new std::vector<double>(10, 1.); //@ 2, 24 + 80, 24 + 80, 0, 0
    delete[] array;                          //@ 0, 0, 0, u(3000), 0
    delete grown;                            //@ 0, 0, 0, u(24) + u(80), 0
} //@ 0, 0, 0, 100 * u(48), 0

} // namespace

PROFILED int main()
{
    fill();  //@ 61, None, 0, None, 0
    again(); //@ 103, None, 0, None, 0
    return 0;
}
