/* Events that memory, barriers and the scheduler announce to the observers that a launch asks for.
 *
 * They are announced only if kh_launch.watch is not 0, so a launch without checks pays one comparison per access.
 */
#pragma once

#include "access.h"

void kh_watch_access(kh_worker *W, const kh_access *a);
/* Texels that an instruction accesses; a filter announces each of its texels. Counters ignore them. */
void kh_watch_texels(kh_worker *W, const kh_access *a);
/* A cp.async is issued; its reads and writes follow later. */
void kh_watch_copy(kh_worker *W, const kh_copy *copy, const uint64_t *to, const uint64_t *from, uint32_t site);
/* At most 16 bytes that a lane's asynchronous operation reads or writes; called when the operation is issued. */
void kh_watch_async(kh_worker *W, const kh_access *a);
void kh_watch_block(kh_worker *W); /* a block starts */
/* The current warp arrives at a barrier; or the barrier opens, before its warps resume. */
void kh_watch_barrier(kh_worker *W, uint32_t id, uint32_t is_open);
/* These lanes of the current warp pass a bar.warp.sync; members: the mask of each, 0 if all name all. */
void kh_watch_warp_sync(kh_worker *W, uint32_t lanes, const uint32_t *members);
/* These lanes' part of a cp.async is about to be copied. */
void kh_watch_copied(kh_worker *W, const kh_copy *copy, uint32_t lanes, uint32_t event);
/* These lanes of the current warp have waited for cp.async copies that were done early. */
void kh_watch_copies_waited(kh_worker *W, uint32_t lanes);
/* A bulk copy, st.async or red.async has changed memory. */
void kh_watch_async_done(kh_worker *W, const kh_async *a, uint32_t element_size);
void kh_watch_end(kh_worker *W); /* the worker has no more blocks */
/* `event` is enum kh_cluster_event or enum kh_mbarrier_event; `barrier` is a host address. */
void kh_watch_cluster_barrier(kh_worker *W, uint32_t lanes, uint32_t event);
void kh_watch_mbarrier(kh_worker *W, uint32_t lane, const uint8_t *barrier, uint32_t event, uint32_t site);
