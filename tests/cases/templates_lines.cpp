// case: templates_lines
// cc: -std=c++20 -w
// needs: c++
// Statements on several lines in an instance of a template.
// clang-format off
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include <functional>
#include <stdexcept>
#include <tuple>
struct B {
  int n = 0;
  B &x() { n++; return *this; }
  B &y(int k) { n += k; return *this; }
  int get() const { return n; }
  B *operator->() { return this; }
  B operator+(const B &o) const { B b; b.n = n + o.n; return b; }
  B &operator<<(int k) { n += k; return *this; }
};
static int two(int a, int b) { return a + b; }
#define CHECK(c) do { if (!(c)) throw std::logic_error(#c); } while (0)
#define DECL(t, n) t n
template <typename T> [[gnu::profile]] int lines(T n) { //=-
  std::vector<int>                                   //=2
      v(n);                                          //=-
  std::map<std::string,                              //=2
           int> m;                                   //=-
  const std::vector<int>                             //=2
      w = {1,                                        //=-
           2,                                        //=-
           n};                                       //=-
  auto                                               //=2
      q = n + 1;                                     //=-
  B b;                                               //=2
  b                                                  //=2
      .x()                                           //=-
      .y(n)                                          //=-
      .x();                                          //=-
  auto r = b                                         //=2
      .x()                                           //=-
      .get();                                        //=-
  (b                                                 //=2
       .x())                                         //=-
      .y(2);                                         //=-
  *&b                                                //=2
      = b + b                                        //=-
      + b;                                           //=-
  b << 1                                             //=2
    << 2                                             //=-
    << n;                                            //=-
  n                                                  //=2
      += 2;                                          //=-
  ++                                                 //=2
      n;                                             //=-
  v[                                                 //=2
      0] = two(1,                                    //=-
          n);                                        //=-
  m["a"]                                             //=2
      = 3;                                           //=-
  if (n                                              //=2
      > 3)                                           //=-
    n--;                                             //=2
  else if (                                          //=0
      n == 2)                                        //=-
    n++;                                             //=0
  while (                                            //=7
      n > 2)                                         //=-
    n--;                                             //=5
  for (                                              //=2
      int i = 0;                                     //=-
      i < 3;                                         //=8
      i++)                                           //=6
    n++;                                             //=6
  for (int i                                         //=2
       = 0; i                                        //=8
       < 3;                                          //=-
       i                                             //=6
       ++) {                                         //=-
    n++;                                             //=6
  }                                                  //=-
  for (const auto                                    //=8
           &e :                                      //=-
       w)                                            //=-
    n += e;                                          //=6
  switch (                                           //=2
      n % 2) {                                       //=-
  case 0:                                            //=-
    n++;                                             //=1
  }                                                  //=-
  auto lam = [&](int a,                              //=2
                 int b) {                            //=-
    return a                                         //=-
           + b;                                      //=-
  };                                                 //=-
  n += lam(                                          //=2
      1,                                             //=-
      2);                                            //=-
  std::sort(v.begin(),                               //=2
            v.end(),                                 //=-
            [](int a, int b) {                       //=-
              return a < b;                          //=-
            });                                      //=-
  auto p = std::make_unique<B>();                    //=2
  p                                                  //=2
      ->x()                                          //=-
      .y(2);                                         //=-
  delete                                             //=2
      new B();                                       //=-
  CHECK(n > 0);                                      //=2
  CHECK(n                                            //=2
        > 0);                                        //=-
  DECL(int, k) = 3;                                  //=2
  DECL(int,                                          //=2
       l) = 3;                                       //=-
  std::string s = "a"                                //=2
                  "b" +                              //=-
                  std::to_string(n);                 //=-
  auto [x,                                           //=2
        y] = std::make_tuple(1,                      //=-
                             2);                     //=-
  static_cast<void>(                                 //=2
      x);                                            //=-
  (void)                                             //=2
      y;                                             //=-
  int                                                //=2
      c1 = 1,                                        //=-
      c2 = n,                                        //=-
      c3 = two(1, 2);                                //=-
  int arr[] = {                                      //=2
      two(1, 2),                                     //=-
      two(3, 4),                                     //=-
  };                                                 //=-
  T                                                  //=2
      t1(n);                                         //=-
  T t2{                                              //=2
      n};                                            //=-
  std::function<int(                                 //=2
      int)>                                          //=-
      f = [&](int z) { return z; };                  //=-
  n += n ?                                           //=2
      two(1, 2) :                                    //=-
      two(2, 3);                                     //=-
  n = two(two(1,                                     //=2
              2),                                    //=-
          3);                                        //=-
  try {                                              //=-
    if (n)                                           //=2
      throw                                          //=2
          std::runtime_error(                        //=-
              "x");                                  //=-
  } catch (                                          //=-
      const std::exception &e) {                     //=-
    n++;                                             //=2
  }                                                  //=-
  using                                              //=-
      U = int;                                       //=-
  U u                                                //=2
      = 3;                                           //=-
  typename std::vector<T>                            //=2
      ::size_type sz = 3;                            //=-
  if (auto it = m.find(                              //=2
          "a");                                      //=-
      it != m.end())                                 //=-
    n++;                                             //=2
  do                                                 //=-
    n--;                                             //=16
  while (                                            //=16
      n > 0);                                        //=-
  ;                                                  //=-
  {                                                  //=-
  }                                                  //=-
  n, n++,                                            //=2
      n++;                                           //=-
  goto                                               //=2
      out;                                           //=-
out:                                                 //=-
  n++;                                               //=2
  return                                             //=2
      n + b                                          //=-
              .get();                                //=-
}                                                    //=2
int main() {
  int s = lines(2) + lines(3);
  std::printf("%d\n", s);
}
