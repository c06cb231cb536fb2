/* tex, tld4, txq and suq: where the texels of a sample lie, and their weights. The rules come from the CUDA C++
 * Programming Guide, "Texture Fetching", and from an H100 where the guide leaves them open (fixtures/gpu_textures). */

#define FAR 1.0e9 /* a coordinate beyond this is as good as infinite */
#define OUTSIDE (-1)

/* The object of a lane's handle, or 0 after a report. A cube is for surface instructions an array of faces. */
static const kh_texture *kh_texture_of(kh_worker *W, uint64_t handle, uint32_t kind, uint32_t geometry, uint32_t lane,
                                       uint32_t site) {
  const kh_launch *L = W->launch;
  uint64_t index = handle - TEXTURE_BASE;
  const kh_texture *t = index < L->n_textures ? (const kh_texture *)L->textures + index : 0;
  if (!t || t->kind != kind) {
    kh_report(W, site, kind == TEXTURE_SURFACE ? FAULT_NO_SURFACE : FAULT_NO_TEXTURE, lane, handle);
    return 0;
  }
  uint32_t has = t->geometry;
  if (kind == TEXTURE_SURFACE && (has == GEOMETRY_CUBE || has == GEOMETRY_ACUBE)) has = GEOMETRY_A2D;
  if (has == geometry || geometry == FORM_GEOMETRY) return t;
  kh_report(W, site, FAULT_GEOMETRY, lane, handle);
  return 0;
}

/* Position of a lane along one axis: texels `at`, with the weight `fraction` / 256 for the second. */
typedef struct {
  int64_t at[2];
  uint32_t fraction;
} kh_axis;

/* The texel of an axis that an index means, or OUTSIDE for the border. */
static int64_t resolve(int64_t at, int64_t size, uint32_t mode) {
  switch (mode) {
    case ADDRESS_WRAP: return (at % size + size) % size;
    case ADDRESS_MIRROR: {
      int64_t in_two = (at % (2 * size) + 2 * size) % (2 * size);
      return in_two < size ? in_two : 2 * size - 1 - in_two;
    }
    case ADDRESS_BORDER: return at < 0 || at >= size ? OUTSIDE : at;
    default: return at < 0 ? 0 : at >= size ? size - 1 : at;
  }
}

/* Wrapping and mirroring need normalised coordinates; without them they clamp. */
static uint32_t mode_of(const kh_texture *t, uint32_t axis) {
  uint32_t mode = t->mode[axis];
  return t->flags & TEXTURE_NORMALIZED || mode == ADDRESS_BORDER ? mode : ADDRESS_CLAMP;
}

/* A normalised coordinate in texels, near 0 by its mode, cut downwards to steps that are finer for large extents. */
static double normalized(double u, int64_t size, uint32_t mode) {
  if (u > FAR || u < -FAR) {
    if (mode == ADDRESS_WRAP || mode == ADDRESS_MIRROR) return 0;
    u = u > 0 ? FAR : -FAR;
  }
  if (mode == ADDRESS_WRAP) u -= (double)floor_of(u);
  if (mode == ADDRESS_MIRROR) u -= 2 * (double)floor_of(u / 2);
  double steps = (double)(1 << (size > 65536 ? 23 : size > 8192 ? 22 : 21));
  return (double)floor_of(u * steps) / steps * (double)size;
}

static void place_float(const kh_texture *t, uint32_t axis, uint32_t bits, int64_t size, int64_t offset, int is_pair,
                        kh_axis *found) {
  float given = kh_as_float(bits);
  double x = given != given ? 0 : (double)given;
  uint32_t mode = mode_of(t, axis);
  if (t->flags & TEXTURE_NORMALIZED) x = normalized(x, size, mode);
  if (x > FAR) x = FAR;
  if (x < -FAR) x = -FAR;
  int64_t fixed = is_pair ? floor_of((x - 0.5) * 256 + 0.5) : 0, first = is_pair ? fixed >> 8 : floor_of(x);
  found->fraction = (uint32_t)(fixed & 255);
  found->at[0] = resolve(first + offset, size, mode);
  found->at[1] = resolve(first + 1 + offset, size, mode);
  if (mode == ADDRESS_CLAMP && found->at[0] == found->at[1]) found->fraction = 0;
}

