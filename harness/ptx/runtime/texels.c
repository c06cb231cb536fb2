/* What texture instructions read: texels of every format as 32-bit words, and weighted sums of them. The texel 0 is the
 * border. All of it is what an H100 gave (fixtures/gpu_textures): the CUDA guide leaves open how precise a filter is.
 */
#include "texels.h"

void kh_f16_to_f32(const uint16_t *a, float *out, uint32_t n);
void kh_f32_to_f16(const float *a, uint16_t *out, uint32_t n, uint32_t mode);

static int has_floats(const kh_texture *t) { return t->texel >= TEXEL_F16; }

/* The greatest value of a format that is read as parts of it. */
static int32_t most_of(const kh_texture *t) {
  switch (t->texel) {
    case TEXEL_U8: return 255;
    case TEXEL_U16: return 65535;
    case TEXEL_S8: return 127;
    default: return 32767;
  }
}

/* The border as an integer of the format. */
static int32_t border_level(const kh_texture *t, uint32_t channel) {
  float x = t->border[channel];
  int32_t most = most_of(t), least = t->texel == TEXEL_S8 || t->texel == TEXEL_S16 ? -most : 0;
  if (!(x * (float)most > (float)least)) return least;
  return x >= 1 ? most : (int32_t)kh_floor((double)x * most + 0.5);
}

static int32_t level_of(const kh_texture *t, const uint8_t *texel, uint32_t channel) {
  switch (t->texel) {
    case TEXEL_U8: return texel[channel];
    case TEXEL_U16: return ((const uint16_t *)texel)[channel];
    case TEXEL_S8: return ((const int8_t *)texel)[channel];
    case TEXEL_S16: return ((const int16_t *)texel)[channel];
    default: return (int32_t)((const uint32_t *)texel)[channel];
  }
}

static float float_of_texel(const kh_texture *t, const uint8_t *texel, uint32_t channel) {
  float x;
  if (!texel) return t->border[channel];
  if (t->texel == TEXEL_F32) return ((const float *)texel)[channel];
  kh_f16_to_f32((const uint16_t *)texel + channel, &x, 1);
  return x;
}

/* A channel as 32 bits; channels that the format lacks are 0. */
uint32_t kh_texel_channel(const kh_texture *t, const uint8_t *texel, uint32_t channel) {
  if (channel >= t->channels) return 0;
  if (has_floats(t)) return kh_as_bits(float_of_texel(t, texel, channel));
  if (!(t->flags & TEXTURE_FLOATS))
    return texel ? (uint32_t)level_of(t, texel, channel) : kh_as_bits(t->border[channel]);
  int32_t level = texel ? level_of(t, texel, channel) : border_level(t, channel), most = most_of(t);
  return kh_as_bits((float)(level < -most ? -most : level) / (float)most);
}

/* Integers become 16 bits wide before they are weighed; the sum is rounded to 16 bits, a half up. */
static uint32_t filtered_levels(const kh_texture *t, const uint8_t *const *texels, const int32_t *weights, uint32_t n,
                                uint32_t channel) {
  int is_signed = t->texel == TEXEL_S8 || t->texel == TEXEL_S16;
  int64_t most = most_of(t), most_wide = is_signed ? 32767 : 65535, sum = 0;
  for (uint32_t k = 0; k < n; k++)
    sum += (int64_t)weights[k] * (texels[k] ? level_of(t, texels[k], channel) : border_level(t, channel));
  int64_t level = kh_floor((double)(sum * most_wide) / (double)(256 * most) + 0.5);
  return kh_as_bits((float)(level < -most_wide ? -most_wide : level) / (float)most_wide);
}

/* A double with `bits` significant bits, a half away from zero. */
static double rounded(double x, int bits) {
  uint64_t u;
  __builtin_memcpy(&u, &x, 8);
  u += 1ull << (52 - bits);
  u &= ~0ull << (53 - bits);
  __builtin_memcpy(&x, &u, 8);
  return x;
}

/* Floats lose what lies more than 4 bits behind the last bit of the greatest of them. */
static uint32_t filtered_floats(const kh_texture *t, const uint8_t *const *texels, const int32_t *weights, uint32_t n,
                                uint32_t channel) {
  int bits = t->texel == TEXEL_F32 ? 24 : 11, is_finite = 1;
  double values[MAX_TAPS], largest = 0, sum = 0;
  for (uint32_t k = 0; k < n; k++) {
    values[k] = (double)float_of_texel(t, texels[k], channel);
    double size = __builtin_fabs(values[k]);
    is_finite &= size < __builtin_inf();
    if (size > largest) largest = size;
  }
  if (is_finite && largest > 0) {
    uint64_t exponent;
    __builtin_memcpy(&exponent, &largest, 8);
    exponent = ((exponent >> 52) - (uint64_t)bits - 3) << 52;
    double unit;
    __builtin_memcpy(&unit, &exponent, 8);
    for (uint32_t k = 0; k < n; k++) values[k] = (double)(int64_t)(values[k] / unit) * unit;
  }
  for (uint32_t k = 0; k < n; k++)
    if (weights[k]) sum += weights[k] * values[k];
  return kh_as_bits((float)(is_finite ? rounded(sum / 256, bits) : sum));
}

uint32_t kh_filtered(const kh_texture *t, const uint8_t *const *texels, const int32_t *weights, uint32_t n,
                     uint32_t channel) {
  if (channel >= t->channels) return 0;
  return has_floats(t) ? filtered_floats(t, texels, weights, n, channel)
                       : filtered_levels(t, texels, weights, n, channel);
}
