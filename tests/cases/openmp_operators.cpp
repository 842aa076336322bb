// case: openmp_operators
// cc: -fopenmp -w
// plugin: functions=*
// needs: c++ openmp
// Operators of classes in instances of templates, under OpenMP: to GCC such a statement begins
// nowhere, as its first operand is a variable, which has no place there.
#include <cstdio>
#include <vector>
// clang-format off
struct V {
  int d[100];
  int *begin() { return d; }
  int *end() { return d + 100; }
  int &operator[](int i) { return d[i]; }
  V &operator+=(int x) { d[0] += x; return *this; }
  V &operator<<(int x) { d[1] += x; return *this; }
  V &add(int x) { d[0] += x; return *this; }
  int operator()(int i) { return d[i]; }
  V *operator->() { return this; }
  V &operator++() { d[0]++; return *this; }
  explicit operator bool() { return true; }
};
template <class T> static int plain(V &b) {
  T s(0);                           //=1
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {   //=100
    b                               //=100
      [i]                           //=-
        = 3;                        //=-
    b[i]                            //=100
        = 3;                        //=-
  }
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 100; i++) {   //=100
    b += i;                         //=100
    b << 1                          //=100
      << 2                          //=-
      << 3;                         //=-
    b << i;                         //=100
    b.add(1)                        //=100
      .add(2);                      //=-
    b(3);                           //=100
    b->add(3);                      //=100
    ++b;                            //=100
    if (b) b[3]++;                  //=100
    b[3] ? b[4] = 2                 //=100
         : b[5] = 3;                //=-
    b[i] += 3, b[2] = 1;            //=100
    (void)b[3];                     //=100
  }
#pragma omp parallel for collapse(2) num_threads(2)
  for (int i = 0; i < 10; i++)      //=100
    for (int j = 0; j < 10; j++)    //=100
      b                             //=100
        [10 * i + j] = 3;           //=-
#pragma omp simd
  for (int i = 0; i < 100; i++) {   //=100
    b                               //=100
      [i] = 3;                      //=-
    b[i] = 4;                       //=100
  }
  b                                 //=1
      [3] = 4;                      //=-
  return s;                         //=1
}
template <class T, class U> static int dependent(T &b, U n) {
  U s(0);                           //=1
#pragma omp parallel for
  for (U i = 0; i < n; i++) {       //=100
    b                               //=100
      [i]                           //=-
        = 3;                        //=-
    b[i] = 3;                       //=100
  }
#pragma omp parallel for num_threads(1)
  for (U i = 0; i < n; i++) {       //=100
    b += i;                         //=100
    b << 1                          //=100
      << 2                          //=-
      << 3;                         //=-
    b.add(1)                        //=100
      .add(2);                      //=-
    b(3);                           //=100
    b->add(3);                      //=100
    ++b;                            //=100
    if (b) b[3]++;                  //=100
    b[3] ? b[4] = 2                 //=100
         : b[5] = 3;                //=-
  }
#pragma omp taskloop
  for (U i = 0; i < n; i++)         //=100
    b                               //=100
      [i] = 3;                      //=-
#pragma omp parallel
#pragma omp single
  b[1] = 2;                         //=1
  return s;                         //=1
}
// A guard: its destructor runs at the end of an iteration.
struct G { V &b; int k; G(V &v) : b(v), k(1) {} ~G() { k = 0; } int &operator*() { return b.d[0]; } };
template <class T> static T constructs(V &b, std::vector<int> &w) {
  T s(0);                                     //=1
#pragma omp parallel for
  for (auto it = w.begin(); it < w.end(); it++) { //=100
    *it = 3;                                  //=100
    b[3] = 2;                                 //=100
  }
#pragma omp parallel for
  for (int &x : b.d)                          //=100
    x                                         //=100
      = 4;                                    //=-
#pragma omp parallel for
  for (int &x : b)                            //=100
    b[x & 1]                                  //=100
      = 4;                                    //=-
#pragma omp parallel for ordered
  for (int i = 0; i < 100; i++) {             //=100
#pragma omp ordered
    {
      b                                       //=100
        [i] = 5;                              //=-
      b[i] = 4;                               //=100
    }
  }
#pragma omp parallel for reduction(inscan, +:s)
  for (int i = 0; i < 100; i++) {             //=100
    {
      s                                       //=100
        += 3;                                 //=-
      b[i] = 1;                               //=100
    }
#pragma omp scan inclusive(s)
    {
      b                                       //=100
        [i] = s;                              //=-
      b[i]++;                                 //=100
    }
  }
#pragma omp simd reduction(inscan, +:s)
  for (int i = 0; i < 100; i++) {             //=100
    b                                         //=100
      [i] = s;                                //=-
#pragma omp scan exclusive(s)
    s += 3;                                   //=100
  }
#pragma omp parallel sections
  {
    b                                         //=1
      [1] = 3;                                //=-
#pragma omp section
    {
      b                                       //=1
        [2] = 3;                              //=-
      b[2] = 2;                               //=1
    }
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    b                                         //=2
      [3] = 1;                                //=-
#pragma omp master
    b[3] = 1;                                 //=1
#pragma omp single
    {
      for (int i = 0; i < 5; i++)             //=6
#pragma omp task firstprivate(i)
        b                                     //=5
          [i] = 2;                            //=-
    }
#pragma omp for collapse(2)
    for (int i = 0; i < 10; i++)              //=100
      for (int j = 0; j < 10; j++) {          //=100
        if (b[i] > 1000)                      //=100
          b[j] = 2;                           //=0
        else
          b                                   //=100
            [j] = 3;                          //=-
        while (b[j] < 0)                      //=100
          b[j] = 0;                           //=0
        switch (b[j] & 0) {                   //=100
        case 0:
          b[j] = 1;                           //=100
          break;                              //=100
        }
        try {
          b[j] = 2;                           //=100
        } catch (...) {
          b[j] = 3;                           //=0
        }
        G g(b);                               //=100
        *g                                    //=100
          = 3;                                //=-
        *g = 4;                               //=100
      }
  }
#pragma omp target teams distribute parallel for map(tofrom: b)
  for (int i = 0; i < 100; i++) {             //=100
    b[i] = 1;                                 //=100
    b                                         //=100
      [i] = 2;                                //=-
  }
  return s;                                   //=1
}
template <class T> struct C {
  V v;
  C() {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)             //=100
      v[i]                                    //=100
        = 0;                                  //=-
  }
  void m() {
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {           //=100
      v[i] = 0;                               //=100
      (*this)[i] = 3;                         //=100
      this->v[i] = 1;                         //=100
    }
  }
  int &operator[](int i) { return v.d[i]; }   //=100
};
int main() {
  V b{}; std::vector<int> w(100); int r = constructs<int>(b, w) + plain<int>(b) + dependent(b, 100); C<int> c; c.m();
  auto g = [](auto &x) {
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {           //=100
      x[i] = 3;                               //=100
      x                                       //=100
        [i] = 3;                              //=-
    }
  };
  g(b);
  std::printf("%d\n", r);
}