/* Texels of a lane, at most MAX_TAPS: where they lie, 0 outside, and their weights. */
typedef struct {
  uint64_t address[MAX_TAPS][LANES];
  uint8_t *where[MAX_TAPS][LANES];
  kh_axis axes[3][LANES];
  uint32_t reads[MAX_TAPS]; /* lanes whose texel is in memory */
  uint32_t counted[LANES];  /* texels next to the place: not the second one where a fraction is 0 */
  uint32_t n_taps;
} kh_samples;

/* The face of a cube that a direction meets, and the place on it from 0 to 1 (OpenGL 4.6, 8.13 "Cube Map Textures"). */
static uint32_t face_of(const float *direction, float *s, float *t) {
  float x = direction[0], y = direction[1], z = direction[2];
  float ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, az = z < 0 ? -z : z, size, sc, tc;
  uint32_t face;
  if (az >= ax && az >= ay) {
    face = z < 0 ? 5 : 4, size = az, sc = z < 0 ? -x : x, tc = -y;
  } else if (ay >= ax) {
    face = y < 0 ? 3 : 2, size = ay, sc = x, tc = y < 0 ? -z : z;
  } else {
    face = x < 0 ? 1 : 0, size = ax, sc = x < 0 ? z : -z, tc = -y;
  }
  *s = ((size ? sc / size : 0) + 1) / 2;
  *t = ((size ? tc / size : 0) + 1) / 2;
  return face;
}

/* Finds the texels of one lane. */
static void place(kh_worker *W, const kh_texture *t, kh_samples *S, uint32_t lane, const uint32_t *coords,
                  const int32_t *offsets, uint32_t form, uint32_t site) {
  uint32_t geometry = form & FORM_GEOMETRY;
  uint32_t is_layered = geometry == GEOMETRY_A1D || geometry == GEOMETRY_A2D || geometry == GEOMETRY_ACUBE;
  uint32_t is_cube = geometry == GEOMETRY_CUBE || geometry == GEOMETRY_ACUBE;
  uint32_t n_axes = geometry == GEOMETRY_3D ? 3 : geometry == GEOMETRY_1D || geometry == GEOMETRY_A1D ? 1 : 2;
  int is_pair = form & FORM_GATHER || (t->flags & TEXTURE_LINEAR && !(form & FORM_INTEGER));
  /* a filter takes a texture of one dimension for an image of one row, read at its upper edge: half of it is border */
  if (geometry == GEOMETRY_1D && is_pair && t->mode[1] == ADDRESS_BORDER) n_axes = 2;
  int64_t sizes[3] = {t->width, t->height, t->depth}, layer = 0;
  uint32_t words[4];
  for (uint32_t k = 0; k < 4; k++) words[k] = coords[k * LANES + lane];
  if (geometry == GEOMETRY_1D) words[1] = 0;
  uint32_t *at = words + is_layered;
  if (is_layered) {
    int64_t n = is_cube ? t->depth / 6 : t->depth;
    layer = form & FORM_INTEGER && words[0] >= n ? OUTSIDE : resolve(words[0], n, ADDRESS_CLAMP);
  }
  if (is_cube) {
    float direction[3] = {kh_as_float(at[0]), kh_as_float(at[1]), kh_as_float(at[2])}, s, u;
    layer = 6 * layer + face_of(direction, &s, &u);
    at[0] = kh_as_bits(t->flags & TEXTURE_NORMALIZED ? s : s * (float)t->width);
    at[1] = kh_as_bits(t->flags & TEXTURE_NORMALIZED ? u : u * (float)t->height);
  }
  for (uint32_t axis = 0; axis < n_axes; axis++) {
    int64_t offset = form & FORM_OFFSETS ? offsets[axis * LANES + lane] : 0;
    kh_axis *found = &S->axes[axis][lane];
    if (form & FORM_INTEGER) {
      int64_t i = (int32_t)at[axis] + offset;
      found->at[0] = i < 0 || i >= sizes[axis] ? OUTSIDE : i;
      found->fraction = 0;
    } else {
      place_float(t, axis, at[axis], sizes[axis], offset, is_pair, found);
    }
  }
  S->n_taps = is_pair ? 1u << n_axes : 1;
  uint32_t size = kh_channel_bytes(t) * t->channels;
  S->counted[lane] = (1u << S->n_taps) - 1;
  static const uint32_t firsts[] = {0x55, 0x33, 0x0f};
  for (uint32_t axis = 0; !(form & FORM_GATHER) && axis < n_axes; axis++)
    if (!S->axes[axis][lane].fraction) S->counted[lane] &= firsts[axis];
  for (uint32_t k = 0; k < S->n_taps; k++) {
    int64_t index[3] = {0, 0, layer};
    int is_outside = layer == OUTSIDE;
    for (uint32_t axis = 0; axis < n_axes; axis++) {
      int64_t i = S->axes[axis][lane].at[k >> axis & 1];
      index[axis] = i;
      is_outside |= i == OUTSIDE;
    }
    S->where[k][lane] = 0;
    if (is_outside || !(S->counted[lane] >> k & 1)) continue;
    S->address[k][lane] =
        t->base + (uint64_t)index[2] * t->slice + (uint64_t)index[1] * t->pitch + (uint64_t)index[0] * size;
    S->where[k][lane] = kh_check_lane(W, SPACE_GLOBAL, lane, S->address[k][lane], size, site, ACCESS_READ);
    S->reads[k] |= (uint32_t)(S->where[k][lane] != 0) << lane;
  }
}

