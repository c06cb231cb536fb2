/* CUDA library functions without a body in PTX: vprintf, __assertfail, malloc, free. */
#include "memory.h"

#define MAX_STRING 4096 /* of a format, a string argument or a name, its end included */
#define HEAP_ALIGNMENT 16
#define HEAP_GAP 64 /* between blocks, so that an access past one hits no other */

extern int snprintf(char *to, uint64_t size, const char *format, ...);

/* Copies a string from device memory, cut to MAX_STRING; 0 after a report. */
static int read_string(kh_worker *W, uint32_t lane, uint64_t address, char *to, uint32_t site) {
  for (uint32_t k = 0; k < MAX_STRING; k++) {
    uint32_t byte = k + 1 < MAX_STRING ? kh_read_byte(W, lane, address + k, site) : 0;
    if (byte > 255) return 0;
    to[k] = (char)byte;
    if (!byte) break;
  }
  return 1;
}

/* --- printf ------------------------------------------------------------------------------------------------------- */

/* Arguments as CUDA passes them: one behind another in memory, each at a multiple of its size. */
typedef struct {
  kh_worker *W;
  uint64_t base, offset;
  uint32_t lane, site, n;
  int is_bad;
} kh_arguments;

static uint64_t next_argument(kh_arguments *from, uint32_t size) {
  uint64_t value = 0;
  from->offset = (from->offset + size - 1) & ~(uint64_t)(size - 1);
  for (uint32_t k = 0; k < size && !from->is_bad; k++) {
    uint32_t byte = kh_read_byte(from->W, from->lane, from->base + from->offset + k, from->site);
    from->is_bad = byte > 255;
    value |= (uint64_t)(byte & 255) << 8 * k;
  }
  from->offset += size;
  from->n++;
  return value;
}

static int is_one_of(char c, const char *set) {
  for (; *set; set++)
    if (c == *set) return 1;
  return 0;
}

/* Appends a conversion's flags, width or precision to the specification for the host. */
static const char *copy_number(const char *at, char **spec, char *end, kh_arguments *from) {
  if (*at == '*') {
    int value = (int)(int32_t)next_argument(from, 4);
    *spec += snprintf(*spec, (uint64_t)(end - *spec), "%d", value);
    return at + 1;
  }
  while (*at >= '0' && *at <= '9') {
    if (*spec < end) *(*spec)++ = *at;
    at++;
  }
  return at;
}

/* Formats one conversion that starts behind its %; returns what follows it. */
static const char *convert(const char *at, kh_text *text, kh_arguments *from) {
  char spec[64], *to = spec, *end = spec + 40, string[MAX_STRING];
  uint64_t room = text->capacity - text->n;
  char *out = text->data + text->n;
  int length = 0, is_wide = 0, n_short = 0;
  *to++ = '%';
  while (is_one_of(*at, "-+ #0")) {
    if (to < spec + 8) *to++ = *at;
    at++;
  }
  at = copy_number(at, &to, end, from);
  if (*at == '.') {
    *to++ = '.';
    at = copy_number(at + 1, &to, end, from);
  }
  for (; is_one_of(*at, "hljztLq"); at++) {
    if (*at == 'h')
      n_short++;
    else
      is_wide = 1;
  }
  char conversion = *at;
  if (is_one_of(conversion, "diuoxX")) {
    for (int k = 0; k < n_short && k < 2; k++) *to++ = 'h';
    if (is_wide) {
      *to++ = 'l';
      *to++ = 'l';
    }
    *to++ = conversion;
    *to = 0;
    uint64_t value = next_argument(from, is_wide ? 8 : 4);
    length = is_wide ? snprintf(out, room, spec, (long long)value) : snprintf(out, room, spec, (int)(uint32_t)value);
  } else if (conversion == 'c') {
    *to++ = 'c';
    *to = 0;
    length = snprintf(out, room, spec, (int)(uint32_t)next_argument(from, 4));
  } else if (is_one_of(conversion, "fFeEgGaA")) {
    uint64_t bits = next_argument(from, 8);
    double value;
    __builtin_memcpy(&value, &bits, 8);
    *to++ = conversion;
    *to = 0;
    length = snprintf(out, room, spec, value);
  } else if (conversion == 'p') {
    *to++ = 'p';
    *to = 0;
    length = snprintf(out, room, spec, (void *)next_argument(from, 8));
  } else if (conversion == 's') {
    *to++ = 's';
    *to = 0;
    uint64_t address = next_argument(from, 8);
    if (!from->is_bad && !read_string(from->W, from->lane, address, string, from->site)) from->is_bad = 1;
    if (!from->is_bad) length = snprintf(out, room, spec, string);
  } else if (conversion == '%') {
    length = snprintf(out, room, "%%");
  } else {
    /* not a conversion: as it stands */
    *to = 0;
    length = snprintf(out, room, "%s", spec);
    at--;
  }
  text->n += length > 0 ? (uint64_t)length : 0;
  return *at ? at + 1 : at;
}

