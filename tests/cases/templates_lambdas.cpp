// case: templates_lambdas
// cc: -w
// plugin: functions=*
// needs: c++
// Lambdas in instances of templates: where their statements begin is known by the lambda in the
// template alone.
#include <cstdio>
// clang-format off
struct V {
  int d[100];
  int &operator[](int i) { return d[i]; }
};
template <class F> void call(F f) { f(3); }
template <class T> struct M {
  V v;
  T all(V &b) {
    call([&](int q) {                   //=1
      v                                 //=1
        [q] = 1;                        //=-
      b                                 //=1
        [q] = 1;                        //=-
      v[q] = 4;                         //=1
    });
    return v[3];                        //=1
  }
};
template <class T> static int sa(V &b, T t) {
  auto f = [&](int q) {                 //=1
    b                                   //=1
      [q] = 2;                          //=-
    int z                               //=1
      = q;                              //=-
    b[q] = t + z;                       //=1
  };
  f(1);                                 //=1
  auto g = [&](int q) {                 //=1
    t                                   //=1
      += 2;                             //=-
    auto h                              //=1
      = [&](T q) {                      //=-
      b                                 //=1
        [q] = 2;                        //=-
      b[q] = 3;                         //=1
    };
    h(q);                               //=1
  };
  g(1);                                 //=1
  auto k = [&](auto q) {                //=1
    b                                   //=2
      [q] = 2;                          //=-
    b[q] = 3;                           //=2
    for (auto i = q;                    //=2
         i < 4; i++) {                  //=7
      b                                 //=5
        [i] = 2;                        //=-
      call([&](int r) {                 //=5
        b                               //=5
          [r] = i;                      //=-
      });
    }
  };
  k(1); k(2L);                          //=1
  call([&](int q) {                     //=1
    b                                   //=1
      [q] = 2;                          //=-
    if (q)                              //=1
      b                                 //=1
        [q] = 2;                        //=-
  });
  return [&]() {                        //=1
    b                                   //=1
      [2] = 3;                          //=-
    return b[1];                        //=1
  }();
}
int main() { V b{}; M<int> m{}; std::printf("%d\n", sa<int>(b, 1) + m.all(b)); }
