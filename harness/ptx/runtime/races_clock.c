/* Vector clocks of racecheck's exact pass. */

static kh_clock *new_clock(kh_worker *W, uint32_t n) {
  kh_exact *c = in_event(W);
  kh_clock *clock = malloc(sizeof(kh_clock) + n * sizeof(kh_item));
  if (!clock) {
    give_up(W);
    return 0;
  }
  clock->refs = 1;
  clock->n = 0;
  clock->limit = n;
  clock->id = c->last_clock == ~0u ? 0 : ++c->last_clock;
  clock->previous = 0;
  clock->next = c->clocks;
  if (c->clocks) c->clocks->previous = clock;
  c->clocks = clock;
  return clock;
}

static kh_clock *keep(kh_clock *clock) {
  if (clock) clock->refs++;
  return clock;
}

static void drop(kh_worker *W, kh_clock *clock) {
  if (!clock || --clock->refs) return;
  if (clock->previous)
    clock->previous->next = clock->next;
  else
    in_event(W)->clocks = clock->next;
  if (clock->next) clock->next->previous = clock->previous;
  free(clock);
}

static void assign(kh_worker *W, kh_clock **to, kh_clock *clock) {
  drop(W, *to);
  *to = clock;
}

static void put_item(kh_clock *clock, uint64_t key, uint64_t time) {
  kh_item item = {key, time};
  clock->items[clock->n++] = item;
}

