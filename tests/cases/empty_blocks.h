// Blocks with nothing in them, for C and C++.
static int total;

#define CHECK(condition) ((void)0)

__attribute__((profile)) static int sort_out(int i) //=-
{
  if (i < 3) {         //=10
                       //=-
  } else if (i < 6) {  //=7
    total += i;        //=3
  } else if (i == 7) { //=4
    ;                  //=-
  } else {             //=-
    total -= i;        //=3
  }                    //=-
  if (i == 2) {        //=10
  } else               //=-
    total++;           //=9
  if (i == 4) {        //=10
    total += 2;        //=1
  } else {             //=-
  }                    //=-
  if (i > 1)           //=10
    ;                  //=-
  else                 //=-
    total--;           //=2
  return total;        //=10
}

__attribute__((profile)) static int run_down(int n) //=-
{
  while (--n > 0) {    //=5
  }                    //=-
  for (; n < 8; n++) { //=9
  }                    //=-
  for (; n < 9; n++)   //=2
    ;                  //=-
  do {                 //=-
  } while (--n > 6);   //=3
  if (n) {             //=1
    CHECK(n == 6);     //=1
  } else if (total) {  //=0
    CHECK(n == 0);     //=0
  }                    //=-
  switch (n) {         //=1
  case 6: {            //=-
  }                    //=-
  default:;            //=-
  }                    //=-
  {                    //=-
  }                    //=-
  return n;            //=1
}

__attribute__((profile)) static void nothing_at_all(void) //=-
{                                                         //=-
} //=-
