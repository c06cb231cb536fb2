/* suld, sust and sured: elements of surfaces, by bytes or by texels.
 *
 * A .trap access outside of the surface is reported and skipped, like any bad access; .clamp moves it to the nearest
 * place, .zero reads zeros and drops stores. */

enum { PLACE_NONE, PLACE_MEMORY, PLACE_ZERO };

/* Byte addresses of one warp's accesses, `size` bytes a lane. */
typedef struct {
  uint64_t address[LANES];
  uint8_t *where[LANES];
  uint32_t good;  /* lanes that reach memory */
  uint32_t zeros; /* lanes outside of a .zero access */
} kh_places;

/* x in bytes, y, and the slice of one lane; 0 if the lane is outside of a .zero access or was reported. */
static uint32_t find_place(kh_worker *W, const kh_texture *t, uint32_t lane, const uint32_t *coords, uint32_t form,
                           uint32_t unit, uint32_t size, uint32_t mode, uint32_t site, uint32_t access,
                           uint64_t *address) {
  uint32_t geometry = form & FORM_GEOMETRY;
  uint32_t is_layered = geometry == GEOMETRY_A1D || geometry == GEOMETRY_A2D;
  uint32_t n_axes = geometry == GEOMETRY_3D ? 3 : geometry == GEOMETRY_1D || geometry == GEOMETRY_A1D ? 1 : 2;
  int64_t texel = kh_channel_bytes(t) * t->channels, index[3] = {0, 0, 0};
  int64_t limits[3] = {(int64_t)t->width * texel, t->height, t->depth};
  int is_outside = 0;
  for (uint32_t axis = 0; axis < n_axes; axis++) index[axis] = (int32_t)coords[(axis + is_layered) * LANES + lane];
  if (is_layered) index[2] = coords[lane];
  index[0] *= unit;
  limits[0] -= size - 1;
  for (uint32_t axis = 0; axis < 3; axis++) {
    int64_t highest = limits[axis] - 1;
    int64_t inside = index[axis] < 0 ? 0 : index[axis] > highest ? highest : index[axis];
    is_outside |= inside != index[axis];
    if (mode == SURFACE_CLAMP) index[axis] = inside;
  }
  if (is_outside && mode == SURFACE_ZERO) return PLACE_ZERO;
  if (is_outside && mode == SURFACE_TRAP) {
    uint64_t x = (uint32_t)index[0], y = (uint32_t)(geometry == GEOMETRY_A1D ? index[2] : index[1]);
    kh_report(W, site, access == ACCESS_READ ? FAULT_SURFACE_READ : FAULT_SURFACE_WRITE, lane, x | y << 32);
    return PLACE_NONE;
  }
  *address = t->base + (uint64_t)index[2] * t->slice + (uint64_t)index[1] * t->pitch + (uint64_t)index[0];
  return PLACE_MEMORY;
}

/* Where the lanes of an access of `size` bytes lie; x counts `unit` bytes, or texels if that is 0. */
static void find_places(kh_worker *W, kh_places *P, uint32_t mask, const uint64_t *handle, const uint32_t *coords,
                        uint32_t form, uint32_t unit, uint32_t size, uint32_t mode, uint32_t site, uint32_t access,
                        const kh_texture **objects) {
  P->good = P->zeros = 0;
  EACH_LANE(l, mask) {
    const kh_texture *t = kh_texture_of(W, handle[l], TEXTURE_SURFACE, form & FORM_GEOMETRY, l, site);
    objects[l] = t;
    if (!t) continue;
    uint32_t texel = kh_channel_bytes(t) * t->channels;
    uint32_t found =
        find_place(W, t, l, coords, form, unit ? unit : texel, size ? size : texel, mode, site, access, &P->address[l]);
    P->zeros |= (uint32_t)(found == PLACE_ZERO) << l;
    if (found != PLACE_MEMORY) continue;
    P->where[l] = kh_check_lane(W, SPACE_GLOBAL, l, P->address[l], size ? size : texel, site, access);
    P->good |= (uint32_t)(P->where[l] != 0) << l;
  }
}

static void tell(kh_worker *W, const kh_places *P, uint32_t lanes, uint32_t access, uint32_t size, uint32_t width,
                 uint32_t site, const void *data) {
  if (!W->launch->watch) return;
  kh_access seen = {SPACE_GLOBAL, access, lanes, size, width, site, P->address, P->where, 0, 0, data, W->slice};
  kh_watch_texels(W, &seen);
}

/* suld.b: `count` elements of `width` bytes. */
void kh_surface_load(kh_worker *W, uint32_t mask, const uint64_t *handle, const uint32_t *coords, uint8_t *out,
                     uint32_t site, uint32_t form, uint32_t mode, uint32_t width, uint32_t count) {
  const kh_texture *objects[LANES];
  kh_places P;
  find_places(W, &P, mask, handle, coords, form, 1, width * count, mode, site, ACCESS_READ, objects);
  tell(W, &P, P.good, ACCESS_READ, width * count, width, site, 0);
  EACH_LANE(l, mask) {
    for (uint32_t k = 0; k < count; k++) {
      uint8_t *to = out + (k * LANES + l) * width;
      if (P.good >> l & 1)
        __builtin_memcpy(to, P.where[l] + k * width, width);
      else
        __builtin_memset(to, P.zeros >> l & 1 ? 0 : 0xff, width);
    }
  }
}

