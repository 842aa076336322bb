// case: coroutine_templates
// cc: -std=c++20 -fcoroutines -w
// needs: c++ coroutines
// Instances of templates that are coroutines: GCC takes statements that suspend them to
// pieces.  Some are destroyed before their end.
// clang-format off
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

struct Task {
  struct promise_type {
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    std::suspend_always yield_value(std::string) { return {}; }
    void unhandled_exception() { }
  };
  std::coroutine_handle<promise_type> handle;
};
struct G { int v; explicit G(int n) : v(n) {} G(const G &g) : v(g.v) {} ~G() { } };
struct Ready {
  int n; std::string s{"a long string for allocation"};
  Ready(int k) : n(k) {}
  Ready(G g) : n(g.v) {}
  ~Ready() {}
  bool await_ready() { return n % 2; }
  void await_suspend(std::coroutine_handle<>) {}
  int await_resume() { return n; }
};
struct Value {
  struct promise_type {
    Value get_return_object() { return Value{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int) {}
    std::suspend_always yield_value(std::string) { return {}; }
    void unhandled_exception() { }
  };
  std::coroutine_handle<promise_type> handle;
};
struct Whole {
  int n;
  Whole(int k) : n(k) {}
  bool await_ready() { return n % 2; }
  void await_suspend(std::coroutine_handle<>) {}
  int await_resume() { return n; }
};
template <typename T> static T add(T a, T b) { return a + b; }

template <typename T> [[gnu::profile]] static Task held(T n) { //=-
  G outer(n);                                        //=3
  int i = 0;                                         //=3
  while (co_await Ready{i} < 4) {                    //=15
    G g(i);                                          //=12
    i++;                                             //=12
  }                                                  //=12
  for (; co_await Ready{G(i)} < 7;)                  //=12
    i++;                                             //=9
  for (int j = 0; j < 3; j++) {                      //=12
    co_await Ready{j};                               //=9
    int k = 1 +                                      //=9
      co_await Ready{                                //=-
        G(j)};                                       //=-
    i += k;                                          //=9
  }                                                  //=-
  if (co_await Ready{i} == 3) {                      //=3
    i++;                                             //=0
  }                                                  //=-
  else if (co_await Ready(2) +                       //=3
    co_await Ready(3) == 5) {                        //=-
    G h(2);                                          //=3
    i++;                                             //=3
    co_await Ready(2);                               //=3
  }                                                  //=3
  switch (co_await Ready(4)) {                       //=2
  case 4:                                            //=-
    i++;                                             //=2
    break;                                           //=2
  }                                                  //=-
  try {                                              //=-
    G t(1);                                          //=2
    co_await Ready(2);                               //=2
    if (i > 3)                                       //=2
      throw co_await Ready(2);                       //=2
  } catch (int k) {                                  //=2
    i += k;                                          //=2
  }                                                  //=-
  co_yield std::string("abc");                       //=2
  co_yield "abc" +                                   //=2
    std::string("c");                                //=-
  for (auto c : std::string("ab")) {                 //=6
    co_yield std::string(1, c);                      //=4
    i++;                                             //=4
  }                                                  //=2
  auto f = [&](int k) { return k + i; };             //=2
  i = f(co_await Ready(1)) ? co_await Ready(2) : co_await Ready(3); //=2
  const G &ref = G(3);                               //=2
  i += ref.v;                                        //=2
  {                                                  //=-
    G inner(co_await Ready(2));                      //=2
    i++;                                             //=2
    if (n == 2)                                      //=2
      co_return;                                     //=1
    i++;                                             //=1
  }                                                  //=2
  co_return;                                         //=1
}                                                    //=3

template <typename T> [[gnu::profile]] static Value statements(T n) { //=-
  int i = 0;                                         //=3
  co_await Whole{i};                                 //=3
  int k = co_await Whole{i};                         //=3
  int l = 1 + co_await Whole{i};                     //=3
  auto m = add(1, co_await Whole{i});                //=3
  i = co_await Whole{2};                             //=3
  i += co_await Whole{3};                            //=3
  i = 1 + co_await Whole{3};                         //=3
  i += add(co_await Whole{3}, co_await Whole{4});    //=3
  bool b = i > 3 && co_await Whole{2} > 1;           //=3
  b = co_await Whole{2} > 1 || co_await Whole{4} > 2; //=3
  if (b && co_await Whole{2} > 1)                    //=3
    i++;                                             //=3
  if (i > 3)                                         //=3
    co_await Whole{2};                               //=3
  else                                               //=-
    i = co_await Whole{2};                           //=0
  i = b ? co_await Whole{2} : 5;                     //=3
  const int s = i + add(2, co_await Whole{2});       //=3
  int u(co_await Whole{2});                          //=3
  (void)co_await Whole{2};                           //=3
  for (int j = co_await Whole{0}; j < 2; j++)        //=9
    i += co_await Whole{2};                          //=6
  while (i > 3)                                      //=9
    i -= co_await Whole{2};                          //=6
  std::printf("%d\n", co_await Whole{2});            //=3
  std::printf("%d\n",                                //=3
    co_await Whole{2});                              //=-
  auto f = [i](int q) { return q + i; };             //=3
  i = f(co_await Whole{2});                          //=3
  switch (i) {                                       //=3
  case 3:                                            //=-
    i++;                                             //=0
  default:                                           //=-
    co_await Whole{2};                               //=3
  }                                                  //=-
  try {                                              //=-
    if (n == 2)                                      //=3
      throw std::runtime_error("a");                 //=1
  } catch (const std::exception &e) {                //=-
    i++;                                             //=1
  }                                                  //=-
  if (n == 1)                                        //=3
    co_return 1;                                     //=1
  if (n == 3)                                        //=2
    co_return co_await Whole{2};                     //=1
  co_yield "x";                                      //=1
  co_return i + co_await Whole{4};                   //=1
}                                                    //=-

int main() {
  int resumed = 0;
  for (int n = 1; n < 4; n++) {
    Task task = held(n);
    for (int k = 0; !task.handle.done() && k < 10 * n; k++, resumed++)
      task.handle.resume();
    task.handle.destroy();
    Value value = statements(n);
    for (; !value.handle.done(); resumed++)
      value.handle.resume();
    value.handle.destroy();
  }
  std::printf("%d\n", resumed);
}
