/* An order of blocks, warps and lanes that a GPU may take, drawn from a seed.
 *
 * Nothing here is random: a block's draws depend on the seed and the block alone, so a launch repeats exactly with any
 * number of workers. Every lane runs eventually, so a loop that waits for another thread ends, as on a GPU. */

static uint64_t draw_from(uint64_t *state) { return kh_mix(*state += 0x9e3779b97f4a7c15ull); }

/* A bijection of [0, n): a Feistel network of four rounds on the smallest square domain that holds n, walked until it
 * is back below n (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002). */
static uint32_t permuted(uint64_t seed, uint64_t n, uint64_t x) {
  uint32_t half = 1;
  while (1ull << 2 * half < n) half++;
  uint64_t low = (1ull << half) - 1;
  do {
    for (uint64_t round = 0; round < 4; round++) {
      uint64_t left = x >> half, right = x & low;
      x = right << half | (left ^ (kh_mix(seed + (round << 32 | right)) & low));
    }
  } while (x >= n);
  return (uint32_t)x;
}

/* As `permuted`, but 0 never maps to 0, so even two items change their order. */
static uint32_t displaced(uint64_t seed, uint64_t n, uint64_t x) {
  if (n == 1) return 0;
  uint32_t at = permuted(seed, n, x);
  return permuted(seed, n, 0) ? at : (uint32_t)(n - 1) - at;
}

/* The gang at a position in the order of gangs. */
uint32_t kh_gang_at(const kh_launch *L, uint64_t position) {
  return L->schedule ? displaced(kh_mix(L->schedule), L->n_gangs, position) : (uint32_t)position;
}

/* The block of a gang with the i-th turn of a round. */
uint32_t kh_member_at(const kh_launch *L, uint64_t random, uint32_t i) {
  return L->schedule ? displaced(random, L->gang_blocks, i) : i;
}

kh_warp *kh_warp_at(kh_worker *W, uint32_t i) {
  return &W->warps[W->launch->schedule ? displaced(W->random, W->launch->n_warps, i) : i];
}

void kh_schedule_block(kh_worker *W) {
  kh_launch *L = W->launch;
  W->random = kh_mix(L->schedule + kh_mix(W->block));
  for (uint32_t i = 0; i < L->n_warps; i++) {
    kh_warp *w = &W->warps[i];
    w->random = kh_mix(W->random + i);
    w->lead = 0xffffffffu;
    w->slice = 0;
    w->weighed = w->parted = 0;
    w->split = 1; /* always: branches come back to kh_select */
  }
}

static int is_drawn(const kh_worker *W) { return W->launch->turns & TURNS_DRAWN && !W->is_latest_first; }

/* Draws the length of each warp's turn, from a few branches to no limit. */
void kh_schedule_round(kh_worker *W) {
  kh_launch *L = W->launch;
  draw_from(&W->random);
  for (uint32_t i = 0; i < L->n_warps; i++) {
    kh_warp *w = &W->warps[i];
    uint64_t draw = draw_from(&w->random);
    w->slice = is_drawn(W) ? 1u << (draw & 7) : L->n_warps == 1 ? ~0u : 4u << (draw & 15);
  }
}

/* Lanes at one place may continue as two groups, one ahead until it must wait. */
static void part(kh_warp *w) {
  uint64_t draw = draw_from(&w->random);
  uint32_t number = (uint32_t)(draw >> 8) & 31, lead;
  switch (draw & 7) {
    case 0: lead = ~0u; break;          /* all together */
    case 1: lead = 0x55555555u; break;  /* every second one */
    case 2: lead = 1u << number; break; /* one alone */
    case 3: lead = 0xffffu; break;      /* a half */
    case 4: lead = (uint32_t)(draw >> 32); break;
    default: lead = ~0u << number; break; /* from one on */
  }
  w->lead = draw >> 16 & 1 ? lead : ~lead;
  w->upward = draw >> 17 & 1;
}

/* The budget counts steps of a whole warp: a step of some lanes counts by their share. So a launch within the budget
 * stays within it however its warps diverge; an endless one takes at most four times as long. */
static void weigh_steps(kh_warp *w, uint64_t budget) {
  uint64_t used = w->steps_refilled - (uint64_t)w->steps;
  uint64_t n_live = (uint64_t)__builtin_popcount(w->live), n = (uint64_t)__builtin_popcount(w->mask & w->live);
  if (n < n_live) w->parted += (used - w->weighed) * (((n_live - n) << 16) / n_live);
  w->forgiven = w->parted >> 16 < 3 * budget ? w->parted >> 16 : 3 * budget;
  w->weighed = used;
}

/* The ready lanes that run now; 0: yield. */
uint32_t kh_schedule_lanes(kh_worker *W, kh_warp *w, uint32_t ready) {
  weigh_steps(w, W->launch->step_budget);
  if (!w->slice || (w->has_spoken && W->is_interrupted)) return 0;
  if (W->launch->n_warps > 1 || is_drawn(W)) w->slice--;
  uint32_t here = kh_lanes_at(w, w->pc[kh_lowest(ready)]);
  if (!w->granted && !(w->live & ~(here & ready))) part(w);
  uint64_t draw = draw_from(&w->random);
  if (!(draw & 31)) w->lead = ~w->lead;
  uint32_t among = ready & w->lead ? ready & w->lead : ready;
  if (!(ready & ~here)) return among & w->granted ? ready & w->granted : among;
  /* Mostly the lowest or the highest counter, so that diverged lanes reconverge; sometimes any. */
  uint32_t pc;
  if (!(draw >> 8 & 7)) {
    uint32_t left = among;
    for (uint32_t skip = (uint32_t)(draw >> 16) % (uint32_t)__builtin_popcount(among); skip; skip--) left &= left - 1;
    pc = w->pc[kh_lowest(left)];
  } else {
    pc = kh_extreme_pc(w, among, w->upward);
  }
  uint32_t mask = kh_lanes_at(w, pc);
  /* Lanes that passed a .sync instruction continue together, apart from lanes that reach it now. */
  return mask & among & w->granted ? mask & ready & w->granted : mask & among;
}

/* Which lanes of a bar.warp.sync go first. */
uint32_t kh_schedule_split(kh_warp *w, uint32_t go, uint32_t pc) {
  part(w);
  uint32_t now = go & w->lead, later = go & ~now;
  if (!now || !later) return go;
  w->granted |= later;
  EACH_LANE(l, later) w->pc[l] = pc;
  return now;
}
