/* SPDX-License-Identifier: MIT */
/*
 * Line shapes: what a line can consist of, one a function.  The including file says
 * what a SHAPE, its BEGIN and its END are, and includes this twice: profiled, and with
 * readings of the clock around the measured line.  That line ends in a comment of two
 * angle brackets; BEGIN and END name what it uses and what it computes, by the kind of
 * register: R general, V vector, T x87, M memory.
 *
 * Included more than once, so there is no guard.
 */

SHAPE(int_arithmetic)
{
    for (int i = 0; i < PASSES; i++) {
        uint64_t x = int_in;
        BEGIN(R(x));
        uint64_t y = FORTY(MIX, x); /* << */
        END(R(y));
        int_out = y;
    }
}

SHAPE(int_division)
{
    for (int i = 0; i < PASSES; i++) {
        uint64_t x = int_in, by = int_in + 3;
        BEGIN(R(x), R(by));
        uint64_t y = TEN(DIVIDE, x); /* << */
        END(R(y));
        int_out = y;
    }
}

SHAPE(int_128_bits)
{
    for (int i = 0; i < PASSES; i++) {
        u128 x = int_in, y = (u128)int_in << 50;
        BEGIN(R(x), R(y));
        u128 z = FORTY(MULTIPLY_BY_Y, x); /* << */
        END(R(z));
        int_out = (uint64_t)(z >> 64);
    }
}

SHAPE(bits)
{
    for (int i = 0; i < PASSES; i++) {
        uint64_t x = int_in | 1;
        BEGIN(R(x));
        uint64_t y = TEN(COUNT_BITS, x); /* << */
        END(R(y));
        int_out = y;
    }
}

SHAPE(float_chain)
{
    for (int i = 0; i < PASSES; i++) {
        float x = float_in;
        BEGIN(V(x));
        float y = FORTY(STEP, x); /* << */
        END(V(y));
        float_out = y;
    }
}

SHAPE(double_chain)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x));
        double y = FORTY(STEP, x) + FORTY(STEP, x + 1); /* << */
        END(V(y));
        double_out = y;
    }
}

SHAPE(double_division)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x));
        double y = TEN(INVERT, x); /* << */
        END(V(y));
        double_out = y;
    }
}

SHAPE(square_root)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x));
        double y = TEN(ROOT, x); /* << */
        END(V(y));
        double_out = y;
    }
}

SHAPE(conversions)
{
    for (int i = 0; i < PASSES; i++) {
        int64_t x = (int64_t)int_in;
        BEGIN(R(x));
        int64_t y = TEN(CONVERT, x); /* << */
        END(R(y));
        int_out = (uint64_t)y;
    }
}

SHAPE(long_double_chain)
{
    for (int i = 0; i < PASSES; i++) {
        long double x = double_in;
        BEGIN(T(x));
        long double y = FORTY(STEP, x); /* << */
        END(T(y));
        double_out = (double)y;
    }
}

SHAPE(complex_product)
{
    for (int i = 0; i < PASSES; i++) {
        _Complex double x = double_in, y = double_in + 2.0i;
        BEGIN(C(x), C(y));
        _Complex double z = TEN(MULTIPLY_BY_Y, x); /* << */
        END(C(z));
        double_out = __real__ z + __imag__ z;
    }
}

SHAPE(vector_of_doubles)
{
    for (int i = 0; i < PASSES; i++) {
        two_doubles x = {double_in, double_in};
        BEGIN(V(x));
        two_doubles y = FORTY(STEP, x) / (x + 3); /* << */
        END(V(y));
        double_out = y[0] + y[1];
    }
}

SHAPE(vector_of_ints)
{
    for (int i = 0; i < PASSES; i++) {
        four_ints x = {(int)int_in, 2, 3, 4};
        BEGIN(V(x));
        four_ints y = FORTY(MIX, x); /* << */
        END(V(y));
        int_out = (uint64_t)(unsigned)(y[0] + y[3]);
    }
}

SHAPE(struct_in_registers)
{
    for (int i = 0; i < PASSES; i++) {
        struct point a = {double_in, 2, 3}, b = {4, double_in, 6};
        BEGIN(M(a), M(b));
        struct point c = TEN(CROSS_B, a); /* << */
        END(M(c));
        double_out = c.x + c.y + c.z;
    }
}