/* vprintf of each lane in turn. As in CUDA, the result is the number of arguments, or -1 without a format. Text that
 * does not fit is counted. Kernels that print run their blocks in order, so the text is the same in every run. */
void kh_vprintf(kh_worker *W, uint32_t mask, const uint64_t *format, const uint64_t *arguments, uint32_t *out,
                uint32_t site) {
  kh_text *text = &W->launch->printed;
  char copy[MAX_STRING];
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(mask >> l & 1)) continue;
    out[l] = ~0u;
    if (!format[l] || !read_string(W, l, format[l], copy, site)) continue;
    kh_arguments from = {W, arguments[l], 0, l, site, 0, 0};
    uint64_t start = text->n;
    for (const char *at = copy; *at && !from.is_bad && text->n < text->capacity;) {
      if (*at != '%')
        text->data[text->n++] = *at++;
      else
        at = convert(at + 1, text, &from);
    }
    if (text->n >= text->capacity) {
      text->n = start;
      text->capacity = start; /* later, shorter text is dropped too */
      text->n_lost++;
    }
    out[l] = from.n;
  }
}

/* --- assert ------------------------------------------------------------------------------------------------------- */

/* Stores a text, NUL included, for the report; returns its place plus 1, or 0 if there is no room. */
static uint64_t leave_note(kh_worker *W, const char *note) {
  kh_text *notes = &W->launch->notes;
  uint64_t length = 1;
  for (const char *at = note; *at; at++) length++;
  uint64_t start = __atomic_fetch_add(&notes->n, length, __ATOMIC_RELAXED);
  if (start + length > notes->capacity) return 0;
  __builtin_memcpy(notes->data + start, note, length);
  return start + 1;
}

void kh_assertfail(kh_worker *W, kh_warp *w, uint32_t mask, const uint64_t *message, const uint64_t *file,
                   const uint32_t *line, const uint64_t *function, uint32_t site) {
  char texts[3][MAX_STRING], note[3 * MAX_STRING];
  uint64_t place = 0;
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(mask >> l & 1)) continue;
    if (!place) {
      const uint64_t addresses[] = {message[l], file[l], function[l]};
      for (int k = 0; k < 3; k++)
        if (!addresses[k] || !read_string(W, l, addresses[k], texts[k], site)) snprintf(texts[k], MAX_STRING, "?");
      snprintf(note, sizeof note, "%s, in %s at %s:%u", texts[0], texts[2], texts[1], line[l]);
      place = leave_note(W, note);
    }
    kh_report(W, site, FAULT_ASSERT, l, place);
  }
  kh_end_launch(W, w);
}

/* --- malloc and free ---------------------------------------------------------------------------------------------- */

/* Inserts a block in use. Blocks are above all other allocations, sorted by address. */
static void use_block(kh_worker *W, uint64_t base, uint64_t size, uint64_t room) {
  kh_launch *L = W->launch;
  uint64_t at = L->n_allocs++;
  for (; at > L->heap.n_fixed && L->allocs[at - 1].base > base; at--) L->allocs[at] = L->allocs[at - 1];
  kh_alloc block = {base, room, base, base + size, L->heap.host + (base - HEAP_BASE), ALLOC_HEAP, 0};
  L->allocs[at] = block;
  __builtin_memset(block.host, 0xff, room);
  W->last_alloc = 0; /* entries have moved */
}

void kh_malloc(kh_worker *W, uint32_t mask, const uint64_t *size, uint64_t *out) {
  kh_launch *L = W->launch;
  kh_heap *heap = &L->heap;
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(mask >> l & 1)) continue;
    out[l] = 0;
    if (!size[l] || size[l] > heap->size || L->n_allocs == heap->max_allocs) continue;
    uint64_t room = (size[l] + HEAP_ALIGNMENT - 1) & ~(uint64_t)(HEAP_ALIGNMENT - 1);
    if (heap->size - heap->used >= room + HEAP_GAP) {
      out[l] = HEAP_BASE + heap->used;
      heap->used += room + HEAP_GAP;
    } else {
      uint64_t k = 0;
      while (k < heap->n_freed && heap->freed[k].size < room) k++;
      if (k == heap->n_freed) continue;
      out[l] = heap->freed[k].base;
      room = heap->freed[k].size;
      for (heap->n_freed--; k < heap->n_freed; k++) heap->freed[k] = heap->freed[k + 1];
    }
    use_block(W, out[l], size[l], room);
  }
}

void kh_free(kh_worker *W, uint32_t mask, const uint64_t *address, uint32_t site) {
  kh_launch *L = W->launch;
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(mask >> l & 1) || !address[l]) continue;
    uint64_t at = L->heap.n_fixed;
    while (at < L->n_allocs && L->allocs[at].base != address[l]) at++;
    if (at == L->n_allocs) {
      kh_report(W, site, FAULT_FREE, l, address[l]);
      continue;
    }
    if (L->heap.n_freed < L->heap.max_allocs) L->heap.freed[L->heap.n_freed++] = L->allocs[at];
    for (L->n_allocs--; at < L->n_allocs; at++) L->allocs[at] = L->allocs[at + 1];
    W->last_alloc = 0;
  }
}
