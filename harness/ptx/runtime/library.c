/* CUDA library functions without a body in PTX: vprintf, __assertfail, malloc, free. */

#define MAX_STRING 4096       /* of a format, a string argument or a name, its end included */
#define MAX_NUMBER 0x10000000 /* a width or precision beyond any text */

extern int snprintf(char *to, uint64_t size, const char *format, ...);

/* Copies a string from device memory, cut to `limit` characters and to MAX_STRING; 0 after a report. */
static int read_string(kh_worker *W, uint32_t lane, uint64_t address, char *to, uint32_t limit, uint32_t site) {
  uint32_t n = 0;
  if (limit > MAX_STRING - 1) limit = MAX_STRING - 1;
  for (; n < limit; n++) {
    uint32_t byte = kh_read_byte(W, lane, address + n, site);
    if (byte > 255) return 0;
    to[n] = (char)byte;
    if (!byte) break;
  }
  to[n] = 0;
  kh_charge(W->current, n);
  return 1;
}

/* --- printf ------------------------------------------------------------------------------------------------------- */

/* Arguments as CUDA passes them: consecutive in memory, each at a multiple of its size. */
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

/* A width or precision, in the format or an argument. One that is far beyond any text is cut. */
static int read_number(const char **at, kh_arguments *from) {
  int number = 0;
  if (**at == '*') {
    number = (int)(int32_t)next_argument(from, 4);
    ++*at;
  }
  for (; **at >= '0' && **at <= '9'; ++*at)
    if (number < MAX_NUMBER) number = 10 * number + (**at - '0');
  return number > MAX_NUMBER ? MAX_NUMBER : number < -MAX_NUMBER ? -MAX_NUMBER : number;
}

/* Formats one conversion that starts behind its %; returns what follows it. */
static const char *convert(const char *at, kh_text *text, kh_arguments *from) {
  char spec[24], *to = spec, string[MAX_STRING];
  const char *start = at;
  uint64_t room = text->capacity - text->n;
  char *out = text->data + text->n;
  int length = 0, is_wide = 0, n_short = 0;
  *to++ = '%';
  for (; is_one_of(*at, "-+ #0"); at++)
    if (to < spec + 8) *to++ = *at;
  int width = read_number(&at, from), precision = -1; /* a negative one counts as none */
  if (*at == '.') {
    at++;
    precision = read_number(&at, from);
  }
  for (const char *each = "*.*"; *each; each++) *to++ = *each;
  for (; is_one_of(*at, "hljztLq"); at++) {
    if (*at == 'h')
      n_short++;
    else
      is_wide = 1;
  }
  char conversion = *at;
  if (!is_one_of(conversion, "diuoxXcfFeEgGaAps%")) {
    /* not a conversion: as it stands */
    *out = '%';
    text->n++;
    return start;
  }
  /* the host needs time and memory for the requested width, even if the text does not fit */
  uint64_t least = (uint64_t)(width < 0 ? -width : width);
  if (precision > 0 && (uint64_t)precision > least && !is_one_of(conversion, "sc%")) least = (uint64_t)precision;
  if (least >= room) {
    text->n = text->capacity;
    return at + 1;
  }
  if (is_one_of(conversion, "diuoxX")) {
    for (int k = 0; k < n_short && k < 2; k++) *to++ = 'h';
    for (int k = 0; k < 2 && is_wide; k++) *to++ = 'l';
  }
  *to++ = conversion;
  *to = 0;
  if (is_one_of(conversion, "diuoxX")) {
    uint64_t value = next_argument(from, is_wide ? 8 : 4);
    length = is_wide ? snprintf(out, room, spec, width, precision, (long long)value)
                     : snprintf(out, room, spec, width, precision, (int)(uint32_t)value);
  } else if (conversion == 'c') {
    length = snprintf(out, room, spec, width, precision, (int)(uint32_t)next_argument(from, 4));
  } else if (conversion == 'p') {
    length = snprintf(out, room, spec, width, precision, (void *)next_argument(from, 8));
  } else if (conversion == 's') {
    uint64_t address = next_argument(from, 8);
    uint32_t limit = precision < 0 ? MAX_STRING : (uint32_t)precision;
    if (!from->is_bad && !read_string(from->W, from->lane, address, string, limit, from->site)) from->is_bad = 1;
    if (!from->is_bad) length = snprintf(out, room, spec, width, precision, string);
  } else if (conversion == '%') {
    length = snprintf(out, room, "%%");
  } else {
    length = snprintf(out, room, spec, width, precision, kh_as_double(next_argument(from, 8)));
  }
  text->n += length > 0 ? (uint64_t)length : 0;
  return at + 1;
}