SHAPE(struct_copy)
{
    for (int i = 0; i < PASSES; i++) {
        record_in.words[i & 63] = int_in;
        BEGIN(M(record_in));
        record_out = record_in; /* << */
        END(M(record_out));
        int_out = record_out.words[0];
    }
}

SHAPE(local_array)
{
    for (int i = 0; i < PASSES; i++) {
        uint64_t x = int_in, a[64];
        BEGIN(R(x));
        REPEAT(64, a[k] = MIX(x + k)); /* << */
        END(M(a));
        int_out = a[x & 63];
    }
}

SHAPE(array_of_fixed_indices)
{
    for (int i = 0; i < PASSES; i++) {
        double a[4] = {double_in, 1, 2, 3};
        BEGIN(M(a));
        a[3] = FORTY(STEP, a[0]) * a[1] + a[2]; /* << */
        END(M(a));
        double_out = a[3] + a[0];
    }
}

SHAPE(pair_of_lines)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in, y = double_in + 1;
        double a = FORTY(STEP, x);
        BEGIN(V(x), V(y), V(a));
        double b = FORTY(STEP, y); /* << */
        END(V(b));
        double_pair[0] = a;
        double_pair[1] = b;
    }
}

SHAPE(inlined_helper)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x));
        double y = helper(x) * helper(x + 1); /* << */
        END(V(y));
        double_out = y;
    }
}

SHAPE(loop_invariant)
{
    double x = double_in;
    for (int i = 0; i < PASSES; i++) {
        BEGIN(V(x));
        double y = FORTY(STEP, x) / (x + 5); /* << */
        END(V(y));
        double_out = y;
    }
}

SHAPE(common_subexpression)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        double y = FORTY(STEP, x) * 3;
        BEGIN(V(x));
        double z = FORTY(STEP, x) * 7; /* << */
        END(V(z));
        double_out = y + z;
    }
}

SHAPE(used_in_a_later_branch)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x));
        double y = FORTY(STEP, x) + 3; /* << */
        END(V(y));
        if (i % 64 == 63)
            double_out = y;
    }
}

SHAPE(overwritten_later)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x));
        plain_double = FORTY(STEP, x); /* << */
        END(M(plain_double));
        plain_double = x;
    }
}

SHAPE(running_sum)
{
    double sum = double_in;
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x), V(sum));
        sum += TEN(STEP, x) + TEN(STEP, sum); /* << */
        END(V(sum));
    }
    double_out = sum;
}

SHAPE(reduction)
{
    for (int i = 0; i < PASSES; i++) {
        uint64_t sum = 0;
        BEGIN(M(numbers));
        REPEAT(NUMBERS, sum += numbers[k] ^ 0x55); /* << */
        END(R(sum));
        int_out = sum;
    }
}

SHAPE(reduction_of_floats)
{
    for (int i = 0; i < PASSES; i++) {
        float sum = 0;
        BEGIN(M(floats));
        REPEAT(NUMBERS, sum += floats[k] * 1.5f); /* << */
        END(V(sum));
        float_out = sum;
    }
}

SHAPE(nested_loops)
{
    for (int i = 0; i < PASSES; i++) {
        double_pair[0] = double_in;
        BEGIN(M(matrix));
        MULTIPLY(matrix[0], matrix[1], matrix[2]); /* << */
        END(M(matrix));
        double_out = matrix[2][1][1];
    }
}

SHAPE(cache_miss)
{
    for (int i = 0; i < PASSES; i++) {
        const uint64_t *at = &far_away[(uint64_t)i * 64 % FAR_AWAY];
        flush(at);
        BEGIN(R(at));
        uint64_t x = *at; /* << */
        END(R(x));
        int_out = x;
    }
}

SHAPE(cache_miss_used_later)
{
    for (int i = 0; i < PASSES; i++) {
        const uint64_t *at = &far_away[(uint64_t)i * 64 % FAR_AWAY];
        flush(at);
        BEGIN(R(at));
        uint64_t x = *at; /* << */
        END(R(x));
        uint64_t y = int_in;
        int_out = y;
        int_out = x;
    }
}

SHAPE(stores)
{
    for (int i = 0; i < PASSES; i++) {
        uint64_t x = int_in;
        BEGIN(R(x));
        REPEAT(NUMBERS, numbers_out[k] = x + k); /* << */
        END(M(numbers_out));
        int_out = numbers_out[5];
    }
}

