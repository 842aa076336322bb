// case: modern_odd
// cc: -std=c++20
// needs: c++ consteval
// Views, folds, comparisons, operators, evaluation by the compiler, bindings.
#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>
#define P [[gnu::profile]]

static int calls;

P static int ranges_(const std::vector<int> &v) {
  auto even = [](int i) { return i % 2 == 0; };   //=1
  auto view = v | std::views::filter(even)        //=1
              | std::views::transform([](int i) { //=-
                  return i * i;                   //=-
                }) |
              std::views::take(3);                                       //=-
  int sum = 0;                                                           //=1
  for (int i : view)                                                     //=4
    sum += i;                                                            //=3
  for (auto [k, s] = std::pair(1, 2); int i : v | std::views::reverse) { //=11
    if (i > k + s)                                                       //=10
      sum++;                                                             //=6
  }
  for (std::map<int, int> m{{1, 2}, {3, 4}}; const auto &[key, value] : m) //=3
    sum += key * value;                                                    //=2
  std::ranges::for_each(v, [&](int i) { sum += i; });                      //=1
  return sum;                                                              //=1
}

template <typename... T> P int fold(T... t) {
  int n = (0 + ... + t);                //=4
  ((n += t), ...);                      //=4
  ([&](auto k) { n += k; }(t), ...);    //=4
  if constexpr (sizeof...(T) > 2)       //=-
    n += 100;                           //=1
  else if constexpr (sizeof...(T) == 0) //=-
    return -1;                          //=1
  return n;                             //=3
}

template <typename T>
concept Sized = requires(T t) {
  { t.size() } -> std::convertible_to<std::size_t>;
};
P static int measure(const auto &x) {
  if constexpr (Sized<decltype(x)>) //=-
    return x.size();                //=2
  else
    return sizeof x; //=1
}
P consteval int square(int n) { return n * n; } //=-
P constexpr int cube(int n) {
  int r = n;                  //=1
  for (int i = 0; i < 2; i++) //=3
    r *= n;                   //=2
  return r;                   //=1
}
static_assert(cube(2) == 8);
P static int evaluated(int n) {
  constexpr int a = square(3);      //=1
  const int b = cube(3);            // folded or run: left open
  int c = cube(n);                  //=1
  if (std::is_constant_evaluated()) //=1
    c = 1000;                       //=0
  if
    consteval { //=-
      c = 2000; // left open
    }
  else {
    c += 1; //=1
  }
  return a + b + c; //=1
}
struct Ver {
  int a, b;
  P auto operator<=>(const Ver &o) const {
    if (auto c = a <=> o.a; c != 0) //=6
      return c;                     //=4
    return b <=> o.b;               //=2
  }
  bool operator==(const Ver &o) const = default;
  P explicit operator bool() const { return a; }  //=2
  P int operator()(int k) const { return a + k; } //=3
  P int operator[](int k) const { return b + k; } //=1
  P Ver &operator++() {
    a++;          //=2
    return *this; //=2
  }
  P Ver operator++(int) {
    Ver old = *this; //=2
    ++*this;         //=2
    return old;      //=2
  }
  P static void *operator new(std::size_t n) {
    calls++;               //=2
    return std::malloc(n); //=2
  }
  P static void operator delete(void *p) {
    calls += 10;  //=2
    std::free(p); //=2
  }
};
P static Ver operator""_v(unsigned long long n) {
  return {int(n), 0}; //=2
}
P static int operators() {
  Ver v[] = {{3, 1}, {1, 2}, {2, 0}, {1, 1}}; //=1
  std::sort(v, v + 4);                        //=1
  int n = v[0] < v[1];                        //=1
  n += v[0] == v[1] ? 10 : 20;                //=1
  n += bool(v[1]) + (v[2] ? 1 : 0);           //=1
  n += v[0](1) + v[1](2) + v[2](3) + v[3][4]; //=1
  v[0]++, v[1]++;                             //=1
  std::unique_ptr<Ver> p(new Ver{1, 2});      //=1
  delete new Ver(5_v), n += (6_v).a;          //=1
  return n;                                   //=1
} //=1
P static int lambdas(int n) {
  auto fact = [](auto self, int k) -> int { return k < 2 ? 1 : k * self(self, k - 1); };
  std::function<int(int)> fib = [&](int k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); };
  auto gen = [i = 0]<typename T>(T step) mutable {
    i += step;
    return i;
  };
  int r = fact(fact, n) + fib(n);      //=1
  r += gen(1) + int(gen(2L)) + gen(3); //=1
  return r;                            //=1
}
using Var = std::variant<int, std::string, double>;
struct Visitor {
  P int operator()(int i) const {
    return i; //=1
  }
  P int operator()(const std::string &s) const {
    return int(s.size()); //=1
  }
  template <typename T> P int operator()(T d) const {
    return int(d * 2); //=1
  }
};
P static int visit(const Var &v) {
  return std::visit(Visitor{}, //=3
                    v);        //=-
}
P static std::optional<int> maybe(int n) {
  if (n > 1) [[likely]] //=2
    return n;           //=1
  return std::nullopt;  //=1
}
P static int binds() {
  auto [a, b, c] = std::tuple(1, 2.0, std::string("x")); //=1
  int arr[2] = {3, 4};                                   //=1
  auto &[x, y] = arr;                                    //=1
  x += a;                                                //=1
  if (auto m = maybe(x); m && *m > 2)                    //=1
    y += *m;                                             //=1
  if (int q = 5; maybe(q - 5))                           //=1
    y = 0;                                               //=0
  else if (q > 3)                                        //=1
    y++;                                                 //=1
  switch (auto k = arr[1]; k) {                          //=1
  case 9:
    y++; //=1
    [[fallthrough]];
  default:
    y++; //=1
  }
  return x + y + int(b) + c.size(); //=1
} //=1
int main() {
  std::vector<int> v(10);
  std::iota(v.begin(), v.end(), 0);
  int a = ranges_(v);
  int b = fold() + fold(1) + fold(1, 2) + fold(1, 2, 3);
  int c = measure(v) + measure(std::string("abc")) + measure(4);
  int d = evaluated(2);
  int e = operators();
  int f = lambdas(5);
  int g = visit(1) + visit("abc") + visit(2.5);
  std::printf("%d %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, binds(), calls);
}
