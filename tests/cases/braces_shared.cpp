// case: braces_shared
// calls: look=10 nested=6 rounds=1 fill=4
// What several ways out of a scope share at its brace counts once a way, whichever
// objects are there to be destroyed.
#include <cstdio>

static int gone;

struct Guard {
  int n;
  Guard(int m) : n(m) {}
  ~Guard() { gone += n; }
};

// The shorter way joins the longer one at the brace.
[[gnu::profile]] static int look(int k) {
  Guard a(1); //=10
  if (k < 3)  //=10
    return 1; //=3
  Guard b(2); //=7
  if (k < 5)  //=7
    return 2; //=2
  Guard c(k); //=5
  gone++;     //=5
  return 3;   //=5
} //=10

// A way past the inner brace, and one through both.
[[gnu::profile]] static int nested(int k) {
  Guard a(1);   //=6
  {             //=-
    Guard b(2); //=6
    if (k == 0) //=6
      return 1; //=1
    Guard c(3); //=5
    if (k == 1) //=5
      goto out; //=1
    gone++;     //=4
  }             //=6
  gone += 10;   //=4
out:            //=-
  gone += 100;  //=5
  return 2;     //=5
} //=6

// Each iteration is a pass of its own over the brace.
[[gnu::profile]] static int rounds(int n) {
  int sum = 0;                  //=1
  for (int i = 0; i < n; i++) { //=9
    Guard a(i);                 //=8
    if (i % 2)                  //=8
      continue;                 //=4
    Guard b(1);                 //=4
    if (i == 4)                 //=4
      continue;                 //=1
    Guard c(2);                 //=3
    sum += i;                   //=3
  }                             //=8
  return sum;                   //=1
}

// An exception is one more way.
[[gnu::profile]] static int fill(int k) {
  Guard a(1); //=4
  if (k == 0) //=4
    return 0; //=1
  Guard b(2); //=3
  if (k == 1) //=3
    throw k;  //=1
  Guard c(3); //=2
  return k;   //=2
} //=4

int main() {
  int sum = rounds(8);
  for (int k = 0; k < 10; k++)
    sum += look(k);
  for (int k = 0; k < 6; k++)
    sum += nested(k);
  for (int k = 0; k < 4; k++)
    try {
      sum += fill(k);
    } catch (int n) {
      sum += n;
    }
  std::printf("%d %d\n", sum, gone);
}
