#define P __attribute__((profile))
P int pick(int n) {
  return n + 5; //=3
}
P inline int shared_inline(int n) {
  n++;      //=2
  return n; //=2
}
extern inline int shared_inline(int n);
P int shared(int n) {
  return shared_inline(n) + shared_inline(n); //=1
}
int pick_b(int n) { return pick(n); }
