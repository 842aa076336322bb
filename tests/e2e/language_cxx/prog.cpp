// SPDX-License-Identifier: MIT
#include <cstdio>
#include <stdexcept>

namespace shop {

template <class T> class till {
  public:
    [[gnu::profile]] void add(T price)
    {
        if (price < 0)
            throw std::invalid_argument("price");
        total_ += price;
    }

    T total() const
    {
        return total_;
    }

  private:
    T total_ = 0;
};

} // namespace shop

int main()
{
    shop::till<int> coins;
    shop::till<double> notes;
    for (int price : {3, 4, -1, 5}) {
        try {
            coins.add(price);
            notes.add(price * 100);
        } catch (const std::invalid_argument &) {
            std::puts("refused");
        }
    }
    std::printf("%d %g\n", coins.total(), notes.total());
}
