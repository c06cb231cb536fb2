/* Races: accesses of two threads to one place, one of them a write, that nothing orders. */
#include "watch.h"

void kh_races_access(kh_worker *W, const kh_access *a) { (void)W, (void)a; }
void kh_races_block(kh_worker *W) { (void)W; }
void kh_races_barrier(kh_worker *W, uint32_t id, uint32_t is_open) { (void)W, (void)id, (void)is_open; }
void kh_races_warp_sync(kh_worker *W, uint32_t lanes) { (void)W, (void)lanes; }
void kh_races_fence(kh_worker *W, uint32_t lanes, uint32_t site) { (void)W, (void)lanes, (void)site; }
