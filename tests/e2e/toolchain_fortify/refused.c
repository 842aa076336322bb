// SPDX-License-Identifier: MIT
/* Compiles only if the compiler sees that none of the calls below is reached. */
#include <stddef.h>
#include <string.h>

extern void too_large(void) __attribute__((__error__("too large")));
extern void bad_size(void) __attribute__((__error__("bad size")));
extern void out_of_range(void) __attribute__((__error__("out of range")));
extern void suspect(void) __attribute__((__warning__("suspect")));
extern void use(void *);

struct key {
    int length;
    char bytes[64];
};

static inline void check(const void *to, size_t size)
{
    const size_t room = __builtin_object_size(to, 0);
    if (room < size)
        too_large();
}

static inline void copy(void *to, const void *from, size_t size)
{
    if (__builtin_constant_p(size)) {
        check(to, size);
        if (size > 64)
            too_large();
    }
    memcpy(to, from, size);
}

static inline void put(void *to, unsigned long value, int size)
{
    switch (size) {
    case 1:
        *(unsigned char *)to = value;
        break;
    case 4:
        *(unsigned *)to = value;
        break;
    case 8:
        *(unsigned long *)to = value;
        break;
    default:
        bad_size();
    }
}

void set(struct key *k, const void *from)
{
    void *to = &k->bytes[0];
    unsigned room = __builtin_object_size(to, 0);
    if (room < 32)
        too_large();
    copy(to, from, 48);
    use(to);
}

void local(const void *from)
{
    struct key k;
    k.length = 16;
    char *to = k.bytes;
    copy(to, from, 64);
    to += 8;
    check(to, 56);
    if (k.length > 64)
        out_of_range();
    use(&k);
}

void stored(struct key *k)
{
    k->length = 12;
    int length = k->length;
    if (length != 12)
        bad_size();
    put(&k->length, 3, sizeof(k->length));
    put(k->bytes, 7, 8);
}

int narrow(unsigned n)
{
    unsigned low = n & 15;
    low += 2;
    if (low > 17)
        out_of_range();
    if (n > 100)
        return 0;
    n /= 10;
    if (n > 10)
        suspect();
    return n + low;
}

int turns(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int index = i;
        if (index > 3)
            out_of_range();
        sum += index;
    }
    int *p = &sum;
    if (!p)
        suspect();
    if ((size_t)p & 3)
        suspect();
    return sum;
}