/* Index of the first item whose key is not below `key`. */
static uint32_t find_item(const kh_clock *clock, uint64_t key) {
  uint32_t low = 0, high = clock->n;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (clock->items[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static uint64_t known_time(const kh_clock *clock, uint64_t key) {
  uint32_t at = find_item(clock, key);
  return at < clock->n && clock->items[at].key == key ? clock->items[at].time : 0;
}

/* Whether clock a includes clock b. */
static int covers(const kh_clock *a, const kh_clock *b) {
  uint32_t i = 0;
  if (a->n < b->n) return 0;
  for (uint32_t k = 0; k < b->n; k++) {
    while (i < a->n && a->items[i].key < b->items[k].key) i++;
    if (i == a->n || a->items[i].key != b->items[k].key || a->items[i].time < b->items[k].time) return 0;
  }
  return 1;
}

/* Joins `other` into *to. */
static void join(kh_worker *W, kh_clock **to, kh_clock *other) {
  kh_clock *own = *to;
  if (!other || own == other) return;
  if (!own || covers(other, own)) {
    assign(W, to, keep(other));
    return;
  }
  if (covers(own, other)) return;
  kh_clock *sum = new_clock(W, own->n + other->n);
  if (!sum) return;
  uint32_t i = 0, k = 0;
  while (i < own->n || k < other->n) {
    uint64_t a = i < own->n ? own->items[i].key : ~0ull, b = k < other->n ? other->items[k].key : ~0ull;
    if (a < b) {
      sum->items[sum->n++] = own->items[i++];
    } else if (b < a) {
      sum->items[sum->n++] = other->items[k++];
    } else {
      uint64_t s = own->items[i++].time, t = other->items[k++].time;
      put_item(sum, a, s < t ? t : s);
    }
  }
  assign(W, to, sum);
}

static void join_owned(kh_worker *W, kh_clock **to, kh_clock *other) {
  join(W, to, other);
  drop(W, other);
}

/* Adds one item to *to, in place unless the clock is shared. */
static void add_item(kh_worker *W, kh_clock **to, uint64_t key, uint64_t time) {
  kh_clock *clock = *to;
  uint32_t n = clock ? clock->n : 0, at = clock ? find_item(clock, key) : 0;
  uint32_t is_new = at == n || clock->items[at].key != key;
  if (!is_new && clock->items[at].time >= time) return;
  if (!clock || clock->refs > 1 || n + is_new > clock->limit) {
    kh_clock *copy = new_clock(W, n + n / 2 + 2);
    if (!copy) return;
    copy->n = n;
    if (clock) __builtin_memcpy(copy->items, clock->items, n * sizeof(kh_item));
    assign(W, to, copy);
    clock = copy;
  }
  if (is_new) {
    __builtin_memmove(&clock->items[at + 1], &clock->items[at], (n - at) * sizeof(kh_item));
    clock->n++;
  }
  kh_item item = {key, time};
  clock->items[at] = item;
}

/* `firm` is a thread's knowledge without the strong reads since its last fence; 0 of 0 if it has none. */
static void set_firm(kh_worker *W, kh_thread *t, uint32_t is_unfenced, kh_clock *firm) {
  t->is_unfenced = is_unfenced;
  assign(W, &t->firm, is_unfenced ? keep(firm) : 0);
}

static void drop_row(kh_met *row) {
  if (row && !--row->refs) free(row);
}

static void assign_row(kh_met **to, kh_met *row) {
  if (row) row->refs++;
  drop_row(*to);
  *to = row;
}

static int is_async(uint32_t who) { return who >> 29 == WHO_ASYNC >> 29; }

static uint64_t key_of(const kh_exact *c, uint32_t who) { return (uint64_t)c->here->block << 32 | who; }

/* Adds a thread's knowledge of its own block and itself. */
static void add_own(kh_worker *W, kh_clock **to, uint32_t thread, uint64_t time, uint64_t base, const kh_met *row) {
  const kh_exact *c = in_event(W);
  for (uint32_t l = 0; row && l < LANES; l++)
    if (l != thread % LANES && row->until[l] > base)
      add_item(W, to, key_of(c, thread / LANES * LANES + l), row->until[l]);
  if (time > base) add_item(W, to, key_of(c, thread), time);
  if (base > c->here->start) add_item(W, to, key_of(c, WHO_ALL), base);
}

/* Whether a barrier of the whole current block makes an item redundant. */
static int is_of_threads_here(const kh_exact *c, const kh_item *item) {
  return item->key >> 32 == c->here->block && !is_async((uint32_t)item->key);
}

/* Drops a clock's items of the current block's threads, redundant after a barrier of the whole block. */
static void forget_own(kh_worker *W, kh_clock **clock) {
  const kh_exact *c = in_event(W);
  kh_clock *old = *clock;
  if (!old) return;
  uint32_t n = 0;
  for (uint32_t i = 0; i < old->n; i++) n += (uint32_t)is_of_threads_here(c, &old->items[i]);
  if (!n) return;
  kh_clock *rest = n == old->n ? 0 : new_clock(W, old->n - n);
  for (uint32_t i = 0; rest && i < old->n; i++)
    if (!is_of_threads_here(c, &old->items[i])) rest->items[rest->n++] = old->items[i];
  assign(W, clock, rest);
}

/* Whether a clock has an access at `time` by u of a block, a thread or its asynchronous operations. */
static int includes(const kh_clock *clock, uint32_t block, uint32_t u, uint64_t time) {
  uint64_t key = (uint64_t)block << 32;
  if (is_async(u)) return time < known_time(clock, key | u);
  return time < known_time(clock, key | WHO_ALL) || time < known_time(clock, key | u) ||
         time < known_time(clock, key | (WHO_WARP + u / LANES));
}

/* Whether program order, barriers of the whole block or __syncwarp order such an access before the present one of
 * thread t of this block. */
static int is_ordered_in_block(const kh_exact *c, uint32_t t, uint32_t block, uint32_t u, uint64_t time) {
  if (block != c->here->block || is_async(u)) return 0;
  if (u == t || time < c->here->base) return 1;
  const kh_met *row = u / LANES == t / LANES ? c->here->threads[t].row : 0;
  return row && time < row->until[u % LANES];
}

/* Whether such an access happens before the present one of thread t of this block. */
static int is_ordered(const kh_exact *c, uint32_t t, uint32_t block, uint32_t u, uint64_t time) {
  if (is_ordered_in_block(c, t, block, u, time)) return 1;
  const kh_clock *known = c->here->threads[t].known;
  return known && includes(known, block, u, time);
}
