// case: dlopen_thrice
// so: libdlopen_thrice.so dlopen_thrice_part.c
// ld: -ldl
// outputs: 1
// calls: count_up=3
// Loaded, run and unloaded three times; the library alone is profiled.
#include <dlfcn.h>
#include <stdio.h>

static int use(int n) {
  void *part = dlopen("./libdlopen_thrice.so", RTLD_NOW);
  int (*count_up)(int) = (int (*)(int))(part ? dlsym(part, "count_up") : NULL);
  int sum = count_up ? count_up(n) : -1;
  return part && dlclose(part) == 0 ? sum : -1;
}

int main(void) {
  int all = use(11) + use(11) + use(11);
  printf("%d\n", all);
  return all != 165;
}
