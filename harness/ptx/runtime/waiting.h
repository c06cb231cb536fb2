/* What barrier.c, cluster.c and mbarrier.c do for the scheduler. */
#pragma once

#include "runtime.h"

void kh_reset_barrier(kh_barrier *barrier);
void kh_open_if_complete(kh_worker *W, uint32_t id);
uint32_t kh_arrive(kh_worker *W, kh_warp *w);
void kh_cluster_open_if_complete(kh_worker *W);
void kh_mbarrier_forget(kh_worker *W);
