// case: goto_tables
// calls: search=3 tokens=2
// Several computed gotos in a function, each with labels of its own: those outside a loop
// do not lead into it.
#include <stdio.h>

__attribute__((profile)) static unsigned search(unsigned word, unsigned steps) {
  unsigned found = 0;                                   //=3
  for (unsigned left = steps; left-- > 0;) {            //=18
    static const void *const turns[] = {&&even, &&odd}; //=-
    goto *turns[(word + left) & 1];                     //=15
  even:
  odd:;
  }
  static const void *const ends[] = {&&none, &&some}; //=-
  goto *ends[word & 1];                               //=3
some:
  found = word; //=2
none:
  return found; //=3
}

__attribute__((profile)) static int tokens(const char *text) {
  static const void *const kinds[] = {&&stop, &&digit, &&other}; //=-
  static const void *const after[] = {&&done, &&count};          //=-
  int digits = 0;                                                //=2
  while (1) {
    goto *kinds[!*text ? 0 : *text <= '9' ? 1 : 2]; //=9
  digit:
    digits++; //=4
  other:
    text++; //=7
  }
stop:
  goto *after[digits > 0]; //=2
count:
  digits += 100; //=2
done:
  return digits; //=2
}

int main(void) {
  unsigned sum = search(1, 4) + search(2, 5) + search(3, 6);
  int all = tokens("a1b2") + tokens("34z");
  printf("%u %d\n", sum, all);
  return !(sum == 4 && all == 204);
}