/* The weights of a lane's texels, in parts of 256: whole numbers that add up to 256, as the GPU rounds them. */
static void weigh(const kh_samples *S, uint32_t lane, int32_t *weights) {
  int32_t x = (int32_t)S->axes[0][lane].fraction, y = 0, z = 0;
  if (S->n_taps > 2) y = (int32_t)S->axes[1][lane].fraction;
  if (S->n_taps > 4) z = (int32_t)S->axes[2][lane].fraction;
  if (S->n_taps == 2) {
    weights[0] = 256 - x, weights[1] = x;
  } else if (S->n_taps == 4) {
    int32_t both = (x * y + 128) >> 8;
    weights[0] = 256 - x - y + both, weights[1] = x - both, weights[2] = y - both, weights[3] = both;
  } else {
    for (uint32_t k = 0; k < 2; k++) { /* z first, then x, then y; halves go to the greater x */
      int32_t slice = k ? z : 256 - z, right = (x * slice + 128) >> 8, left = slice - right;
      int32_t lower_right = (right * y + 128) >> 8, lower_left = (left * y + 127) >> 8;
      weights[4 * k] = left - lower_left, weights[4 * k + 1] = right - lower_right;
      weights[4 * k + 2] = lower_left, weights[4 * k + 3] = lower_right;
    }
  }
}

