// case: operators_new
// cc: -std=c++14
// calls: operators=1
// Profiled `operator new` and `operator delete` run at every level: a compiler may leave
// out pairs of them.
#include <cstdio>
#include <cstdlib>
#include <new>
#define P __attribute__((profile))

P void *operator new(std::size_t n) {
  return std::malloc(n ? n : 1); //=8
}
P void operator delete(void *p) noexcept {
  std::free(p); //=0
}
P void operator delete(void *p, std::size_t) noexcept {
  std::free(p); //=8
}
P void *operator new[](std::size_t n) {
  return std::malloc(n); //=5
}
P void operator delete[](void *p) noexcept {
  std::free(p); //=5
}

P static void operators(int n) {
  for (int i = 0; i < n; i++) { //=6
    int *number = new int(i);   //=5
    delete number;              //=5
    char *text = new char[10];  //=5
    delete[] text;              //=5
  }
}

static void unmarked() {
  delete new double(1);
  delete new short;
}

int main() {
  operators(5);
  unmarked();
  delete new double;
  std::puts("done");
}
