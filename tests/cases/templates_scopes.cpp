// case: templates_scopes
// cc: -std=c++20 -Wno-exceptions
// needs: c++
// calls: scopes=6 without_braces=6 handlers=7 whole=3
// plugin: functions=main::<lambda>
// Instances of templates, in which the front end leaves no markers: handlers, and the
// braces of scopes that belong to a statement.
// clang-format off
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>

static int gone;
struct Guard {
  int value;
  explicit Guard(int v) : value(v) {}
  Guard(const Guard &) = default;
  ~Guard() { gone++; }
};

template <typename T> [[gnu::profile]] static int scopes(T n) { //=-
  Guard a(1);                                        //=6
  for (T i = 0; i < n; i++) {                        //=21
    Guard c(i);                                      //=15
    if (i == 2)                                      //=15
      continue;                                      //=3
    a.value += c.value;                              //=12
  }                                                  //=15
  while (n > 2) {                                    //=12
    Guard c(n);                                      //=6
    n--;                                             //=6
  }                                                  //=6
  do {                                               //=-
    Guard c(n);                                      //=10
    n--;                                             //=10
  }                                                  //=10
  while (n > 0);                                     //=10
  if (Guard h(2); h.value > n + 2) {                 //=6
    n++;                                             //=1
  } else {                                           //=-
    n += 2;                                          //=5
  }                                                  //=6
  if (Guard h(2); n == 5)                            //=6
    n--;                                             //=0
  else if (n == 4)                                   //=6
    n = 0;                                           //=0
  else {                                             //=-
    n++;                                             //=6
  }                                                  //=6
  for (Guard k(3); k.value > 0; k.value--) {         //=24
    n++;                                             //=18
  }                                                  //=6
  for (Guard l[2] = {Guard(1), Guard(2)}; auto &x : l) { //=18
    n += x.value;                                    //=12
  }                                                  //=6
  for (auto c : {Guard(1), Guard(2)}) {              //=18
    n += c.value;                                    //=12
  }                                                  //=18
  switch (Guard s(1); s.value) {                     //=6
  case 1:                                            //=-
    n++;                                             //=6
  }                                                  //=6
  return a.value + n;                                //=6
}                                                    //=6

#define EACH(n) for (Guard each(n); each.value > 0; each.value--)
template <typename T> [[gnu::profile]] static int without_braces(T n) { //=-
  const char *brace = R"--(}" /* { )--";             //=6
  for (Guard k(2); k.value > 0; k.value--)           //=18
    if (n > 1) {                                     //=12
      n++;                                           //=8
    }                                                //=6
  if (Guard h(2); h.value > n)                       //=6
    n--;                                             //=2
  if (Guard h(2); h.value > n) [[unlikely]]          //=6
    n++;                                             //=2
  else                                               //=-
    do {                                             //=-
      n--;                                           //=5
    } while (n > 5);                                 //=5
  while (n > 4)                                      //=8
    if (n > 3) {                                     //=2
      Guard x(1);                                    //=2
      n--;                                           //=2
    }                                                //=2
  for (auto c : std::string("ab"))                   //=18
    try {                                            //=-
      n += c == *brace;                              //=12
      if (n > 4)                                     //=12
        throw n;                                     //=0
    } catch (T) {                                    //=-
      n--;                                           //=0
    }                                                //=6
  EACH(2) {                                          //=18
    n++;                                             //=12
  }                                                  //=6
  return n;                                          //=6
}                                                    //=-

template <typename T> [[gnu::profile]] static int handlers(T n) { //=-
  int k = 0;                                         //=7
  try {                                              //=-
    k++;                                             //=7
    Guard g(3);                                      //=7
    if (n == 1) throw 1;                             //=7
    if (n == 2) throw std::runtime_error("x");       //=6
    if (n == 3) throw 'c';                           //=5
    if (n == 4) throw 1.0;                           //=4
    if (n == 5) throw 5L;                            //=3
    if (n == 6) throw Guard(1);                      //=2
  } catch (int) {                                    //=7
    k = 100;                                         //=1
  } catch (const std::exception &e) {                //=-
    k = 101;                                         //=1
  }                                                  //=-
  catch (char c)                                     //=-
  {                                                  //=-
    k = c;                                           //=1
  }                                                  //=-
  catch (Guard b)                                    //=-
  {                                                  //=-
    k += b.value;                                    //=1
  }                                                  //=1
  catch (double) {                                   //=-
  }                                                  //=-
  catch (...)                                        //=-
  {                                                  //=-
    k = 102;                                         //=1
  }                                                  //=-
  return k;                                          //=7
}                                                    //=-

template <typename T> struct Whole {
  T m;
  [[gnu::profile]] static int whole(T n) try {       //=-
    if (n == 1)                                      //=3
      throw n;                                       //=1
    return n;                                        //=2
  } catch (...) {                                    //=-
    return 100;                                      //=1
  }                                                  //=-
  [[gnu::profile]] explicit Whole(T n)               //=-
  try                                                //=-
    : m(n)                                           //=-
  {                                                  //=-
    if (n == 1)                                      //=3
      throw std::string("one");                      //=1
  }                                                  //=-
  catch (std::string s) {                            //=-
    gone += s.size();                                //=1
  }                                                  //=1
};

int main() {
  int sum = 0, caught = 0;
  for (int i = 0; i < 6; i++)
    sum += scopes(i) + without_braces(i);
  for (int i = 0; i < 7; i++)
    sum += handlers(i);
  for (int i = 0; i < 3; i++) {
    sum += Whole<int>::whole(i);
    try {
      Whole<int> w(i);
    } catch (const std::string &) {
      caught++;
    }
  }
  std::string s("abc");
  std::function<int(int)> f = [s](int n) { return n + int(s.size()); }; //=2
  auto g = std::move(f);
  f = g;
  int (*p)(int) = [](int n) { return n * 2; };       //=1
  std::printf("%d %d %d %d\n", sum, caught, gone, f(1) + g(2) + p(3));
}
