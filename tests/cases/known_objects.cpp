// case: known_objects
// cc: -std=c++20 -fcoroutines -fopenmp
// needs: c++ coroutines openmp
// calls: largest=5 outer=2 once::once=1 once::~once=1 third=1 second=1 first=1 catcher=2 steps=1 rounds=1 member=1000
// What other line counters have got wrong, in one shape each, of C++.
#include <algorithm>
#include <coroutine>
#include <cstdio>
#include <stdexcept>
#include <vector>

static int sink;

// Instances are one function.
template <typename T> __attribute__((profile)) static T largest(T a, T b) {
  if (a < b)  //=5
    return b; //=3
  return a;   //=2
}

// A lambda on the line of its call is not a part of the line's hits; alone it has none.
__attribute__((profile)) static int outer(int n) {
  std::vector<int> v(n, 1);                                                    //=2
  int three = (int)std::count_if(v.begin(), v.end(), [](int x) { return x; }); //=2
  auto add = [&](int x) {                                                      //=2
    return x + n;                                                              //=-
  };                                                                           //=-
  for (int i = 0; i < n; i++)                                                  //=9
    three = add(three);                                                        //=7
  return three;                                                                //=2
} //=2

// Constructed before main, destroyed after it, each once over their clones.
struct once {
  int n = 4; //=-
  __attribute__((profile)) once() {
    sink += n; //=1
  }
  __attribute__((profile)) virtual ~once() {
    n = 0; //=1
  }
};
static once object;

// An exception through three marked functions.
__attribute__((profile, noinline)) static void third(int n) {
  if (n == 1)                        //=1
    throw std::runtime_error("out"); //=1
  sink++;                            //=0
}
__attribute__((profile, noinline)) static void second(int n) {
  third(n); //=1
  sink++;   //=0
}
__attribute__((profile, noinline)) static void first(int n) {
  second(n); //=1
  sink++;    //=0
}
__attribute__((profile)) static int catcher(int n) {
  try {
    if (n == 1) //=2
      first(n); //=1
    sink += 2;  //=1
  } catch (const std::exception &e) {
    return (int)sizeof e; //=1
  }
  return 0; //=1
}

// A coroutine that is suspended five times is one call.
struct task {
  struct promise_type {
    task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
__attribute__((profile)) static task steps(int n) {
  for (int i = 0; i < n; i++) {     //=6
    sink += i;                      //=5
    co_await std::suspend_always{}; //=5
    sink--;                         //=5
  }
  co_return; //=1
}

// What four threads do stands in the function that they were started in.
__attribute__((profile)) static int rounds(int n) {
  int sum = 0; //=1
#pragma omp parallel for num_threads(4) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i % 7; //=1000
  return sum;     //=1
}

// Inlined wherever it is called.
struct cell {
  int v = 0;
  __attribute__((profile, always_inline)) inline void member(int i) {
    v += i; //=1000
  }
};

int main() {
  for (int i = 0; i < 3; i++)
    sink += largest(i, 1);
  sink += (int)(largest(1.5, 2.5) + largest(0.5, 2.5));
  sink += outer(3) + outer(4) + catcher(0) + catcher(1);
  task t = steps(5);
  while (!t.handle.done())
    t.handle.resume();
  t.handle.destroy();
  sink += rounds(1000);
  cell c;
  for (int i = 0; i < 1000; i++)
    c.member(i);
  std::printf("%d %d\n", sink, c.v);
  return 0;
}
