// case: virtual_bases
// cc: -std=c++17
// needs: c++
// calls: L::~L=5 M::~M=4 A::~A=7 R::~R=5 make=7 Reg::Reg=8 Reg::~Reg=8
// Objects with virtual bases that are deleted through a pointer, and objects that live
// longer than main, or as long as a thread.
#include <cstdio>
#include <future>
#include <thread>
#include <vector>
#define P __attribute__((profile))
static int n;
struct A {
  int a;
  P A(int v) : a(v) { n++; }      //=7
  P virtual ~A() { n += 100; }    //=7
  P virtual int f() { return a; } //=7
};
struct L : virtual A {
  P L() : A(1) {
    n += 2; //=5
  }
  P ~L() override {
    n += 200; //=5
  }
  P int f() override {
    return A::f() + 1; //=5
  }
};
struct R : virtual A {
  P R() : A(2) { n += 3; } //=5
  P ~R() { n += 1; }       //=5
};
struct M : L, R {
  int m = init();
  P static int init() {
    return 5; //=4
  }
  P M() : A(9) {
    n += 4; //=4
  }
  P M(int k) : M() {
    m = k; //=1
  }
  P ~M() {
    n += 8; //=4
  }         //=4
  P int f() override {
    return L::f() + m; //=4
  }
};
struct Q : M {
  P Q() : A(11) {}
  int q = 3;
  P ~Q() override = default;
};
P static A *make(int k) {
  switch (k) { //=7
  case 0:
    return new A(3); //=1
  case 1:
    return new L; //=1
  case 2:
    return new R; //=1
  case 3:
    return new M; //=1
  case 4:
    return new M(4); //=1
  default:
    return new Q; //=2
  }
}
P static int use() {
  int s = 0;                    //=1
  for (int k = 0; k < 7; k++) { //=8
    A *p = make(k);             //=7
    s += p->f();                //=7
    delete p;                   //=7
  }
  return s; //=1
}

// static init before main and destruction after it; thread_local
struct Reg {
  int id;
  P Reg(int i) : id(i) {
    n += i; //=8
  }
  P ~Reg() {
    if (id == 1)                   //=8
      std::printf("reg %d\n", id); //=2
  }
};
static Reg first(1), second(2);
inline Reg shared_(1);
static thread_local Reg mine(5);
P static int lazy() {
  static Reg late(3); //=3
  return late.id;     //=3
}
P static int touch(int k) {
  return mine.id + k; //=4
}
P static int threads() {
  std::vector<std::thread> v; // constructor
  for (int i = 0; i < 2; i++) //=3
    v.emplace_back([i] {      //=2
      touch(i);
    });                                                   //=-
  for (auto &t : v)                                       //=3
    t.join();                                             //=2
  auto fut = std::async(std::launch::async, touch, 3);    //=1
  int r = fut.get();                                      //=1
  auto def = std::async(std::launch::deferred, touch, 4); //=1
  return r + def.get();                                   //=1
}
int main() {
  int s = use();
  int t = lazy() + lazy() + lazy();
  int u = threads();
  std::printf("%d %d %d %d\n", s, t, u, n);
}
