// case: exceptions_odd
// cc: -std=c++20
// needs: c++
// Exceptions out of constructors and destructors, in arrays, nested and thrown again.
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>
#define P [[gnu::profile]]

static int log_;

struct Boom {
  int n;
  P Boom(int k) : n(k) {
    if (k == 2) //=9
      throw k;  //=1
    log_++;     //=8
  }
  P ~Boom() noexcept(false) {
    log_ += 10;                                //=8
    if (n == 7 && !std::uncaught_exceptions()) //=8
      throw std::runtime_error("dtor");        //=1
  }                                            //=-
};

P static int arrays() {
  int r = 0; //=1
  try {
    Boom b[4] = {0, 1, 2, 3}; //=1
    r = 100;                  //=0
  } catch (int k) {           //=0
    r += k;                   //=1
  }
  try {
    Boom *p = new Boom[2]{4, 5}; //=1
    delete[] p;                  //=1
  } catch (...) {
    r = 1000; //=0
  }
  try {
    Boom b(7); //=1
    Boom c(6); //=1
    r++;       //=1
  }            //=1
  catch (const std::exception &e) {
    r += e.what()[0]; //=1
  }
  try {
    Boom d(7);       //=1
    throw 3.5;       //=1
  } catch (double) { //=1
    r += 2;          //=1
  }
  return r; //=1
}

struct Base {
  P Base(int k) {
    if (k < 0)                  //=3
      throw std::string("neg"); //=2
    log_++;                     //=1
  }
  P virtual ~Base() noexcept(false) { log_++; } //=1
};
struct Derived : virtual Base {
  Boom part;
  P Derived(int k) try : Base(k), part(8) {
    log_ += 5; //=1
  } catch (const std::string &s) {
    log_ += s.size(); //=2
  }
  P ~Derived() noexcept(false) try {
    log_ += 3; //=1
  }            // left open
  catch (...) {
    log_ += 1; //=0
  }
};
P static int blocks(int k) try {
  Derived d(k);            //=3
  return 1;                //=1
} catch (std::string &s) { //=1
  return s.size();         //=2
}

P static int rethrow(int depth) {
  try {
    if (depth == 0)                 //=4
      throw std::out_of_range("x"); //=1
    return rethrow(depth - 1);      //=3
  } catch (std::out_of_range &e) {
    if (depth % 2) //=1
      throw;       //=0
    try {
      throw std::string("inner"); //=1
    } catch (std::string &) {
      if (depth == 2)                                   //=1
        return 5;                                       //=0
      std::rethrow_exception(std::current_exception()); //=1
    }
  } catch (std::string &s) { //=-
    log_ += 10000;           //=3
    throw;                   //=3
  }
  return 0; //=0
}

P static int nested_exc(int n) {
  int seen = 0; //=1
  try {
    try {
      throw std::runtime_error("a"); //=1
    } catch (...) {
      std::throw_with_nested(std::logic_error("b")); //=1
    }
  } catch (const std::exception &e) {
    seen++; //=1
    try {
      std::rethrow_if_nested(e); //=1
      seen += 100;               //=0
    } catch (const std::runtime_error &in) {
      seen += n; //=1
    }
  }
  return seen; //=1
}

P static void spec() noexcept(false) {
  throw 1; //=3
}
P static int in_loop() {
  int got = 0;                  //=1
  for (int i = 0; i < 4; i++) { //=5
    try {
      if (i == 2) //=4
        continue; //=1
      spec();     //=3
      got = 100;  //=0
    } catch (int k) {
      got += k; //=3
      continue; //=3
    }
    got = 1000; //=0
  }
  return got; //=1
}

int main() {
  int a = arrays();
  int b = blocks(-1) + blocks(2) + blocks(-3);
  int c = -1;
  try {
    c = rethrow(3);
  } catch (std::string &s) {
    c = s.size();
  }
  std::printf("%d %d %d %d %d %d\n", a, b, c, nested_exc(4), in_loop(), log_);
}
