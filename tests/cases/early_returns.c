// case: early_returns
// calls: differs=6 guarded=4 sorted=5 kinds=7 retried=3
// Stretches that need no counter, as all ways out of them are counted; chains of more
// than a sum has room for; ways out by calls that may not come back.
#include <setjmp.h>
#include <stdio.h>
// clang-format off

static jmp_buf again;

static int check(int value)
{
  if (value < 0)
    longjmp(again, 1);
  return value;
}

__attribute__((profile)) static int differs(const char *a, const char *b) {
  int at = 0;                                //=6
  if (a[0] != b[0]) return 1;                //=6
  at++;                                      //=5
  if (a[1] != b[1]) return 2;                //=5
  at++;                                      //=5
  if (a[2] != b[2]) return 3;                //=5
  at++;                                      //=4
  if (a[3] != b[3]) return 4;                //=4
  at++;                                      //=4
  if (a[4] != b[4]) return 5;                //=4
  at++;                                      //=4
  if (a[5] != b[5]) return 6;                //=4
  at++;                                      //=4
  if (a[6] != b[6]) return 7;                //=4
  at++;                                      //=4
  if (a[7] != b[7]) return 8;                //=4
  at++;                                      //=3
  if (a[8] != b[8]) return 9;                //=3
  at++;                                      //=3
  if (a[9] != b[9]) return 10;               //=3
  at++;                                      //=3
  if (a[10] != b[10]) return 11;             //=3
  at++;                                      //=3
  if (a[11] != b[11]) return 12;             //=3
  at++;                                      //=3
  if (a[12] != b[12]) return 13;             //=3
  at++;                                      //=3
  if (a[13] != b[13]) return 14;             //=3
  at++;                                      //=3
  if (a[14] != b[14]) return 15;             //=3
  at++;                                      //=3
  if (a[15] != b[15]) return 16;             //=3
  at++;                                      //=3
  if (a[16] != b[16]) return 17;             //=3
  at++;                                      //=2
  if (a[17] != b[17]) return 18;             //=2
  at++;                                      //=2
  if (a[18] != b[18]) return 19;             //=2
  at++;                                      //=1
  if (a[19] != b[19]) return 20;             //=1
  return at - 19;                            //=1
}

__attribute__((profile)) static int guarded(int value) {
  int sum = check(value);   //=4
  if (sum > 2)              //=3
    sum += check(sum);      //=1
  sum++;                    //=3
  if (sum == 1) return 0;   //=3
  sum += check(1);          //=2
  if (sum == 3)             //=2
    return 1;               //=1
  return sum;               //=1
}

__attribute__((profile)) static int sorted(const int *a, int n) {
  int rises = 0;            //=5
  for (int i = 1; i < n; i++) { //=12
    if (a[i] < a[i - 1])    //=9
      return 0;             //=2
    if (a[i] == a[i - 1])   //=7
      continue;             //=2
    rises++;                //=5
    printf("%d ", a[i]);    //=5
  }
  printf("\n");             //=3
  return rises;             //=3
}

__attribute__((profile)) static int kinds(int c) {
  int k = 0;                //=7
  if (c > 9) k = 9;         //=7
  switch (c) {              //=7
  case 1: k += 1; break;    //=1
  case 2: return 2;         //=2
  case 3: k += 3;           //=1
  case 4: k += 4; break;    //=2
  default: k += 5;          //=2
  }
  if (k & 1)                //=5
    k++;                    //=3
  return k;                 //=5
}

__attribute__((profile)) static int retried(int n) {
  volatile int rounds = 0;  //=3
  do {                      //=-
    rounds++;               //=8
    if (rounds > n) break;  //=8
    if (rounds == 2)        //=5
      continue;             //=2
    if (rounds == 4) return 0; //=3
  } while (rounds < 5);     //=5
  return rounds;            //=3
}

int main(void)
{
  static const int a[] = {1, 2, 2, 3, 1}, b[] = {3, 4, 4, 5};
  volatile int sum = 0;
  sum += differs("abcdefghijklmnopqrstuvw", "abcdefghijklmnopqrstuvw");
  sum += differs("abcdefghijklmnopqrstuvw", "abcdefghijklmnopqrSTuvw");
  sum += differs("abcdefghijklmnopqrstuvw", "abcdefghijklmnopQrstuvw");
  sum += differs("abcdefghijklmnopqrstuvw", "abcdefgHijklmnopqrstuvw");
  sum += differs("abcdefghijklmnopqrstuvw", "abCdefghijklmnopqrstuvw");
  sum += differs("abcdefghijklmnopqrstuvw", "Abcdefghijklmnopqrstuvw");
  for (volatile int i = -1; i < 3; i++)
    if (!setjmp(again))
      sum += guarded(i == 2 ? 4 : i);
  sum += sorted(a, 5) + sorted(b, 4) + sorted(a, 1) + sorted(b, 2) + sorted(a + 3, 2);
  for (int i = 1; i < 6; i++)
    sum += kinds(i);
  sum += kinds(2) + kinds(12);
  sum += retried(0) + retried(2) + retried(3);
  printf("%d\n", sum);
  return 0;
}
