/* Conversions and sums that memory.c and matrix.c need, too. */
#ifndef KH_ARITHMETIC_H
#define KH_ARITHMETIC_H

#include <stdint.h>

void kh_add_f16(const uint16_t *a, const uint16_t *b, uint16_t *out, uint32_t n);
void kh_add_bf16(const uint16_t *a, const uint16_t *b, uint16_t *out, uint32_t n);
void kh_e4m3_to_f32(const uint16_t *a, float *out);
void kh_e5m2_to_f32(const uint16_t *a, float *out);

#endif
