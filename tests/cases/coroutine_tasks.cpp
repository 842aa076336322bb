// case: coroutine_tasks
// cc: -std=c++20 -fcoroutines -w
// needs: c++ coroutines
#include <coroutine>
#include <cstdio>
#include <deque>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>
#define P [[gnu::profile]]
// clang-format off
static std::deque<std::coroutine_handle<>> queue_;
struct Yield {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) { queue_.push_back(h); }
  int await_resume() const noexcept { return 7; }
};
struct Ready {
  int v;
  bool await_ready() const noexcept { return true; }
  void await_suspend(std::coroutine_handle<>) {}
  int await_resume() const { return v; }
};
template <typename T> struct Task {
  struct promise_type {
    std::optional<T> value; std::exception_ptr error; std::coroutine_handle<> waiter;
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        auto w = h.promise().waiter;
        return w ? w : std::noop_coroutine();
      }
      void await_resume() const noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(T v) { value = v; }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> h;
  explicit Task(std::coroutine_handle<promise_type> x) : h(x) {}
  Task(Task &&o) noexcept : h(std::exchange(o.h, {})) {}
  ~Task() { if (h) h.destroy(); }
  bool await_ready() const { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) { h.promise().waiter = w; return h; }
  T await_resume() { if (h.promise().error) std::rethrow_exception(h.promise().error); return *h.promise().value; }
};
template <typename T> struct Gen {
  struct promise_type {
    T value;
    Gen get_return_object() { return Gen{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> h;
  explicit Gen(std::coroutine_handle<promise_type> x) : h(x) {}
  Gen(Gen &&o) : h(std::exchange(o.h, {})) {}
  ~Gen() { if (h) h.destroy(); }
  struct It { std::coroutine_handle<promise_type> h; void operator++() { h.resume(); } T operator*() const { return h.promise().value; }
    bool operator==(std::default_sentinel_t) const { return h.done(); } };
  It begin() { h.resume(); return {h}; }
  std::default_sentinel_t end() { return {}; }
};
static int live;
struct Guard { Guard() { live++; } ~Guard() { live--; } };

P static Gen<int> upto(int n) {
  for (int i = 0; i < n; i++)          //=13
    co_yield i;                        //=10
}
P static Gen<int> fib() {
  int a = 0, b = 1;                    //=1
  while (true) {                       //=6
    co_yield a;                        //=6
    a = std::exchange(b, a + b);       //=5
  }                                    //=-
}
template <typename T> P Gen<T> mapped(Gen<T> in, int k) {
  int seen = 0;                        //=1
  for (T v : in) {                     //=4
    seen++;                            //=3
    if (v == 1)                        //=3
      continue;                        //=1
    T w = v * k;                       //=2
    co_yield w;                        //=2
  }                                    //=-
  co_yield seen;                       //=1
}
P static Task<int> leaf(int n) {
  Guard g;                             //=5
  int got = co_await Yield{};          //=5
  if (n < 0)                           //=5
    throw std::runtime_error("neg");   //=1
  got += co_await Ready{n};            //=4
  co_return got;                       //=4
}                                      //=5
P static Task<int> chain(int n) {
  int total = 0;                       //=1
  for (int i = 0; i < n; i++) {        //=4
    int v = co_await leaf(i);          //=3
    total += v;                        //=3
  }                                    //=-
  try {                                //=-
    total += co_await leaf(-1);        //=1
    total += 1000;                     //=0
  } catch (const std::exception &) {   //=-
    total += 100;                      //=1
  }                                    //=-
  if (co_await Ready{n} == 3)          //=1
    total++;                           //=1
  while (co_await Ready{n--} > 1)      //=3
    total++;                           //=2
  do {                                 //=-
    total += co_await Yield{};         //=2
  } while (co_await Ready{n++} < 1);   // left open: the condition suspends
  switch (co_await Yield{}) {          //=1
  case 7:                              //=-
    total += 5;                        //=1
    break;                             //=1
  default:                             //=-
    total = 0;                         //=0
  }                                    //=-
  co_return total                      //=1
      + co_await leaf(10);             //=-
}
P static Task<int> early(bool stop) {
  if (stop)                            //=2
    co_return 1;                       //=1
  co_await Yield{};                    //=1
  co_await Yield{};                    //=1
  co_return 2;                         //=1
}
P static int pump() {
  int n = 0;                           //=2
  while (!queue_.empty()) {            //=12
    auto h = queue_.front();           //=10
    queue_.pop_front();                //=10
    h.resume();                        //=10
    n++;                               //=10
  }                                    //=-
  return n;                            //=2
}

int main() {
  int s = 0, k = 0;
  for (int v : upto(5)) s += v;
  { auto g = upto(4); auto it = g.begin(); ++it; s += *it; }
  for (int v : upto(0)) s += v;
  for (int v : fib()) { s += v; if (++k == 6) break; }
  for (int v : mapped(upto(3), 3)) (void)v;
  int t = 0;
  {
    auto c = chain(3);
    c.h.resume();
    t += pump();
    t += *c.h.promise().value * 100;
  }
  auto e = early(true), f = early(false);
  e.h.resume(); f.h.resume();
  t += pump();
  std::printf("%d %d %d %d live %d\n", s, t, *e.h.promise().value, *f.h.promise().value, live);
}
