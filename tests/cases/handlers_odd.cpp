// case: handlers_odd
// cc: -std=c++17 -Wno-terminate
// exit: 7
// calls: guarded=2 largest=5 promises=1
// Handlers of whole functions, an object built before main and destroyed after it, a
// template of two types, an exception where none may leave.
#include <cstdio>
#include <cstdlib>
#include <exception>
#define PROFILE __attribute__((profile))
struct thing {
  int n;
  PROFILE explicit thing(int k) try : n(k) { //=-
    if (k < 0)                               //=4
      throw k;                               //=1
    n++;                                     //=3
  } catch (int value) {                      //=-
    std::puts("constructor");                //=1
  }
};
PROFILE static int guarded(int k) try { //=-
  if (k < 0)                            //=2
    throw k;                            //=1
  return k;                             //=1
} catch (int value) {                   //=-
  std::puts("caught");                  //=1
  return -value;                        //=1
} //=-
struct registry {
  PROFILE registry() {
    std::puts("built"); //=1
  }                     //=-
  PROFILE ~registry() {
    std::puts("gone"); //=1
  }                    //=-
};
static registry one;
template <class T> PROFILE static T largest(T a, T b) { //=-
  if (a > b)                                            //=5
    return a;                                           //=1
  return b;                                             //=4
}
PROFILE static void promises() noexcept { //=-
  std::puts("about to break it");         //=1
  throw 1;                                //=1
} //=-
int main() {
  int s = guarded(3) + guarded(-2);
  for (int k = -1; k < 3; k++)
    try {
      s += thing(k).n;
    } catch (int) {
    }
  for (int k = 0; k < 3; k++)
    s += largest(k, 1);
  for (int k = 0; k < 2; k++)
    s += int(largest(double(k), 1.5));
  std::printf("%d\n", s);
  std::fflush(stdout);
  std::set_terminate([] { std::exit(7); });
  promises();
}
