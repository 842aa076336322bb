// SPDX-License-Identifier: GPL-3.0-or-later
// A set of small numbers, for dataflow.
#ifndef BITS_H
#define BITS_H

#include <cstdint>
#include <vector>

namespace lineprof {

class bits {
  public:
    explicit bits(size_t size = 0, bool full = false)
        : words_((size + 63) / 64, full ? ~uint64_t(0) : 0)
    {
    }
    bool test(size_t bit) const
    {
        return words_[bit / 64] >> bit % 64 & 1;
    }
    void set(size_t bit)
    {
        words_[bit / 64] |= uint64_t(1) << bit % 64;
    }
    void reset(size_t bit)
    {
        words_[bit / 64] &= ~(uint64_t(1) << bit % 64);
    }
    void fill()
    {
        words_.assign(words_.size(), ~uint64_t(0));
    }
    // Each of these tells whether the set has changed.
    bool unite(const bits &other)
    {
        return combine(other, [](uint64_t a, uint64_t b) { return a | b; });
    }
    bool intersect(const bits &other)
    {
        return combine(other, [](uint64_t a, uint64_t b) { return a & b; });
    }
    bool subtract(const bits &other)
    {
        return combine(other, [](uint64_t a, uint64_t b) { return a & ~b; });
    }
    bool operator==(const bits &other) const
    {
        return words_ == other.words_;
    }
    bool operator!=(const bits &other) const
    {
        return words_ != other.words_;
    }
    // The number of the only member, or -1 when there are none or several.
    int only_member() const
    {
        int found = -1;
        for (size_t word = 0; word < words_.size(); word++) {
            const uint64_t value = words_[word];
            if (!value)
                continue;
            if (found >= 0 || (value & (value - 1)))
                return -1;
            found = int(word * 64) + __builtin_ctzll(value);
        }
        return found;
    }
    template <typename visitor> void for_each(visitor visit) const
    {
        for (size_t word = 0; word < words_.size(); word++)
            for (uint64_t value = words_[word]; value; value &= value - 1)
                visit(word * 64 + __builtin_ctzll(value));
    }

  private:
    template <typename operation> bool combine(const bits &other, operation op)
    {
        bool changed = false;
        for (size_t word = 0; word < words_.size(); word++) {
            const uint64_t value = op(words_[word], other.words_[word]);
            changed |= value != words_[word];
            words_[word] = value;
        }
        return changed;
    }

    std::vector<uint64_t> words_;
};

} // namespace lineprof

#endif
