// case: jumps_into_loops
// calls: step=12 mid=4 twice=3
#include <stdio.h>
// clang-format off

struct machine {
  int state, i, j, out;
};

// A coroutine by hand: every call goes on where the last one stopped.
__attribute__((profile)) static int step(struct machine *m) {
  switch (m->state) {                //=12
  case 0:                            //=-
    m->out = 0;                      //=1
    for (m->i = 0; m->i < 3; m->i++) { //=3
      m->out++;                      //=3
      for (m->j = 0; m->j < 4; m->j++) { //=14
        m->state = 1;                //=12
        return m->out;               //=12
  case 1:                            //=-
        m->out += 10;                //=11
      }
    }
  }
  m->state = 2; //=0
  return -1;    //=0
}

__attribute__((profile)) static int mid(int n, int start) {
  int sum = 0;    //=4
  int i = start;  //=4
  if (start > 2)  //=4
    goto inside;  //=2
  while (i < n) { //=11
    sum += i;     //=7
  inside:         //=-
    sum += 100;   //=9
    i++;          //=9
  }
  return sum; //=4
}

__attribute__((profile)) static int twice(int n) {
  int i = 0, sum = 0; //=3
  if (n & 1) goto in; //=3
  for (; i < n; i++) { sum += i; in: sum++; } //=7
  return sum; //=3
}
int main(void) {
  struct machine m = {0, 0, 0, 0};
  int total = 0;
  for (int i = 0; i < 12; i++)
    total += step(&m);
  int middle = mid(3, 0) + mid(3, 0) + mid(5, 3) + mid(1, 9);
  int pair = twice(2) + twice(1) + twice(3);
  printf("%d %d %d\n", total, middle, pair);
  return 0;
}
