// case: lifetimes
// cc: -std=c++17 -w
// needs: c++
// exit: 0
// clang-format off
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>
#define P [[gnu::profile]]

static int live, log_;
struct Plain { int x; ~Plain() { log_ += x; } };
struct Guard {
  int *p;
  P explicit Guard(int *q) : p(q) { ++*p; } //=24
  P ~Guard() { --*p; }               //=24
};
struct Base {
  int b;
  P explicit Base(int v)             //=-
      : b(v)                         //=-
  {                                  //=-
    live++;                          //=5
    if (v == 13)                     //=5
      throw std::runtime_error("13");  //=1
  }                                  //=-
  P virtual ~Base() {                //=-
    live--;                          //=4
  }                                  //=-
  P virtual int id() const { return b; } //=4
};
struct Left : virtual Base {
  P explicit Left(int v) : Base(v) { log_ += 10; } //=2
  P ~Left() override { log_ -= 1; }  //=2
};
struct Right : virtual Base {
  P explicit Right(int v) : Base(v) {
    log_ += 20;                      //=2
  }                                  //=-
  P ~Right() override {
    log_ -= 2;                       //=2
  }                                  //=1
};
struct Both final : Left, Right {
  std::string name;
  P Both(int v)                      //=-
  try : Base(v), Left(v), Right(v), name("both") { //=-
    log_ += 40;                      //=1
  } catch (const std::exception &e) {  //=-
    log_ += 1000;                    //=1
  }                                  //=-
  P int id() const override {
    return Base::id() + Left::id();  //=1
  }
};
struct Delegating {
  int v; std::string s = "init";
  P Delegating(int a, int b) : v(a + b) { log_++; } //=3
  P Delegating() : Delegating(1, 2) { //=-
    v *= 2;                          //=3
  }                                  //=-
  P Delegating(const Delegating &o) : v(o.v) {} //=-
  P Delegating &operator=(const Delegating &o) {
    if (this == &o)                  //=2
      return *this;                  //=1
    v = o.v;                         //=1
    return *this;                    //=1
  }
  P explicit operator bool() const noexcept { return v > 3; } //=1
};

P static int scopes(int n) {
  int count = 0, seen = 0;           //=3
  {                                  //=-
    Guard g(&count);                 //=3
    seen += count;                   //=3
    if (n == 1)                      //=3
      return seen;                   //=1
    Guard h(&count);                 //=2
    seen += count;                   //=2
  }                                  //=3
  Plain pl;                          //=-
  pl.x = 1;                          //=2
  for (int i = 0; i < n; i++) {      //=3
    Guard g(&count);                 //=2
    if (i == 1)                      //=2
      break;                         //=1
    if (i == 2)                      //=1
      throw i;                       //=0
    if (n == 2)                      //=1
      continue;                      //=1
    seen += 10;                      //=0
  }                                  //=2
  return seen;                       //=2
}                                    //=2

P static int thrower(int depth, int kind) {
  Guard g(&live);                    //=9
  if (depth)                         //=9
    return thrower(depth - 1, kind) + 1; //=6
  switch (kind) {                    //=3
  case 0: throw 5;                   //=1
  case 1: throw std::out_of_range("x"); //=1
  case 2: throw std::string("s");    //=1
  }                                  //=-
  return 0;                          //=0
}                                    //=9

P static int catcher(int kind) {
  int r = 0;                         //=3
  try {                              //=-
    try {                            //=-
      r = 1;                         //=3
      thrower(2, kind);              //=3
      r = 2;                         //=0
    } catch (int v) {                //=-
      r += v;                        //=1
      throw;                         //=1
    } catch (const std::exception &e) { //=-
      r += 100;                      //=1
      throw std::runtime_error(std::string(e.what()) + "y"); //=1
    }                                //=-
    r = 3;                           //=0
  } catch (std::runtime_error &e) {  //=-
    r += std::strlen(e.what());      //=1
  } catch (...) {                    //=-
    r += 1000;                       //=2
  }                                  //=-
  return r;                          //=3
}

P static int nothrow_tester() noexcept {
  try { throw 1; } catch (int) { return 2; } //=1
}

P static int func_try(int n) try {   //=-
  if (n > 1)                         //=2
    throw n;                         //=1
  return n;                          //=1
} catch (int k) {                    //=-
  return k * 10;                     //=1
}                                    //=-

P static int temporaries(int n) {
  int c = 0;                         //=1
  (Guard(&c), c += n);               //=1
  int d = (Guard(&c), c);            //=1
  const Guard &ref = Guard(&c);      //=1
  if (Guard g(&c); c > 1)            //=1
    d++;                             //=1
  while (int k = (Guard(&c), n--))   //=4
    d += k;                          //=3
  return d + c;                      //=1
}                                    //=1

P static int placement(int n) {
  alignas(Base) unsigned char raw[sizeof(Base)]; //=-
  Base *b = new (raw) Base(n);       //=1
  int r = b->id();                   //=1
  b->~Base();                        //=1
  auto *arr = new Delegating[2];     //=1
  arr[0] = arr[1];                   //=1
  arr[1] = *&arr[1];                 //=1
  r += arr[0].v + bool(arr[0]);      //=1
  delete[] arr;                      //=1
  return r;                          //=1
}

struct Reg {
  int id;
  P Reg(int i) : id(i) {
    log_ += id;                      //=3
  }
  P ~Reg() {
    std::printf("~%d\n", id);        //=3
  }
};
static Reg first(1), second(2);
P static Reg &lazy() {
  static Reg third(3);
  return third;                      //=2
}

static int arith(std::function<int(int)> f) { return f(2); }
struct Functor {
  int base;
  P int operator()(int x) const { return base + x; } //=1
  P static int sfn(int x) { return x; } //=1
};
P static int pointers() {
  int (Base::*pm)() const = &Base::id; //=1
  Left l(7);                         //=1
  int r = (l.*pm)();                 //=1
  r += arith(Functor{3}) + arith(Functor::sfn); //=1
  r += arith([r](int x) { return x + r; }); //=1
  return r;                          //=1
}                                    //=1

int main() {
  int a = scopes(0) + scopes(1) + scopes(2);
  int b = catcher(0) + catcher(1) + catcher(2);
  int c = nothrow_tester() + func_try(1) + func_try(2);
  int d = temporaries(3), e = placement(5), f = 0;
  {
    Both x(4);
    f = x.id();
  }
  try { Both y(13); } catch (std::exception &ex) { f += 7; }
  Right r(1);
  Delegating copy, other(copy);
  int g = lazy().id + lazy().id, h = pointers();
  std::printf("%d %d %d %d %d %d %d %d live %d log %d\n", a, b, c, d, e, f, g, h, live, log_);
}
