// case: coroutine_suspends
// cc: -std=c++20
// plugin: functions=one,two,none,now
// calls: one=2 two=1 none=1 now=1
// What a coroutine is suspended with first and last has a destructor: that is not run at
// the function's brace.
#include <coroutine>
#include <cstdio>
struct T {
  int a;
  ~T() { std::putchar('t'); }
};
struct sus {
  T keep{1};
  bool ready = false;
  bool await_ready() const noexcept { return ready; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  void await_resume() const noexcept {}
};
struct task {
  struct promise_type {
    task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    sus initial_suspend() { return {}; }
    sus final_suspend() noexcept { return {}; }
    void return_void() {}
    sus yield_value(T) { return {}; }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};
struct lazy : task {
  struct promise_type : task::promise_type {
    lazy get_return_object() { return {{}}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
  };
};
struct aw {
  T x;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<>) {}
  T await_resume() { return x; }
};
task one() {
  T input{5};         //=2
  co_await aw{input}; //=2
  co_return;          //=1
} //=2
task two(T by_value) {
  co_await aw{by_value}; //=1
  co_yield T{3};         //=1
  {
    T inner{2};                   //=1
    co_await aw{inner};           //=1
  }                               //=1
  T last = co_await aw{by_value}; //=1
  std::printf("%d", last.a);      //=1
} //=1
task none() {
  co_await aw{T{1}}; //=1
} //=-
lazy now() {
  T input{5}; //=1
  co_return;  //=1
} //=1
template <class F> void go(F fn) {
  task t = fn();
  while (!t.h.done())
    t.h.resume();
  t.h.destroy();
}
int main() {
  go(one);
  go([] { return two(T{7}); });
  go(none);
  now();
  task dropped = one();
  dropped.h.resume();
  dropped.h.destroy();
  std::puts("");
}
