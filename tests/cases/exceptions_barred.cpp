// case: exceptions_barred
// cc: -std=c++17
// needs: c++
// exit: 7
// An exception that meets `noexcept`.
#include <cstdio>
#include <cstdlib>
#include <exception>
#define P __attribute__((profile))
static int depth;
P static void on_terminate() {
  depth++;                    //=1
  std::printf("%d\n", depth); //=1
  std::fflush(stdout);        //=1
  std::_Exit(7);              //=1
}
struct D {
  P ~D() { depth += 10; } //=0
};
P static void inner(int n) {
  D d;
  if (n)       //=1
    throw n;   //=1
  depth = 100; //=0
}
P static int outer(int n) noexcept {
  int k = 0; //=1
  try {
    inner(n);      //=1
    k = 5;         //=0
  } catch (char) { //=-
    k = 7;         //=0
  }
  return k; //=0
}
P int main() {
  std::set_terminate(on_terminate); //=1
  try {
    depth += outer(3); //=1
  } catch (...) {
    depth = 9; //=0
  }
  return depth; //=0
}
