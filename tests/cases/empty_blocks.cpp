// case: empty_blocks_cpp
// calls: sort_out=10 run_down=1 nothing_at_all=1
// files: empty_blocks.h
#include <stdio.h>

#include "empty_blocks.h"

int main(void) {
  for (int i = 0; i < 10; i++)
    sort_out(i);
  nothing_at_all();
  printf("%d %d\n", total, run_down(5));
  return 0;
}