/* sust.b */
void kh_surface_store(kh_worker *W, uint32_t mask, const uint64_t *handle, const uint32_t *coords, const uint8_t *in,
                      uint32_t site, uint32_t form, uint32_t mode, uint32_t width, uint32_t count) {
  const kh_texture *objects[LANES];
  kh_places P;
  find_places(W, &P, mask, handle, coords, form, 1, width * count, mode, site, ACCESS_WRITE, objects);
  tell(W, &P, P.good, ACCESS_WRITE, width * count, width, site, in);
  for (uint32_t l = 0; l < LANES; l++)
    for (uint32_t k = 0; P.good >> l & 1 && k < count; k++)
      __builtin_memcpy(P.where[l] + k * width, in + (k * LANES + l) * width, width);
}

/* A word as a channel of a surface, in its low bits. */
static uint32_t converted(const kh_texture *t, uint32_t word) {
  int32_t number = (int32_t)word, most = most_of(t);
  float x = kh_as_float(word);
  uint16_t half;
  switch (t->texel) {
    case TEXEL_U8:
    case TEXEL_U16: return word > (uint32_t)most ? (uint32_t)most : word;
    case TEXEL_S8:
    case TEXEL_S16: return (uint32_t)(number < ~most ? ~most : number > most ? most : number);
    case TEXEL_F16:
      if (x != x) { /* the upper bits of a NaN stay */
        uint32_t kept = word >> 13 & 0x3ff;
        return (word >> 16 & 0x8000) | 0x7c00 | (kept ? kept : 1);
      }
      kh_f32_to_f16(&x, &half, 1, 1); /* toward zero */
      return half;
    default: return word;
  }
}

/* sust.p: `count` words become the channels of one texel. */
void kh_surface_store_texel(kh_worker *W, uint32_t mask, const uint64_t *handle, const uint32_t *coords,
                            const uint32_t *in, uint32_t site, uint32_t form, uint32_t mode, uint32_t count) {
  const kh_texture *objects[LANES];
  kh_places P;
  find_places(W, &P, mask, handle, coords, form, 0, 0, mode, site, ACCESS_WRITE, objects);
  uint32_t todo = P.good;
  while (todo) {
    const kh_texture *t = objects[kh_lowest(todo)];
    uint32_t width = kh_channel_bytes(t), same = 0;
    uint8_t data[4 * 4 * LANES];
    EACH_LANE(l, todo) {
      if (objects[l] != t) continue;
      same |= 1u << l;
      for (uint32_t k = 0; k < t->channels; k++) {
        uint32_t word = converted(t, k < count ? in[k * LANES + l] : 0);
        __builtin_memcpy(data + (k * LANES + l) * width, &word, width);
      }
    }
    if (W->launch->watch & WATCH_DEFINED) kh_defined_channels(W, width, t->channels);
    tell(W, &P, same, ACCESS_WRITE, width * t->channels, width, site, data);
    for (uint32_t l = 0; l < LANES; l++)
      for (uint32_t k = 0; same >> l & 1 && k < t->channels; k++)
        __builtin_memcpy(P.where[l] + k * width, data + (k * LANES + l) * width, width);
    todo &= ~same;
  }
}

/* sured: lanes take effect in lane order. `is_texel`: x counts texels. */
void kh_surface_reduce(kh_worker *W, uint32_t mask, const uint64_t *handle, const uint32_t *coords, const uint8_t *in,
                       uint32_t site, uint32_t form, uint32_t mode, uint32_t width, uint32_t op, uint32_t is_signed,
                       uint32_t is_texel) {
  const kh_texture *objects[LANES];
  kh_places P;
  find_places(W, &P, mask, handle, coords, form, is_texel ? 0 : 1, width, mode, site, ACCESS_ATOMIC, objects);
  tell(W, &P, P.good, ACCESS_ATOMIC, width, width, site, 0);
  EACH_LANE(l, P.good) {
    int is_number_signed = is_texel ? objects[l]->texel >= TEXEL_S8 && objects[l]->texel <= TEXEL_S32 : (int)is_signed;
    if (width == 4) {
      uint32_t *at = (uint32_t *)P.where[l];
      *at = kh_combine_32(op, *at, ((const uint32_t *)in)[l], 0, (uint32_t)is_number_signed);
    } else {
      uint64_t *at = (uint64_t *)P.where[l];
      *at = kh_combine_64(op, *at, ((const uint64_t *)in)[l], 0, (uint32_t)is_number_signed);
    }
  }
}
