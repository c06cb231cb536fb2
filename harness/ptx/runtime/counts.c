/* Exact counts of memory traffic by instruction. */
#include "watch.h"

void kh_counts_access(kh_worker *W, const kh_access *a) { (void)W, (void)a; }
void kh_counts_barrier(kh_worker *W, uint32_t id, uint32_t is_open) { (void)W, (void)id, (void)is_open; }
