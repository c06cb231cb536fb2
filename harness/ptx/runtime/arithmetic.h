/* Conversions and sums that other files need, too. */
#ifndef KH_ARITHMETIC_H
#define KH_ARITHMETIC_H

#include <stdint.h>

/* A number's bits, and the number of some bits. */
static inline float kh_as_float(uint32_t bits) {
  float x;
  __builtin_memcpy(&x, &bits, 4);
  return x;
}

static inline uint32_t kh_as_bits(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, 4);
  return bits;
}

static inline double kh_as_double(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, 8);
  return x;
}

static inline uint64_t kh_as_bits64(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, 8);
  return bits;
}

void kh_add_f16(const uint16_t *a, const uint16_t *b, uint16_t *out, uint32_t n);
void kh_add_bf16(const uint16_t *a, const uint16_t *b, uint16_t *out, uint32_t n);
void kh_f16_to_f32(const uint16_t *a, float *out, uint32_t n);
void kh_f32_to_f16(const float *a, uint16_t *out, uint32_t n, uint32_t mode); /* mode 0: to nearest, 1: toward zero */
void kh_e4m3_to_f32(const uint16_t *a, float *out);
void kh_e5m2_to_f32(const uint16_t *a, float *out);

#endif
