// case: machine_modes
// cc: -Wno-psabi -Wno-overflow
// files: machine_modes.inc
// Values of every kind that the machine has, kept over several lines: each kind of
// register, and what fits into none.
#include <stdio.h>
#include <string.h>

#if (defined __SSE2__ && __GNUC__ >= 12) || defined __aarch64__
#define HAS_FLOAT16
#endif

#define PASTE(a, b) a##b
#define NAMED(a, b) PASTE(a, b)
#define P __attribute__((profile, noinline))

static long total;

static void add(const void *bytes, size_t size) {
  unsigned hash = 17;
  for (size_t i = 0; i < size; i++)
    hash = hash * 31 + ((const unsigned char *)bytes)[i];
  total += hash;
}

#define MAKE(n) ((TYPE)(n))
#define ADD(value) (total = total * 3 + (long)(value))

#define NAME bool_
#define TYPE _Bool
#include "machine_modes.inc"
#define NAME byte
#define TYPE signed char
#include "machine_modes.inc"
#define NAME half
#define TYPE unsigned short
#include "machine_modes.inc"
#define NAME word
#define TYPE int
#include "machine_modes.inc"
#define NAME long_
#define TYPE long
#include "machine_modes.inc"
#define NAME float_
#define TYPE float
#include "machine_modes.inc"
#define NAME double_
#define TYPE double
#include "machine_modes.inc"
#define NAME long_double
#define TYPE long double
#include "machine_modes.inc"
#define NAME float32
#define TYPE _Float32
#include "machine_modes.inc"
#define NAME float32x
#define TYPE _Float32x
#include "machine_modes.inc"
#define NAME float64x
#define TYPE _Float64x
#include "machine_modes.inc"
#define NAME float128
#define TYPE _Float128
#include "machine_modes.inc"
#ifdef __SIZEOF_INT128__
#define NAME int128
#define TYPE __int128
#include "machine_modes.inc"
#endif
#ifdef HAS_FLOAT16
#define NAME float16
#define TYPE _Float16
#include "machine_modes.inc"
#endif
#ifdef __aarch64__
#define NAME fp16
#define TYPE __fp16
#include "machine_modes.inc"
#endif
#if defined __x86_64__ && defined __SSE2__
#define HAS_DECIMAL
#define NAME decimal32
#define TYPE _Decimal32
#include "machine_modes.inc"
#define NAME decimal64
#define TYPE _Decimal64
#include "machine_modes.inc"
#define NAME decimal128
#define TYPE _Decimal128
#include "machine_modes.inc"
#endif
#define NAME mode_qi
typedef int qi __attribute__((mode(QI)));
#define TYPE qi
#include "machine_modes.inc"
#define NAME mode_ti
typedef int ti __attribute__((mode(TI)));
#define TYPE ti
#include "machine_modes.inc"
#define NAME mode_tf
typedef float tf __attribute__((mode(TF)));
#define TYPE tf
#include "machine_modes.inc"

#undef ADD
#define ADD(value) (total = total * 3 + (long)__real__(value))
#define NAME complex_byte
#define TYPE _Complex signed char
#include "machine_modes.inc"
#define NAME complex_half
#define TYPE _Complex unsigned short
#include "machine_modes.inc"
#define NAME complex_word
#define TYPE _Complex int
#include "machine_modes.inc"
#define NAME complex_long
#define TYPE _Complex long
#include "machine_modes.inc"
#define NAME complex_int128
typedef _Complex int cti __attribute__((mode(CTI)));
#define TYPE cti
#include "machine_modes.inc"
#define NAME complex_float
#define TYPE _Complex float
#include "machine_modes.inc"
#define NAME complex_double
#define TYPE _Complex double
#include "machine_modes.inc"
#define NAME complex_long_double
#define TYPE _Complex long double
#include "machine_modes.inc"
#define NAME complex_float128
#define TYPE _Complex _Float128
#include "machine_modes.inc"
#ifdef HAS_FLOAT16
#define NAME complex_float16
#define TYPE _Complex _Float16
#include "machine_modes.inc"
#endif

