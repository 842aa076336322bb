// case: coroutine_braces
// cc: -std=c++20 -fcoroutines
// needs: c++ coroutines
// The brace of a coroutine's scope that is left with one and with two objects, after it
// has been suspended in between.
#include <coroutine>
#include <cstdio>
#include <exception>

static int gone;

struct Guard {
  int n;
  Guard(int m) : n(m) {}
  ~Guard() { gone += n; }
};

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

[[gnu::profile]] static Task walk(int n) {
  for (int i = 0; i < n; i++) { //=9
    Guard a(1);                 //=8
    if (i % 4 == 0)             //=8
      continue;                 //=2
    Guard b(2);                 //=6
    if (i % 4 == 1)             //=6
      co_await std::suspend_always{};
    if (i % 4 == 2) //=6
      continue;     //=2
    Guard c(3);     //=4
    gone++;         //=4
  }                 //=8
}

int main() {
  Task task = walk(8);
  int resumed = 0;
  while (!task.handle.done()) {
    task.handle.resume();
    resumed++;
  }
  task.handle.destroy();
  std::printf("%d %d\n", resumed, gone);
}
