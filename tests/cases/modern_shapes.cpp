// case: modern_shapes
// cc: -std=c++20 -Wall -Wextra
// needs: c++
// clang-format off
#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstdio>
#include <initializer_list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
#define P [[gnu::profile]]

template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;

template <Number T> P T clampto(T v, T lo, T hi) //=-
{                                                //=-
  if (v < lo)                                    //=7
    return lo;                                   //=2
  if constexpr (std::is_integral_v<T>) {         //=-
    if (v == hi)                                 //=4
      return hi - 1;                             //=1
  } else {                                       //=-
    if (v == hi)                                 //=1
      return hi;                                 //=0
  }                                              //=-
  return std::min(v, hi);                        //=4
}

template <typename... A> P int sumall(A... a) {
  int n = sizeof...(a);                          //=3
  int total = (0 + ... + a);                     //=3
  ((total += a), ...);                           //=3
  return total;                                  //=3
}

template <typename... A> P int count_true(A &&...a) {
  int n = 0;                                     //=2
  ([&] {                                         //=2
    if (a)
      n++;
  }(), ...);                                     //=-
  return n;                                      //=2
}

template <typename T, typename... R> P int depth(const T &first, const R &...rest) {
  int d = sizeof(first) ? 1 : 0;                 //=6
  if constexpr (sizeof...(rest) > 0)             //=-
    d += depth(rest...);                         //=4
  return d;                                      //=6
}

struct Shape {
  struct Circle { double r; };
  struct Square { double s; };
  struct Text { std::string s; };
};
using Any = std::variant<Shape::Circle, Shape::Square, Shape::Text>;

P static double area(const Any &a) {
  return std::visit(                             //=5
      overloaded{                                //=-
          [](const Shape::Circle &c) { return 3 * c.r * c.r; },
          [](const Shape::Square &s) { return s.s * s.s; },
          [](const Shape::Text &) { return 0.0; },
      },                                         //=-
      a);                                        //=-
}

P static int structured(const std::map<std::string, int> &m) {
  int n = 0;                                     //=1
  for (const auto &[key, value] : m) {           //=4
    auto [lo, hi] = std::pair(value, int(key.size())); //=3
    n += lo * hi;                                //=3
  }                                              //=-
  if (auto it = m.find("bb"); it != m.end())     //=1
    n += it->second;                             //=1
  if (auto [it, ok] = std::pair(m.begin(), n > 1000); ok) //=1
    n = 0;                                       //=0
  else if (int k = it->second; k == 1)           //=1
    n++;                                         //=1
  switch (auto s = m.size(); s) {                //=1
  case 3:                                        //=-
    n += 3;                                      //=1
    [[fallthrough]];                             //=-
  case 4:                                        //=-
    n += 4;                                      //=1
    break;                                       //=1
  default:                                       //=-
    n = 0;                                       //=0
  }                                              //=-
  for (std::vector<int> v{1, 2, 3}; int x : v)   //=4
    n += x;                                      //=3
  for (int i = 0; auto c : {'a', 'b'})           //=3
    n += c - 'a' + i++;                          //=2
  int arr[2] = {n, 1};                           //=1
  auto &[a0, a1] = arr;                          //=1
  a0 += a1;                                      //=1
  std::tuple t{a0, 2.5};                         //=1
  auto &&[t0, t1] = t;                           //=1
  return t0 + int(t1);                           //=1
}

struct Version {
  int major, minor;
  P auto operator<=>(const Version &o) const {
    if (auto c = major <=> o.major; c != 0)      //=3
      return c;                                  //=1
    return minor <=> o.minor;                    //=2
  }
  P bool operator==(const Version &) const = default;
  P Version &operator++() {
    ++minor;                                     //=3
    return *this;                                //=3
  }
  P Version operator++(int) {
    auto old = *this;                            //=1
    ++*this;                                     //=1
    return old;                                  //=1
  }
  P int operator()(int k) const { return major * k + minor; } //=2
  P int operator[](int k) const {
    return k ? minor                             //=2
             : major;                            //=-
  }
};

template <typename D> struct Counter {
  P int run(int n) {
    auto &self = static_cast<D &>(*this);        //=2
    int t = 0;                                   //=2
    while (n --> 0)                              //=7
      t += self.step(n);                         //=5
    return t;                                    //=2
  }
};
struct Two : Counter<Two> {
  P int step(int n) { return n * 2; }            //=3
};
struct Odd : Counter<Odd> {
  P int step(int n) {
    if (n & 1) return n; else return 0;          //=2
  }
};

