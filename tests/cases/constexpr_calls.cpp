// case: constexpr_calls
// cc: -std=c++17
// calls: body=1 scaled=4
// Calls of constexpr functions with constant arguments, where the language does not ask for
// a constant: they run, as they do without optimisation.
#include <cstdio>
#define P __attribute__((profile))

template <class T> P constexpr int bits() {
  return sizeof(T) * 4; //=5
}
template <class T> P constexpr bool is_nan(T v) {
  return !(v >= v); //=4
}
P constexpr int two() {
  return 2; //=5
}
P constexpr int half(int x) {
  return x / 2; //=2
}
struct outcome {
  bool good;
  template <class T> explicit outcome(const T &value, int * = nullptr) : good(value) {}
  operator bool() const { return good; }
};
template <class T> P int scaled(int x) {
  return x << bits<T>(); //=4
}

static_assert(half(two()) == 1, "evaluated by the compiler: no hits");

P static int body(int n) {
  int s = scaled<char>(n) + scaled<short>(n); //=1
  s += scaled<char>(2) + scaled<int>(1);      //=1
  if (const outcome o = outcome(half(3)))     //=1
    s += n >> bits<char>();                   //=1
  bool number = !is_nan(3.0) && n != 4;       //=1
  number = number && !is_nan(2.0f);           //=1
  const int k = n + two();                    //=1
  int list[] = {n, two() + n};                //=1
  s += (n > 2) ? two() : half(n);             //=1
  auto later = [=] { return two() + k; };
  s += later() + list[1];                 //=1
  s += outcome(!half(3)) || !is_nan(4.0); //=1
  s += n == 0 || is_nan(n);               //=1
  return s + number + two();              //=1
}

int main() { printf("%d\n", body(3)); }