/* vprintf of each lane in turn. As in CUDA, the result is the number of arguments, or -1 without a format. Text that
 * does not fit is counted. Kernels that print run their blocks in order, so the text is the same in every run. */
void kh_vprintf(kh_worker *W, uint32_t mask, const uint64_t *format, const uint64_t *arguments, uint32_t *out,
                uint32_t site) {
  kh_text *text = &W->launch->printed;
  char copy[MAX_STRING];
  EACH_LANE(l, mask) {
    out[l] = ~0u;
    if (!format[l] || !read_string(W, l, format[l], copy, MAX_STRING, site)) continue;
    kh_arguments from = {W, arguments[l], 0, l, site, 0, 0};
    uint64_t start = text->n;
    for (const char *at = copy; *at && !from.is_bad && text->n < text->capacity;) {
      if (*at != '%')
        text->data[text->n++] = *at++;
      else
        at = convert(at + 1, text, &from);
    }
    kh_charge(W->current, text->n - start);
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
  EACH_LANE(l, mask) {
    if (!place) {
      const uint64_t addresses[] = {message[l], file[l], function[l]};
      for (int k = 0; k < 3; k++)
        if (!addresses[k] || !read_string(W, l, addresses[k], texts[k], MAX_STRING, site))
          snprintf(texts[k], MAX_STRING, "?");
      snprintf(note, sizeof note, "%s, in %s at %s:%u", texts[0], texts[2], texts[1], line[l]);
      place = leave_note(W, note);
    }
    kh_report(W, site, FAULT_ASSERT, l, place);
  }
  kh_end_launch(W, w);
}

/* --- malloc and free ---------------------------------------------------------------------------------------------- */

/* A block is an entry of kh_launch.allocs for good, above all other allocations and sorted by address. While it is
 * free, nothing in it may be touched, and its memory holds the next free block of the list. */
static kh_alloc **next_free(const kh_alloc *block) { return (kh_alloc **)block->host; }

/* A block of at least `room` bytes, new or taken from the list; 0 if there is none. */
static kh_alloc *find_room(kh_worker *W, uint64_t room) {
  kh_launch *L = W->launch;
  kh_heap *heap = &L->heap;
  if (L->n_allocs < heap->max_allocs && heap->size - heap->used >= room + HEAP_GAP) {
    uint64_t base = HEAP_BASE + heap->used;
    kh_alloc block = {base, room, base, base, heap->host + heap->used, ALLOC_HEAP, 0};
    heap->used += room + HEAP_GAP;
    L->allocs[L->n_allocs] = block;
    return &L->allocs[L->n_allocs++];
  }
  kh_alloc *before = 0, *block = heap->first_free;
  uint64_t n_seen = 0;
  for (; block && block->size < room; n_seen++) {
    before = block;
    block = *next_free(block);
  }
  kh_charge(W->current, n_seen / 8);
  if (!block) return 0;
  if (before)
    *next_free(before) = *next_free(block);
  else
    heap->first_free = *next_free(block);
  if (heap->last_free == block) heap->last_free = before;
  return block;
}

void kh_malloc(kh_worker *W, uint32_t mask, const uint64_t *size, uint64_t *out) {
  EACH_LANE(l, mask) {
    out[l] = 0;
    if (!size[l] || size[l] > W->launch->heap.size) continue;
    kh_alloc *block = find_room(W, (size[l] + HEAP_ALIGNMENT - 1) & ~(uint64_t)(HEAP_ALIGNMENT - 1));
    if (!block) continue;
    block->high = block->base + size[l];
    __builtin_memset(block->host, 0xff, block->size);
    kh_charge(W->current, block->size / 256);
    out[l] = block->base;
  }
}

void kh_free(kh_worker *W, uint32_t mask, const uint64_t *address, uint32_t site) {
  kh_heap *heap = &W->launch->heap;
  EACH_LANE(l, mask) {
    if (!address[l]) continue;
    const kh_alloc *found = kh_find_alloc(W, address[l]);
    if (!found || found->is_const != ALLOC_HEAP || found->base != address[l] || found->high == found->low) {
      kh_report(W, site, FAULT_FREE, l, address[l]);
      continue;
    }
    kh_alloc *block = &W->launch->allocs[found - W->launch->allocs];
    block->high = block->low;
    *next_free(block) = 0;
    if (heap->last_free)
      *next_free(heap->last_free) = block;
    else
      heap->first_free = block;
    heap->last_free = block;
  }
}
