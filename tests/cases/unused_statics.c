// case: unused_statics
// plugin: functions=*
// calls: inner=0 unused=0 only_dead=0 marked=0 hidden=0 looped=0 main=1
// What nothing refers to never ran, at each level; inline functions are listed where they
// are marked, or used.
#include <stdio.h>
#define P __attribute__((profile))

static int inner(int x) {
  return x + 1; //=0
}
static int unused(int x) {
  if (x)           //=0
    x = inner(x);  //=0
  do {             //=-
    x--;           //=0
  } while (x > 3); //=0
  return x;        //=0
}
static int only_dead(int x) {
  return x + 2; //=0
}
P static inline int marked(int x) {
  return x + 3; //=0
}
static inline int wanted_by_nobody(int x) {
  return x + 4; //=-
}
static int hidden(int x) {
  for (int i = 0; i < x; i++) { //=0
    if (i == 3)                 //=0
      break;                    //=0
  }
  return x; //=0
}
static int looped(int n) {
  int sum = 0;    //=0
  for (int i = 0; //=0
       i < n;     //=0
       i++) {     //=0
    sum += i;     //=0
  }
  while (n--)  //=0
    sum++;     //=0
  switch (n) { //=0
  case 1:      //=-
    break;     //=0
  default:     //=-
    sum = 1;   //=0
  }
  return sum; //=0
}

int main(int argc, char **argv) {
  if (argc > 5 && argv)     //=1
    return only_dead(argc); //=0
  puts("done");             //=1
  return 0;                 //=1
}
