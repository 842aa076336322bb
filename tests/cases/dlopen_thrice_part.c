__attribute__((profile)) int count_up(int n) {
  int sum = 0;                //=3
  for (int i = 0; i < n; i++) //=36
    sum += i;                 //=33
  return sum;                 //=3
}
