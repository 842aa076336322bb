// case: coroutine_loops
// cc: -std=c++20 -fcoroutines
// needs: c++ coroutines
// A coroutine that may be suspended in the header of a loop: GCC makes other statements
// of that.
#include <coroutine>
#include <cstdio>
#include <exception>

struct Task {
  struct promise_type {
    Task get_return_object() {
      return Task{std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};
struct Ready {
  int n;
  bool await_ready() { return n % 2; }
  void await_suspend(std::coroutine_handle<>) {}
  int await_resume() { return n; }
};

[[gnu::profile]] static Task walk(int n) {
  int i = 0;                         //=1
  do {                               //=-
    i++;                             //=5
  } while (co_await Ready{i} < n);   //=5
  do                                 //=-
    i++;                             //=5
  while (co_await Ready{i} < 2 * n); //=5
  do {                               //=-
    i++;                             //=6
    if (i == 12)                     //=6
      continue;                      //=1
    if (i == 16)                     //=5
      break;                         //=1
    i += 0;                          //=4
  } while (co_await Ready{i} < 100); //=5
  do
    i++;
  while (co_await Ready{i} < 20);    //=4
  do {                               //=-
    co_await Ready{i};               //=4
    do {                             //=-
      i++;                           //=10
    } while (co_await Ready{i} % 3); //=10
  } while (                          //=4
      co_await Ready{i} < 28);       //=-
  while (co_await Ready{i} < 33)     //=4
    i++;                             //=3
  for (; co_await Ready{i} < 36;)    //=4
    i++;                             //=3
  for (int j = 0; j < 3;             //=4
       j += co_await Ready{1})       //=3
    i++;                             //=3
  do {                               //=-
    co_await Ready{i};               //=1
  } while (0);                       //=1
  i++;                               //=1
}

template <typename T> [[gnu::profile]] static Task twalk(T n) {
  int i = 0;                         //=1
  do {                               //=-
    i++;                             //=5
  } while (co_await Ready{i} < n);   //=5
  do                                 //=-
    i++;                             //=5
  while (co_await Ready{i} < 2 * n); //=5
  while (co_await Ready{i} < 13)     //=4
    i++;                             //=3
  for (; co_await Ready{i} < 16;)    //=4
    i++;                             //=3
}

int main() {
  Task task = walk(5);
  int resumed = 0;
  while (!task.handle.done()) {
    task.handle.resume();
    resumed++;
  }
  task.handle.destroy();
  task = twalk(5);
  while (!task.handle.done()) {
    task.handle.resume();
    resumed++;
  }
  task.handle.destroy();
  std::printf("%d\n", resumed);
}