/* Vectors, some larger than any register. */
#undef ADD
#undef MAKE
#define MAKE(n) ((TYPE){0} + (n))
#define ADD(value) (add(&(value), sizeof(value)))
typedef signed char vbytes_2 __attribute__((vector_size(2)));
#define NAME bytes_2
#define TYPE vbytes_2
#include "machine_modes.inc"
typedef signed char vbytes_4 __attribute__((vector_size(4)));
#define NAME bytes_4
#define TYPE vbytes_4
#include "machine_modes.inc"
typedef signed char vbytes_8 __attribute__((vector_size(8)));
#define NAME bytes_8
#define TYPE vbytes_8
#include "machine_modes.inc"
typedef signed char vbytes_16 __attribute__((vector_size(16)));
#define NAME bytes_16
#define TYPE vbytes_16
#include "machine_modes.inc"
typedef signed char vbytes_32 __attribute__((vector_size(32)));
#define NAME bytes_32
#define TYPE vbytes_32
#include "machine_modes.inc"
typedef signed char vbytes_64 __attribute__((vector_size(64)));
#define NAME bytes_64
#define TYPE vbytes_64
#include "machine_modes.inc"
typedef signed char vbytes_128 __attribute__((vector_size(128)));
#define NAME bytes_128
#define TYPE vbytes_128
#include "machine_modes.inc"
typedef short vhalves_2 __attribute__((vector_size(2)));
#define NAME halves_2
#define TYPE vhalves_2
#include "machine_modes.inc"
typedef short vhalves_4 __attribute__((vector_size(4)));
#define NAME halves_4
#define TYPE vhalves_4
#include "machine_modes.inc"
typedef short vhalves_8 __attribute__((vector_size(8)));
#define NAME halves_8
#define TYPE vhalves_8
#include "machine_modes.inc"
typedef short vhalves_16 __attribute__((vector_size(16)));
#define NAME halves_16
#define TYPE vhalves_16
#include "machine_modes.inc"
typedef short vhalves_32 __attribute__((vector_size(32)));
#define NAME halves_32
#define TYPE vhalves_32
#include "machine_modes.inc"
typedef short vhalves_64 __attribute__((vector_size(64)));
#define NAME halves_64
#define TYPE vhalves_64
#include "machine_modes.inc"
typedef short vhalves_128 __attribute__((vector_size(128)));
#define NAME halves_128
#define TYPE vhalves_128
#include "machine_modes.inc"
typedef int vwords_4 __attribute__((vector_size(4)));
#define NAME words_4
#define TYPE vwords_4
#include "machine_modes.inc"
typedef int vwords_8 __attribute__((vector_size(8)));
#define NAME words_8
#define TYPE vwords_8
#include "machine_modes.inc"
typedef int vwords_16 __attribute__((vector_size(16)));
#define NAME words_16
#define TYPE vwords_16
#include "machine_modes.inc"
typedef int vwords_32 __attribute__((vector_size(32)));
#define NAME words_32
#define TYPE vwords_32
#include "machine_modes.inc"
typedef int vwords_64 __attribute__((vector_size(64)));
#define NAME words_64
#define TYPE vwords_64
#include "machine_modes.inc"
typedef int vwords_128 __attribute__((vector_size(128)));
#define NAME words_128
#define TYPE vwords_128
#include "machine_modes.inc"
typedef long vlongs_8 __attribute__((vector_size(8)));
#define NAME longs_8
#define TYPE vlongs_8
#include "machine_modes.inc"
typedef long vlongs_16 __attribute__((vector_size(16)));
#define NAME longs_16
#define TYPE vlongs_16
#include "machine_modes.inc"
typedef long vlongs_32 __attribute__((vector_size(32)));
#define NAME longs_32
#define TYPE vlongs_32
#include "machine_modes.inc"
typedef long vlongs_64 __attribute__((vector_size(64)));
#define NAME longs_64
#define TYPE vlongs_64
#include "machine_modes.inc"
typedef long vlongs_128 __attribute__((vector_size(128)));
#define NAME longs_128
#define TYPE vlongs_128
#include "machine_modes.inc"
typedef ti vwides_16 __attribute__((vector_size(16)));
#define NAME wides_16
#define TYPE vwides_16
#include "machine_modes.inc"
typedef ti vwides_32 __attribute__((vector_size(32)));
#define NAME wides_32
#define TYPE vwides_32
#include "machine_modes.inc"
typedef ti vwides_64 __attribute__((vector_size(64)));
#define NAME wides_64
#define TYPE vwides_64
#include "machine_modes.inc"
typedef ti vwides_128 __attribute__((vector_size(128)));
#define NAME wides_128
#define TYPE vwides_128
#include "machine_modes.inc"
typedef float vfloats_4 __attribute__((vector_size(4)));
#define NAME floats_4
#define TYPE vfloats_4
#include "machine_modes.inc"
typedef float vfloats_8 __attribute__((vector_size(8)));
#define NAME floats_8
#define TYPE vfloats_8
#include "machine_modes.inc"
typedef float vfloats_16 __attribute__((vector_size(16)));
#define NAME floats_16
#define TYPE vfloats_16
#include "machine_modes.inc"
typedef float vfloats_32 __attribute__((vector_size(32)));
#define NAME floats_32
#define TYPE vfloats_32
#include "machine_modes.inc"
typedef float vfloats_64 __attribute__((vector_size(64)));
#define NAME floats_64
#define TYPE vfloats_64
#include "machine_modes.inc"
typedef float vfloats_128 __attribute__((vector_size(128)));
#define NAME floats_128
#define TYPE vfloats_128
#include "machine_modes.inc"
typedef double vdoubles_8 __attribute__((vector_size(8)));
#define NAME doubles_8
#define TYPE vdoubles_8
#include "machine_modes.inc"
typedef double vdoubles_16 __attribute__((vector_size(16)));
#define NAME doubles_16
#define TYPE vdoubles_16
#include "machine_modes.inc"
typedef double vdoubles_32 __attribute__((vector_size(32)));
#define NAME doubles_32
#define TYPE vdoubles_32
#include "machine_modes.inc"
typedef double vdoubles_64 __attribute__((vector_size(64)));
#define NAME doubles_64
#define TYPE vdoubles_64
#include "machine_modes.inc"
typedef double vdoubles_128 __attribute__((vector_size(128)));
#define NAME doubles_128
#define TYPE vdoubles_128
#include "machine_modes.inc"
#ifdef HAS_FLOAT16
typedef _Float16 vsmall_floats_2 __attribute__((vector_size(2)));
#define NAME small_floats_2
#define TYPE vsmall_floats_2
#include "machine_modes.inc"
typedef _Float16 vsmall_floats_4 __attribute__((vector_size(4)));
#define NAME small_floats_4
#define TYPE vsmall_floats_4
#include "machine_modes.inc"
typedef _Float16 vsmall_floats_8 __attribute__((vector_size(8)));
#define NAME small_floats_8
#define TYPE vsmall_floats_8
#include "machine_modes.inc"
typedef _Float16 vsmall_floats_16 __attribute__((vector_size(16)));
#define NAME small_floats_16
#define TYPE vsmall_floats_16
#include "machine_modes.inc"
typedef _Float16 vsmall_floats_32 __attribute__((vector_size(32)));
#define NAME small_floats_32
#define TYPE vsmall_floats_32
#include "machine_modes.inc"
typedef _Float16 vsmall_floats_64 __attribute__((vector_size(64)));
#define NAME small_floats_64
#define TYPE vsmall_floats_64
#include "machine_modes.inc"
#endif

