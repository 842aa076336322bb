// case: destructor_braces
// cc: -std=c++17
// needs: c++
// calls: pick=3 shrink=2 raise=2
#include <cstdio>

static int gone;

struct Guard {
  int value;
  explicit Guard(int v) : value(v) {}
  ~Guard() { gone += value; }
};

[[gnu::profile]] static int pick(int n) { //=-
  Guard a(1);                             //=3
  if (n > 3) {                            //=3
    Guard b(2);                           //=2
    if (n % 2)                            //=2
      return 5;                           //=1
    a.value += b.value;                   //=1
  }                                       //=2
  for (int i = 0; i < n; i++) {           //=9
    Guard c(i);                           //=7
    if (i == 2)                           //=7
      continue;                           //=2
    a.value += c.value;                   //=5
  }                                       //=7
  return a.value;                         //=2
} //=3

// The same in a template's instances.
template <typename T> [[gnu::profile]] static int shrink(T n) {
  int rounds = 0;   //=2
  do {              //=-
    Guard a(1);     //=5
    n /= 2;         //=5
    if (n == 1)     //=5
      break;        //=2
    rounds++;       //=3
  } while (n);      //=5
  switch (rounds) { //=2
  case 1:           //=-
    rounds = 10;    //=1
    break;          //=1
  default:          //=-
    rounds++;       //=1
  }
  for (T i = 0; i < 2; i++) //=6
    rounds++;               //=4
  return rounds;            //=2
}

[[gnu::profile]] static int raise(int n) {
  Guard a(n); //=2
  if (n)      //=2
    throw n;  //=1
  return 0;   //=1
} //=2

int main() {
  int sum = pick(3) + pick(4) + pick(5), rounds = shrink(4) * 10 + shrink(8L),
      caught = raise(0);
  try {
    raise(7);
  } catch (int n) {
    caught += n;
  }
  std::printf("%d %d %d %d\n", sum, rounds, caught, gone);
  return !(sum == 14 && rounds == 125 && caught == 7);
}
