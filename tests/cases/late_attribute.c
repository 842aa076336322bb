// case: late_attribute
// calls: marked_late=2
#include <stdio.h>

int marked_late(int n) {      //=-
  int sum = 0;                //=2
  for (int i = 0; i < n; i++) //=9
    sum += i;                 //=7
  return sum;                 //=2
}

// Only here is it said that the function is to be profiled.
int marked_late(int n) __attribute__((profile));

int main(void) {
  int sum = marked_late(3) + marked_late(4);
  printf("%d\n", sum);
  return sum != 9;
}