/* Samples one object for the lanes that name it. */
static void sample(kh_worker *W, const kh_texture *t, uint32_t mask, const uint32_t *coords, const int32_t *offsets,
                   uint32_t *out, uint32_t site, uint32_t form) {
  kh_samples S;
  __builtin_memset(S.reads, 0, sizeof S.reads);
  EACH_LANE(l, mask) place(W, t, &S, l, coords, offsets, form, site);
  uint32_t width = kh_channel_bytes(t), size = width * t->channels;
  for (uint32_t k = 0; W->launch->watch && k < S.n_taps; k++) {
    kh_access seen = {SPACE_GLOBAL, ACCESS_READ, S.reads[k], size, width, site,
                      S.address[k], S.where[k],  0,          0,    0,     W->slice};
    kh_watch_texels(W, &seen);
  }
  /* tld4: the lower left texel first, then counter-clockwise */
  static const uint8_t gathered[] = {2, 3, 1, 0};
  EACH_LANE(l, mask) {
    const uint8_t *texels[MAX_TAPS];
    int32_t weights[MAX_TAPS];
    for (uint32_t k = 0; k < S.n_taps; k++) texels[k] = S.where[k][l];
    if (S.n_taps > 1) weigh(&S, l, weights);
    for (uint32_t c = 0; c < 4; c++) {
      uint32_t value;
      if (form & FORM_GATHER)
        value = kh_texel_channel(t, texels[gathered[c]], form >> FORM_COMPONENT & 3);
      else if (form & FORM_INTEGER && !texels[0])
        value = 0; /* neither modes nor the border apply to integers */
      else if (S.n_taps == 1)
        value = kh_texel_channel(t, texels[0], c);
      else
        value = kh_filtered(t, texels, weights, S.n_taps, S.counted[l], c);
      out[c * LANES + l] = value;
    }
  }
}

/* Coordinates and offsets of all lanes follow each other axis by axis, the layer first; so do the four results. A lane
 * without a texture gets ones. */
void kh_sample(kh_worker *W, uint32_t mask, const uint64_t *handle, const uint32_t *coords, const int32_t *offsets,
               uint32_t *out, uint32_t site, uint32_t form) {
  uint32_t todo = 0;
  const kh_texture *objects[LANES];
  for (uint32_t l = 0; l < LANES; l++) {
    for (uint32_t c = 0; c < 4; c++) out[c * LANES + l] = ~0u;
    if (!(mask >> l & 1)) continue;
    objects[l] = kh_texture_of(W, handle[l], TEXTURE_SAMPLED, form & FORM_GEOMETRY, l, site);
    uint32_t needs = form & FORM_INTEGER && (form & FORM_GEOMETRY) == GEOMETRY_1D ? TEXTURE_FETCHED : 0;
    if (objects[l] && (objects[l]->flags & TEXTURE_FETCHED) != needs) {
      kh_report(W, site, FAULT_COORDINATES, l, handle[l]);
      objects[l] = 0;
    }
    todo |= (uint32_t)(objects[l] != 0) << l;
  }
  while (todo) {
    const kh_texture *t = objects[kh_lowest(todo)];
    uint32_t same = 0;
    for (uint32_t l = 0; l < LANES; l++) same |= (uint32_t)(todo >> l & 1 && objects[l] == t) << l;
    sample(W, t, same, coords, offsets, out, site, form);
    todo &= ~same;
  }
}

/* txq and suq: width, height, depth. An extent that a geometry does not have is 0, except for the height of a row's
 * texture; layers are the height of rows and the depth of images. */
void kh_query(kh_worker *W, uint32_t mask, const uint64_t *handle, uint32_t *out, uint32_t site, uint32_t kind,
              uint32_t what) {
  EACH_LANE(l, mask) {
    out[l] = ~0u;
    const kh_texture *t = kh_texture_of(W, handle[l], kind, FORM_GEOMETRY, l, site);
    if (!t) continue;
    uint32_t is_texture = kind == TEXTURE_SAMPLED, sizes[] = {t->width, t->height, t->depth};
    switch (t->geometry) {
      case GEOMETRY_1D: sizes[1] = is_texture && !(t->flags & TEXTURE_FETCHED), sizes[2] = 0; break;
      case GEOMETRY_2D: sizes[2] = 0; break;
      case GEOMETRY_A1D: sizes[1] = t->depth, sizes[2] = 0; break;
      case GEOMETRY_CUBE: sizes[2] = is_texture ? 0 : t->depth; break;
      case GEOMETRY_ACUBE: sizes[2] = is_texture ? t->depth / 6 : t->depth; break;
      default: break;
    }
    out[l] = sizes[what];
  }
}