consteval int cube(int n) { return n * n * n; }
P constexpr int poly(int n) {
  if (std::is_constant_evaluated())              //=1
    return -1;                                   //=0
  int s = cube(2);                               //=1
  for (int i = 0; i < n; ++i)                    //=5
    s += i;                                      //=4
  return s;                                      //=1
}
constexpr int at_compile_time = poly(3);

P static int lambdas(int n) {
  int total = 0;                                 //=1
  auto outer = [&](int a) __attribute__((profile)) {
    auto inner = [&, a](auto b) __attribute__((profile)) {
      total += a * b;                            //=6
      return b > 1;                              //=6
    };
    int hits = 0;                                //=3
    for (int b = 1; b <= 2; b++)                 //=9
      if (inner(b))                              //=6
        hits++;                                  //=3
    return hits;                                 //=3
  };
  for (int i = 0; i < n; i++)                    //=4
    total += outer(i);                           //=3
  auto twice = [](auto f) { return [f](auto... x) { return f(f(x...)); }; }; //=1
  total += twice([](int x) { return x + 1; })(1);  //=1
  int k = [](int q) { return q * q; }(3);        //=1
  auto tmpl = []<typename T>(T v) __attribute__((profile)) -> T {
    if (v > 2) return v;                         //=2
    return T(v * 2);                             //=1
  };
  k += tmpl(3) + int(tmpl(1.5));                 //=1
  return total + k;                              //=1
}

P static int rangesum(const std::vector<int> &v) {
  auto even = v | std::views::filter([](int x) { return x % 2 == 0; }) //=1
              | std::views::transform([](int x) { return x * x; }); //=-
  int s = 0;                                     //=1
  for (int x : even)                             //=4
    s += x;                                      //=3
  for (auto [i, x] = std::pair{0, 5}; i < x; ++i) //=6
    s++;                                         //=5
  std::ranges::for_each(v, [&](int x) { s += x; }); //=1
  s += *std::ranges::max_element(v);             //=1
  std::span<const int> sp(v);                    //=1
  for (auto it = sp.begin(),                     //=1
            end = sp.end();                      //=-
       it != end;                                //=7
       ++it)                                     //=6
    s += *it;                                    //=6
  return s;                                      //=1
}

P static std::optional<int> parse(const char *s) {
  int v = 0;                                     //=3
  if (!*s) return std::nullopt;                  //=3
  do {                                           //=-
    if (*s < '0' || *s > '9')                    //=6
      return {};                                 //=1
    v = v * 10 + *s - '0';                       //=5
  } while (*++s);                                //=5
  return v;                                      //=1
}

P static int smart(int n) {
  auto p = std::make_unique<int[]>(n);           //=1
  std::shared_ptr<int> q(new int(4), [](int *x) { delete x; }); //=1
  for (int i = 0; i < n; i++) p[i] = i;          //=6
  auto total = std::accumulate(p.get(), p.get() + n, *q); //=1
  return total;                                  //=1
}                                                //=1

template <int N> struct Fact {
  P static int value() { return N * Fact<N - 1>::value(); } //=4
};
template <> struct Fact<0> {
  P static int value() {
    return 1;                                    //=1
  }
};

int main() {
  int a = clampto(1, 2, 5) + clampto(5, 2, 5) + clampto(3, 2, 5) + clampto(4, 2, 5) + clampto(9L, 2L, 5L) +
          int(clampto(0.5, 2.0, 5.0) + clampto(2.5, 2.0, 5.0));
  int b = sumall(1, 2, 3) + sumall(4) + sumall();
  int c = count_true(true, false, true) + count_true(false);
  int d = depth(1, 'a', 2.0, "x") + depth(1, 2);
  double e = 0;
  for (const Any &s : {Any(Shape::Circle{1}), Any(Shape::Square{2}), Any(Shape::Text{"t"}), Any(Shape::Square{1}), Any(Shape::Circle{2})})
    e += area(s);
  int f = structured({{"a", 1}, {"bb", 2}, {"ccc", 3}});
  Version v{1, 2}, w{1, 3}, x{2, 0};
  int g = (v < w) + (w < x) + (v < v);
  ++v; ++v; v++;
  g += v(10) + w(3) + v[0] + v[1] + (v == w);
  Two two; Odd odd;
  int h = two.run(3) + odd.run(2);
  int i = at_compile_time;
  i += poly(4); // not in an initialiser, which some compilers evaluate
  int j = lambdas(3);
  int k = rangesum({1, 2, 3, 4, 5, 6});
  int l = parse("12").value_or(0) + parse("").value_or(7) + parse("345x").value_or(9);
  int m = smart(5) + Fact<4>::value();
  std::printf("%d %d %d %d %.1f %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, h, i, j, k, l, m);
}
