// case: lines_shared
// calls: parts=6 count=3
// Jumps into the middle of a line: the ways that come along it have hit it already.
#include <stdio.h>

#define PARTS(n)                                                                               \
  if (n > 1)                                                                                   \
    goto part;                                                                                 \
  n++;                                                                                         \
  both:                                                                                        \
  n += 2;                                                                                      \
  part:                                                                                        \
  n += 3
#define COUNT(n)                                                                               \
  n += n;                                                                                      \
  top:                                                                                         \
  while (n < 10)                                                                               \
  n++

__attribute__((profile)) static int parts(int n) {
  if (n > 3)   //=6
    goto both; //=2
  PARTS(n);    //=6
  return n;    //=6
}

// Into a loop on one line, at its top: an entry is a hit, and so is each iteration.
__attribute__((profile)) static int count(int n) {
  if (n > 6)  //=3
    goto top; //=1
  COUNT(n);   //=11
  return n;   //=3
}

int main(void) {
  int sum = 0;
  for (int n = 0; n < 6; n++)
    sum += parts(n);
  for (int n = 2; n < 9; n += 3)
    sum += count(n);
  printf("%d\n", sum);
  return 0;
}
