/* Texture and surface objects: entries of kh_launch.textures, made by the host.
 *
 * The handle of entry i is TEXTURE_BASE + i. Handles are never reused, so that the use of a destroyed object is found.
 * Texels lie in an ordinary allocation, row by row, channels of a texel side by side; layers and the six faces of a
 * cube are slices. */

#define TEXTURE_BASE 0x0000040000000000ull /* nothing can be read there */

enum kh_texture_kind { TEXTURE_GONE, TEXTURE_SAMPLED, TEXTURE_SURFACE };
enum kh_texel { TEXEL_U8, TEXEL_U16, TEXEL_U32, TEXEL_S8, TEXEL_S16, TEXEL_S32, TEXEL_F16, TEXEL_F32 };
/* TEXTURE_LINEAR filters, TEXTURE_NORMALIZED has coordinates from 0 to 1, TEXTURE_FLOATS reads integers as numbers from 0
 * or -1 to 1, TEXTURE_FETCHED is linear memory, which is read by integer coordinates alone. */
enum kh_texture_flag { TEXTURE_LINEAR = 1, TEXTURE_NORMALIZED = 2, TEXTURE_FLOATS = 4, TEXTURE_FETCHED = 8 };
enum kh_address_mode { ADDRESS_WRAP, ADDRESS_CLAMP, ADDRESS_MIRROR, ADDRESS_BORDER };
enum kh_geometry { GEOMETRY_1D, GEOMETRY_2D, GEOMETRY_3D, GEOMETRY_A1D, GEOMETRY_A2D, GEOMETRY_CUBE, GEOMETRY_ACUBE };
enum kh_surface_mode { SURFACE_TRAP, SURFACE_CLAMP, SURFACE_ZERO };

/* A form of `tex` or `tld4`: its geometry in the low three bits, the component of a `tld4` above FORM_COMPONENT. */
enum kh_form { FORM_INTEGER = 8, FORM_GATHER = 16, FORM_COMPONENT = 5, FORM_OFFSETS = 128 };
#define FORM_GEOMETRY 7

typedef struct {
  uint64_t base;         /* device address of the first texel */
  uint64_t pitch, slice; /* bytes from one row to the next, and from one slice to the next */
  uint32_t kind;         /* enum kh_texture_kind */
  uint32_t geometry;
  uint32_t width, height, depth; /* at least 1; the depth counts slices: layers, faces */
  uint32_t texel, channels;
  uint32_t flags;
  uint32_t mode[3];
  float border[4];
} kh_texture;

static inline uint32_t kh_channel_bytes(const kh_texture *t) {
  static const uint8_t sizes[] = {1, 2, 4, 1, 2, 4, 2, 4};
  return sizes[t->texel];
}
