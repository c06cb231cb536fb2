/* Where undefined values came from; only the exact pass of initcheck keeps it.
 *
 * An origin travels with an undefined value. It names the load that gave the value: the load's site plus 1, above the
 * address; or the shuffle: its site plus 1, above the lane that takes no part (as for FAULT_SHUFFLE_INACTIVE). From the
 * first store to shared memory on, it is the number of a kh_stored below ORIGIN_STORED instead. 0 is no origin.
 *
 * kh_origins has the origins of what shared and local memory hold, and the stores. It takes memory only where an
 * undefined value was stored.
 */
#pragma once

#include "runtime.h"

#define ORIGIN_SITE_SHIFT 48
#define ORIGIN_STORED 0xfffeu
#define ORIGIN_NO_SITE 0xffffu /* a register that was never written: all ones */
/* Most stores kept for one gang; values of later ones keep their origin alone. */
#define MOST_STORED (1u << 18)

/* The first store of an undefined value to shared memory. */
typedef struct {
  uint64_t origin; /* before the store */
  uint32_t site, block, thread;
} kh_stored;

typedef struct kh_origins kh_origins;

/* The origin of a load or shuffle. */
static inline uint64_t kh_origin(uint32_t site, uint64_t below) {
  uint64_t above = site < ORIGIN_STORED - 1 ? site + 1 : ORIGIN_NO_SITE;
  return above << ORIGIN_SITE_SHIFT | (below & ((1ull << ORIGIN_SITE_SHIFT) - 1));
}

uint64_t kh_origin_of(const kh_worker *W, const kh_origins *all, const uint8_t *host);
void kh_keep_origin(kh_worker *W, kh_origins **all, const uint8_t *host, uint32_t size, uint64_t origin);
void kh_keep_stored(kh_worker *W, kh_origins **all, const uint8_t *host, uint32_t size, uint64_t origin, uint32_t site,
                    uint32_t lane);
const kh_stored *kh_store_of(const kh_origins *all, uint64_t origin);
void kh_free_origins(kh_origins **all);
