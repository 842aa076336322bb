// case: cleanup_braces
// calls: pick=3
#include <stdio.h>

static int cleaned;

static void clean(const int *p) { cleaned += *p; }

static int odd(int a) { return a & 1; }

// A closing brace counts where cleanup functions run, on every way out of its scope.
__attribute__((profile)) static int pick(int n) {
  __attribute__((cleanup(clean))) int a = 1;           //=3
  if (n > 3) {                                         //=3
    __attribute__((cleanup(clean))) int b = 2; /* } */ //=2
    if (odd(n))                                        //=2
      return '}';                                      //=1
    a += b;                                            //=1
  }                                                    //=2
  for (int i = 0; i < n; i++) {                        //=9
    __attribute__((cleanup(clean))) int c = i;         //=7
    if (c == 2)                                        //=7
      continue;                                        //=2
    a += c;                                            //=5
  }                                                    //=7
  {
    const char *text = "}"; // }
    a += *text == '}';      //=2
  }                         //=-
  return a;                 //=2
} //=3

// Braces in directives, and in what `#if 0` leaves out, are none of the text's.
__attribute__((profile)) static int directives(int n) {
  __attribute__((cleanup(clean))) int a = 0; //=1
#define OPEN {
#define CLOSE }
#if 0
  }
#ifdef SPARE
  } }
#else
  }
#endif
#elif 1
  a += n; //=1
#endif
#undef OPEN
#undef CLOSE
  return a; //=1
} //=1

int main(void) {
  int sum = pick(3) + pick(4) + pick(5) + directives(1) - 1;
  printf("%d %d\n", sum, cleaned);
  return !(sum == 136 && cleaned == 26);
}
