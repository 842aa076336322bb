// case: dispatch_odd
// cc: -std=gnu11
#include <stdio.h>
#include <string.h>
#define P __attribute__((profile))
enum { PUSH, ADD, DEC, JNZ, DUP, POP, HALT };
P static long interp(const int *code) {
  static const void *const ops[] = {&&push, &&add, &&dec, &&jnz, &&dup, &&pop, &&halt};
  long stack[16], *sp = stack;
  const int *pc = code; //=1
  goto *ops[*pc++];     //=1
push:
  *sp++ = *pc++;    //=1002
  goto *ops[*pc++]; //=1002
add:
  sp--;             //=1000
  sp[-1] += *sp;    //=1000
  goto *ops[*pc++]; //=1000
dec:
  sp[-2]--;         //=1000
  goto *ops[*pc++]; //=1000
jnz:
  if (sp[-2])       //=1000
    pc -= 6;        //=999
  pc += 1;          //=1000
  goto *ops[*pc++]; //=1000
dup:
  *sp = sp[-1];     //=0
  sp++;             //=0
  goto *ops[*pc++]; //=0
pop:
  sp--;             //=0
  goto *ops[*pc++]; //=0
halt:
  return sp[-1]; //=1
}

P static int ranges(int c) {
  switch (c) {      //=256
  case '0' ... '9': //=-
    return 1;       //=10
  case 'a' ... 'f':
  case 'A' ... 'F':
    c |= 32;                      //=12
    __attribute__((fallthrough)); //=-
  case 'g' ... 'z':
    c++;   //=32
    break; //=32
  case 200 ... 255:;
  default:
    c = 0; //=214
  }
  return c; //=246
}

P static void duff(char *to, const char *from, int count) {
  int n = (count + 7) / 8; //=3
  switch (count % 8) {     //=3
  case 0:
    do {
      *to++ = *from++; //=5
    case 7:
      *to++ = *from++; //=5
    case 6:
      *to++ = *from++; //=5
    case 5:
      *to++ = *from++; //=5
    case 4:
      *to++ = *from++; //=6
    case 3:
      *to++ = *from++; //=7
    case 2:
      *to++ = *from++; //=7
    case 1:
      *to++ = *from++; //=7
    } while (--n > 0); //=7
  }
}

P static int nestsw(int a, int b) {
  switch (a) //=7
  case 1:
    switch (b) { //=4
    case 0:
      return 5; //=1
    case 1:
      if (a)      //=1
      case 2:     //=-
        return 6; //=2
    default:;
    }
  switch (b)
  default:
    a++;       //=4
  switch (a) { //=4
    int unused;
    unused = 5;  //=0
    a += unused; //=0
  case 3: {
    a = 7; //=1
  }
  }
  return a; //=4
}

P static int loopsw(int n) {
  int r = 0;                    //=1
  for (int i = 0; i < n; i++) { //=8
    switch (i % 4) {            //=8
    case 0:
      continue; //=2
    case 1:
      break; //=2
    case 2:
      r++; //=2
      /* fallthrough */
    case 3:
      r += 2;     //=4
      if (i > 6)  //=4
        goto out; //=1
    }
    r += 100; //=5
  }
out:
  return r; //=1
}

int main(void) {
  /* stack: counter acc ; loop: push 1, add, dec, jnz */
  const int code[] = {PUSH, 1000, PUSH, 0, PUSH, 1, ADD, DEC, JNZ, 0, HALT};
  char to[64], from[64];
  memset(from, 'x', sizeof from);
  int s = 0;
  for (int i = 0; i < 256; i++)
    s += ranges(i);
  duff(to, from, 8);
  duff(to, from, 20);
  duff(to, from, 16 + 3 - 0);
  s += nestsw(1, 0) + nestsw(1, 1) + nestsw(1, 2) + nestsw(2, 0) + nestsw(3, 9) +
       nestsw(1, 7) * 0 + nestsw(5, 5) * 0;
  s += loopsw(10);
  long v = interp(code);
  printf("%d %ld\n", s, v);
}