int main(void) {
  bool__check();
  byte_check();
  half_check();
  word_check();
  long__check();
  float__check();
  double__check();
  long_double_check();
  float32_check();
  float32x_check();
  float64x_check();
  float128_check();
  mode_qi_check();
  mode_ti_check();
  mode_tf_check();
  complex_byte_check();
  complex_half_check();
  complex_word_check();
  complex_long_check();
  complex_int128_check();
  complex_float_check();
  complex_double_check();
  complex_long_double_check();
  complex_float128_check();
  bytes_2_check();
  bytes_4_check();
  bytes_8_check();
  bytes_16_check();
  bytes_32_check();
  bytes_64_check();
  bytes_128_check();
  halves_2_check();
  halves_4_check();
  halves_8_check();
  halves_16_check();
  halves_32_check();
  halves_64_check();
  halves_128_check();
  words_4_check();
  words_8_check();
  words_16_check();
  words_32_check();
  words_64_check();
  words_128_check();
  longs_8_check();
  longs_16_check();
  longs_32_check();
  longs_64_check();
  longs_128_check();
  wides_16_check();
  wides_32_check();
  wides_64_check();
  wides_128_check();
  floats_4_check();
  floats_8_check();
  floats_16_check();
  floats_32_check();
  floats_64_check();
  floats_128_check();
  doubles_8_check();
  doubles_16_check();
  doubles_32_check();
  doubles_64_check();
  doubles_128_check();
#ifdef __SIZEOF_INT128__
  int128_check();
#endif
#ifdef HAS_FLOAT16
  float16_check();
  complex_float16_check();
  small_floats_2_check();
  small_floats_4_check();
  small_floats_8_check();
  small_floats_16_check();
  small_floats_32_check();
  small_floats_64_check();
#endif
#ifdef __aarch64__
  fp16_check();
#endif
#ifdef HAS_DECIMAL
  decimal32_check();
  decimal64_check();
  decimal128_check();
#endif
  printf("%ld\n", total);
  return 0;
}
