// case: objects_odd
// cc: -std=c++20 -pthread
// needs: c++
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
#define PROFILED __attribute__((profile))
// clang-format off
struct Base { virtual ~Base() = default; virtual int f(int) = 0; };
struct VB { int vb; PROFILED VB(int x) : vb(x) {
  vb++; //=1
} };
struct L : virtual VB { PROFILED L() : VB(1) {
  vb++; //=1
} };
struct R : virtual VB { PROFILED R() : VB(2) {
  vb++; //=1
} };
struct D : L, R { PROFILED D() : VB(3) {
  vb += 10; //=1
}
PROFILED ~D() {
  vb = 0; //=1
} };
PROFILED int tryfn(int n) try {
  if (n > 2)        //=3
    throw n;        //=1
  return n;         //=2
} catch (int e) {
  return -e;        //=1
}
PROFILED static void thrower(int n) noexcept(false) {
  if (n == 0)                          //=4
    throw std::runtime_error("deep");  //=1
  thrower(n - 1);                      //=3
}
PROFILED static int rethrow() {
  try {
    try {
      thrower(3);       //=1
    } catch (const std::exception &e) {
      throw;            //=1
    }
  } catch (const std::runtime_error &e) {
    return (int)std::string(e.what()).size(); //=1
  }
  return -1; //=0
}
PROFILED static int structured(const std::map<std::string, int> &m) {
  int total = 0;                   //=1
  for (const auto &[k, v] : m) {   //=4
    total += v * (int)k.size();    //=3
  }
  auto [a, b] = std::pair<int,int>(1, 2); //=1
  if (int q = total; q > 3)        //=1
    total += a;                    //=1
  else
    total += b;                    //=0
  switch (int z = total; z & 1) {  //=1
  case 0:
    total++;                       //=0
    [[fallthrough]];
  case 1:
    total += 100;                  //=1
  }
  return total;                    //=1
}
template <typename T> PROFILED constexpr T power(T b, unsigned n) {
  T r = 1;           //=2
  while (n--)        //=9
    r *= b;          //=7
  return r;          //=2
}
static_assert(power(2, 10) == 1024);
template <typename T> PROFILED int ifc(T v) {
  if constexpr (sizeof(T) > 4) {
    return 8 + (int)v; //=1
  } else {
    return 4 + (int)v; //=1
  }
}
PROFILED consteval int ce(int x) { return x * 2; } //=-
PROFILED static int usece(int n) {
  int a = ce(21); //=1
  return a + n;   //=1
}
PROFILED static int lambdas(int n) {
  int s = 0; //=1
  auto add = [&s](int x) { s += x; }; //=1
  for (int i = 0; i < n; i++) //=6
    add(i);  //=5
  std::function<int(int)> fact = [&](int k) -> int { return k < 2 ? 1 : k * fact(k - 1); }; //=1
  s += fact(5); //=1
  std::vector<int> v{3, 1, 2}; //=1
  std::sort(v.begin(), v.end(), [](int x, int y) { return x > y; }); //=1
  return s + v[0]; //=1
}
struct Op { int v; PROFILED Op &operator+=(int x) {
    v += x;      //=3
    return *this; //=3
  }
  PROFILED bool operator!() const { return !v; } //=1
  PROFILED int operator[](int i) const { return v + i; } //=2
  PROFILED operator bool() const { return v != 0; } //=1
  PROFILED static void *operator new(size_t n) {
    return ::operator new(n); //=1
  }
  PROFILED static void operator delete(void *p) {
    ::operator delete(p); //=1
  }
};
template <class... A> PROFILED int sum(A... a) {
  return (0 + ... + a); //=2
}
static int initcount;
struct Member { int a = counted(); PROFILED static int counted() {
    return ++initcount; //=2
  } };
PROFILED static int statics(int n) {
  static int once = n * 2; 
  static const std::string s("x");
  return once + (int)s.size(); //=2
}
inline PROFILED int inl(int a) { return a + 1; } //=2
class Fr { int x = 3; PROFILED friend int peek(const Fr &f) { return f.x; } }; //=1
PROFILED void novoid(int n) {
  if (n) return;  //=2
  initcount += 0; //=1
}
PROFILED int multi_return(int a) { if (a == 1) { return 10; } else if (a == 2) { return 20; } return 30; } //=3
int main() {
  { D d; }
  int r = tryfn(1) + tryfn(2) + tryfn(3);
  r += rethrow();
  r += structured({{"a", 1}, {"bb", 2}, {"ccc", 3}});
  volatile int three = 3, four = 4;
  r += power<int>(three, three) + (int)power<double>(2.0, four);
  r += ifc(3) + ifc(3L) + usece(1) + lambdas(5);
  Op o{1}; o += 2; (o += 3) += 4; r += !o + o[1] + o[2] + (o ? 1 : 0);
  Op *p = new Op{1}; delete p;
  r += sum(1, 2, 3) + sum(4L, 5);
  Member m1, m2; r += m1.a + m2.a;
  r += statics(1) + statics(2) + inl(1) + inl(2) + peek(Fr());
  novoid(0); novoid(1);
  r += multi_return(1) + multi_return(2) + multi_return(3);
  std::printf("%d\n", r);
}
