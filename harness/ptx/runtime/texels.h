/* Texels as words of a result: read one at a time, or weighed. */
#pragma once

#include "arithmetic.h"
#include "textures.h"

#define MAX_TAPS 8 /* texels of a filter */

static inline int64_t kh_floor(double x) {
  int64_t down = (int64_t)x;
  return down - (x < (double)down);
}

uint32_t kh_texel_channel(const kh_texture *t, const uint8_t *texel, uint32_t channel);
/* `weights`: in parts of 256, 256 in all. `counted`: bits of the texels that lie beside the place; the weight of one may
 * be 0. */
uint32_t kh_filtered(const kh_texture *t, const uint8_t *const *texels, const int32_t *weights, uint32_t n,
                     uint32_t counted, uint32_t channel);
