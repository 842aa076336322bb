// case: late_attribute
// calls: marked_late=2 with_jumps=2
#include <stdio.h>

int marked_late(int n) {      //=-
  int sum = 0;                //=2
  for (int i = 0; i < n; i++) //=9
    sum += i;                 //=7
  return sum;                 //=2
}

int with_jumps(const int *values, int n) { //=-
  int sum = 0;                             //=2
  for (int i = 0; i < n; i++) {            //=10
    if (values[i] < 0)                     //=10
      continue;                            //=4
    if (values[i] == 0 && i > 1)           //=6
      break;                               //=2
    if (values[i] == 99)                   //=4
      goto out;                            //=0
    sum += values[i];                      //=4
  }
  if (sum > 100) //=2
    return -1;   //=0
  else
    goto out; //=2
  sum = 0;    //=0
out:
  return sum; //=2
}

// Only here is it said that the functions are to be profiled.
int marked_late(int n) __attribute__((profile));
int with_jumps(const int *values, int n) __attribute__((profile));

int main(void) {
  const int values[] = {-1, 2, 3, -5, 0, 9};
  int sum = marked_late(3) + marked_late(4);
  for (int i = 0; i < 2; i++)
    sum += with_jumps(values, 6);
  printf("%d\n", sum);
  return sum != 19;
}