SHAPE(atomic_add)
{
    for (int i = 0; i < PASSES; i++) {
        uint64_t x = int_in;
        BEGIN(R(x));
        uint64_t y = TEN(ADD_ATOMICALLY, x); /* << */
        END(R(y));
        int_out = y;
    }
}

SHAPE(atomic_exchange)
{
    for (int i = 0; i < PASSES; i++) {
        uint64_t x = int_in, y = plain_int;
        BEGIN(R(x), M(y));
        bool done = EXCHANGE(&plain_int, &y, x); /* << */
        END(R(done));
        int_out = done;
    }
}

SHAPE(leaf_call)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x));
        double y = TEN(CALL_LEAF, x); /* << */
        END(V(y));
        double_out = y;
    }
}

SHAPE(pure_call)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x));
        double y = pure_leaf(x) + pure_leaf(x + 1); /* << */
        END(V(y));
        double_out = y;
    }
}

SHAPE(call_through_pointer)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x));
        double y = TEN(CALL_POINTER, x); /* << */
        END(V(y));
        double_out = y;
    }
}

SHAPE(mathematics)
{
    for (int i = 0; i < PASSES; i++) {
        double x = double_in;
        BEGIN(V(x));
        double y = __builtin_exp(__builtin_sin(__builtin_exp(x))); /* << */
        END(V(y));
        double_out = y;
    }
}

SHAPE(memory_copy)
{
    for (int i = 0; i < PASSES; i++) {
        size_t size = int_in % 8 + sizeof text_in - 96;
        BEGIN(R(size), M(text_in));
        memcpy(text_out, text_in, size); /* << */
        END(M(text_out));
        int_out = (unsigned char)text_out[3];
    }
}

SHAPE(memory_set)
{
    for (int i = 0; i < PASSES; i++) {
        size_t size = int_in % 8 + sizeof text_in - 96;
        BEGIN(R(size));
        memset(text_out, 'x', size); /* << */
        END(M(text_out));
        int_out = (unsigned char)text_out[3];
    }
}

SHAPE(string_length)
{
    for (int i = 0; i < PASSES; i++) {
        const char *text = text_in + int_in % 2;
        BEGIN(R(text));
        size_t size = strlen(text) + strspn(text, "xyz"); /* << */
        END(R(size));
        int_out = size;
    }
}

SHAPE(string_print)
{
    for (int i = 0; i < PASSES; i++) {
        int x = (int)int_in;
        BEGIN(R(x));
        snprintf(text_out, sizeof text_out, "%d %s", x, "words"); /* << */
        END(M(text_out));
        int_out = (unsigned char)text_out[0];
    }
}

SHAPE(conditional_move)
{
    for (int i = 0; i < PASSES; i++) {
        int64_t x = (int64_t)int_in, y = i;
        BEGIN(R(x), R(y));
        int64_t z = FORTY(LESSER_OF_Y, x); /* << */
        END(R(z));
        int_out = (uint64_t)z;
    }
}

SHAPE(conditions)
{
    for (int i = 0; i < PASSES; i++) {
        uint64_t x = int_in + (uint64_t)i * 0x9e3779b97f4a7c15u;
        BEGIN(R(x));
        int y = IS_ODD_ONE(x) ? leaf_int(x) : IS_ODD_ONE(x + 9); /* << */
        END(R(y));
        int_out = (uint64_t)y;
    }
}

SHAPE(table_look_up)
{
    for (int i = 0; i < PASSES; i++) {
        unsigned x = (unsigned)int_in & 255;
        BEGIN(R(x));
        unsigned y = FORTY(LOOK_UP, x); /* << */
        END(R(y));
        int_out = y;
    }
}

SHAPE(list_walk)
{
    for (int i = 0; i < PASSES; i++) {
        const struct link *link = first_link;
        BEGIN(R(link));
        WALK(link); /* << */
        END(R(link));
        int_out = link->value;
    }
}

SHAPE(variable_array)
{
    for (int i = 0; i < PASSES; i++) {
        size_t size = int_in % 8 + 24;
        BEGIN(R(size));
        uint64_t sum = variable_sum(size); /* << */
        END(R(sum));
        int_out = sum;
    }
}

SHAPE(empty)
{
    for (int i = 0; i < PASSES; i++) {
        uint64_t x = int_in;
        BEGIN(R(x));
        uint64_t y = x; /* << */
        END(R(y));
        int_out = y;
    }
}
