// case: statics_local
// cc: -std=c++17
// needs: c++
// Variables of a function that live on: what the compiler initialises is blank; where the
// program does, each pass begins with the test whether it has been done.
#include <cstdio>
#define P __attribute__((profile))

struct Part {
  int id;
  Part(int i) : id(i) {}
  operator int() const { return id; }
};

P static int plain(int n) {
  static int five = 5;                                                //=-
  static const char *words[] = {"a", "b"};                            //=-
  static Part *none;                                                  //=-
  static Part part(3);                                                //=3
  static int first = n * 2;                                           //=3
  thread_local int seven = 7;                                         //=-
  thread_local int mine = n;                                          //=3
  extern int elsewhere;                                               //=-
  static Part two[2] = {1, 2};                                        //=3
  int room[n + 1];                                                    //=3
  const int eight = 8;                                                //=3
  static_assert(sizeof(int) > 1);                                     //=-
  room[n] = five++ + words[0][0] + part + first;                      //=3
  return room[n] + seven + mine + two[1] + eight + (none != nullptr); //=3
}

template <typename T> P static T instance(T n) {
  static T five = 5;               //=-
  static Part part(3);             //=3
  static T first = n * 2;          //=3
  thread_local T seven = 7;        //=-
  T room[n + 1];                   //=3
  room[n] = five++ + part + first; //=3
  return room[n] + seven;          //=3
}

int main() {
  int sum = 0;
  for (int i = 1; i < 4; i++)
    sum += plain(i) + instance(i);
  std::printf("%d\n", sum);
}
