/* What texture instructions read: texels of every format as 32-bit words, and weighted sums of them. The texel 0 is the
 * border. All results follow an H100 (fixtures/gpu_textures): the CUDA guide leaves the precision of a filter open. */

#define MAX_TAPS 8 /* texels of a filter */

static int64_t floor_of(double x) {
  int64_t down = (int64_t)x;
  return down - (x < (double)down);
}

static int has_floats(const kh_texture *t) { return t->texel >= TEXEL_F16; }

/* The greatest value of a format whose values are read as fractions of it. */
static int32_t most_of(const kh_texture *t) {
  switch (t->texel) {
    case TEXEL_U8: return 255;
    case TEXEL_U16: return 65535;
    case TEXEL_S8: return 127;
    default: return 32767;
  }
}

/* The border as an integer of the format, a half toward zero. */
static int32_t border_level(const kh_texture *t, uint32_t channel) {
  float x = t->border[channel], most = (float)most_of(t),
        least = t->texel == TEXEL_S8 || t->texel == TEXEL_S16 ? -most : 0;
  if (x != x) return 0;
  float wide = x * most, size = wide < 0 ? -wide : wide;
  if (wide <= least || wide >= most) return (int32_t)(wide <= least ? least : most);
  int32_t down = (int32_t)size, level = down + (size - (float)down > 0.5f);
  return wide < 0 ? -level : level;
}

static float border_float(const kh_texture *t, uint32_t channel) {
  float x = t->border[channel];
  uint16_t half;
  if (t->texel == TEXEL_F32 || x - x != 0) return x;
  kh_f32_to_f16(&x, &half, 1, 1); /* toward zero */
  kh_f16_to_f32(&half, &x, 1);
  return x;
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
  if (!texel) return border_float(t, channel);
  if (t->texel == TEXEL_F32) return ((const float *)texel)[channel];
  kh_f16_to_f32((const uint16_t *)texel + channel, &x, 1);
  return x;
}

/* A channel as 32 bits; channels that the format lacks are 0. */
uint32_t kh_texel_channel(const kh_texture *t, const uint8_t *texel, uint32_t channel) {
  if (channel >= t->channels) return 0;
  if (has_floats(t)) return kh_as_bits(float_of_texel(t, texel, channel));
  if (!(t->flags & TEXTURE_FLOATS)) {
    /* of a border the low bits of the number */
    return (uint32_t)(texel ? level_of(t, texel, channel) : level_of(t, (const uint8_t *)&t->border[channel], 0));
  }
  int32_t level = texel ? level_of(t, texel, channel) : border_level(t, channel), most = most_of(t);
  return kh_as_bits((float)(level < -most ? -most : level) / (float)most);
}

/* The sum of integers becomes 16 bits wide and is rounded, a half up. */
static uint32_t filtered_levels(const kh_texture *t, const uint8_t *const *texels, const int32_t *weights, uint32_t n,
                                uint32_t channel) {
  int64_t sum = 0;
  for (uint32_t k = 0; k < n; k++)
    sum += (int64_t)weights[k] * (texels[k] ? level_of(t, texels[k], channel) : border_level(t, channel));
  switch (t->texel) {
    case TEXEL_U8: return kh_as_bits((float)((sum * 257 + 128) >> 8) / 65535.0f);
    case TEXEL_U16: return kh_as_bits((float)((sum + 128) >> 8) / 65535.0f);
    case TEXEL_S8: sum = (sum * 8 + (sum >> 4) + (sum >> 12) + 4) >> 3; break; /* near 32767 / 127 / 256 */
    default: sum = (sum + 128) >> 8; break;
  }
  return kh_as_bits((float)(sum < -32767 ? -32767 : sum) / 32767.0f);
}

/* A double with `bits` significant bits, a half away from zero. */
static double rounded(double x, int bits) {
  return kh_as_double((kh_as_bits64(x) + (1ull << (52 - bits))) & ~0ull << (53 - bits));
}

/* The last of `bits` significant bits of a positive number. */
static double last_bit(double x, int bits) {
  return kh_as_double(((kh_as_bits64(x) >> 52) - (uint64_t)bits + 1) << 52);
}

static double size_of(double x) { return __builtin_fabs(x); }

/* The weighted sum of up to four texels, NaN or infinite with any of them. Low bits are lost where a greater texel is
 * among them. `largest` becomes the greatest product. */
static double sum_of(double *values, const int32_t *weights, uint32_t n, int bits, double *largest) {
  double sum = -0.0, greatest = 0, special = 0;
  for (uint32_t k = 0; k < n; k++) {
    if (values[k] - values[k] != 0)
      special += values[k];
    else if (weights[k] && size_of(values[k]) > greatest)
      greatest = size_of(values[k]);
  }
  if (special != 0) return special;
  double unit = greatest > 0 ? last_bit(greatest, bits + 4) : 1;
  for (uint32_t k = 0; k < n; k++) {
    if (!weights[k] && values[k] != 0) values[k] = 0;
    double product = __builtin_copysign((double)(int64_t)(values[k] / unit) * unit, values[k]) * weights[k] / 256;
    if (size_of(product) > *largest) *largest = size_of(product);
    sum += product;
  }
  return sum;
}

/* Two slices of a volume are summed one by one. Bits of their sums far below the greatest product are lost,
 * downwards. */
static uint32_t filtered_floats(const kh_texture *t, const uint8_t *const *texels, const int32_t *weights, uint32_t n,
                                uint32_t counted, uint32_t channel) {
  int is_wide = t->texel == TEXEL_F32, bits = is_wide ? 24 : 11;
  double values[MAX_TAPS], slices[2] = {-0.0, -0.0}, largest = 0;
  for (uint32_t k = 0; k < n; k++) {
    values[k] = counted >> k & 1 ? (double)float_of_texel(t, texels[k], channel) : -0.0;
    if (is_wide && size_of(values[k]) < 0x1p-126) values[k] = __builtin_copysign(0, values[k]);
  }
  for (uint32_t k = 0; 4 * k < n; k++)
    slices[k] = sum_of(values + 4 * k, weights + 4 * k, n < 4 ? n : 4, bits, &largest);
  double sum = slices[0] + slices[1];
  if (sum != sum) return is_wide ? 0x7fffffff : 0x7fffe000;
  if (sum - sum != 0) return kh_as_bits((float)sum);
  if (n == MAX_TAPS && largest > 0) {
    double unit = last_bit(largest, bits + 12);
    int64_t kept = floor_of(slices[0] / unit) + floor_of(slices[1] / unit);
    sum = kept ? (double)kept * unit : __builtin_copysign(0, sum);
  }
  double size = size_of(sum);
  if (is_wide && size < 0x1p-126)
    size = 0;
  else if (!is_wide && size < 0x1p-14) /* subnormal as a half */
    size = (double)(int64_t)(size * 0x1p24 + 0.5) * 0x1p-24;
  else
    size = rounded(size, bits);
  return kh_as_bits((float)__builtin_copysign(size, sum));
}

/* `weights`: in parts of 256, 256 in all. `counted`: bits of the texels next to the place; the weight of one may be
 * 0. */
uint32_t kh_filtered(const kh_texture *t, const uint8_t *const *texels, const int32_t *weights, uint32_t n,
                     uint32_t counted, uint32_t channel) {
  if (channel >= t->channels) return 0;
  return has_floats(t) ? filtered_floats(t, texels, weights, n, counted, channel)
                       : filtered_levels(t, texels, weights, n, channel);
}
