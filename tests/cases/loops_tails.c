// case: loops_tails
// The condition of a `do` loop belongs to the line of its `while`, wherever that and the
// condition stand.
#include <stdio.h>
#define P __attribute__((profile))

P static int tails(int n) {
  int i = 0; //=1
  do         //=-
    i++;     //=5
  while (    //=5
      i < n);
  do {         //=-
    i++;       //=5
  }            //=-
  while        //=5
      (i <     //=-
       2 * n); //=-
  do
    i++;            //=1
  while (0);        //=1
  do {              //=-
    i++;            //=1
  }                 //=-
  while (0);        //=1
  do                //=-
    if (i % 2)      //=3
      i += 3;       //=1
    else            //=-
      i++;          //=2
  while (i < 17);   //=3
  do                //=-
    do              //=-
      i++;          //=7
    while (i % 3);  //=7
  while (i < 22);   //=3
  do                //=-
    while (i % 5)   //=2
      i++;          //=1
  while (i++ < 25); //=1
  do {              //=-
#if 0
  } while (1);
#endif
    char c = '}';              //=3
    i += c == '}' || c == '{'; //=3
    /* } while (0); */
  } while (i < 29); //=3
#ifdef NOT_HERE
  do {
    if (i) {
#else
  do {         //=-
    if (!i) {  //=2
#endif
      i = -1; //=0
    }
    i++; //=2
#ifdef NOT_HERE
  } while (i > 100);
#else
  } while (i < //=2
           31);
#endif
  do
#if NOT_HERE
    if (i < 0)
      i++;
    else
#endif
      i++;        //=3
  while (i < 34); //=3
  do {
    puts("} while \
(0); {");   // one string \
  } while (0); {
    i++;    //=2
  } while ( //=2
      i < 36);
  return i; //=1
}

int main(void) { printf("%d\n", tails(5)); }
