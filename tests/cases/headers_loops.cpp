// case: headers_loops
// cc: -std=c++17
// calls: plain=1 instance=4 member=1
// The headers of loops over several lines: in a function, an instance of a template, a
// method and a lambda.
#include <cstdio>
#include <list>

#define PROFILE __attribute__((profile))

// clang-format off
PROFILE static int plain(int n, const std::list<int> &list) {
  int sum = 0;                //=1
  for (int i = 0;             //=1
       i < n;                 //=11
       i++)                   //=10
    sum += i;                 //=10
  for (int i = 0;             //=1
       i < n; (void)          //=4
       ++i) {                 //=-
    if (i == 3)               //=4
      break;                  //=1
  }
  for (int i = 0, j = 0;      //=1
       i < n                  //=6
         && j < n;            //=-
       i++,                   //=5
       j += 2)                //=-
    sum++;                    //=5
  for (const int value        //=4
       : list)                //=-
    sum += value;             //=3
  for (auto at = list.begin();//=1
       at != list.end();      //=4
       at++)                  //=3
    sum += *at;               //=3
  while (                     //=6
      n > 5)                  //=-
    n--;                      //=5
  while (n                    //=6
         > 0)                 //=-
    n--;                      //=5
  do                          //=-
    n++;                      //=3
  while (n                    //=3
         < 3);                //=-
  return sum;                 //=1
}

template <class T, class List> PROFILE static T instance(T n, const List &list) {
  T sum = 0;                  //=4
  for (T i = 0;               //=4
       i < n;                 //=44
       i++)                   //=40
    sum += i;                 //=40
  for (T i = 0;               //=4
       i < n;                 //=44
       /* by one; and
          again */ ++i)       //=40
    sum += i;                 //=40
  for (const int value        //=16
       : list)                //=-
    sum += value;             //=12
  for (auto at = list.begin();//=4
       at != list.end();      //=16
       at++)                  //=12
    sum += *at;               //=12
  while (                     //=24
      n > 5)                  //=-
    n--;                      //=20
  do                          //=-
    n--;                      //=20
  while (n                    //=20
         > 0);                //=-
  return sum;                 //=4
}

struct counter {
  int total = 0;
  PROFILE void member(int n) {
    for (int i = 0;           //=1
         i < n;               //=11
         i++)                 //=10
      total += i;             //=10
  }
};

static int in_lambda(int n) {
  const auto sum_up = [](int end) PROFILE {
    int sum = 0;              //=1
    for (int i = 0;           //=1
         i < end;             //=11
         i++)                 //=10
      sum += i;               //=10
    return sum;               //=1
  };
  return sum_up(n);
}
// clang-format on

int main() {
  const std::list<int> list = {1, 2, 3};
  counter counts;
  counts.member(10);
  int sum = plain(10, list) + in_lambda(10) + counts.total;
  sum += instance(10, list) + instance(10, list) + int(instance(10L, list));
  sum += instance(short(10), list);
  std::printf("%d\n", sum);
  return 0;
}
