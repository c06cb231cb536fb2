/* Shadow memory: which bits of memory, and of the values in registers, were never written.
 *
 * A set bit of a shadow is a bit without a defined value. Shared and local memory of a worker have theirs behind
 * kh_defined; each allocation has its own, or none while all of it is defined. The quick look only asks whether a byte
 * of a load is undefined. For the closer look the kernel's code carries a shadow beside every register, and hands the
 * shadows of loads and stores over in kh_defined.
 */
#ifndef KH_DEFINED_H
#define KH_DEFINED_H

#include "watch.h"

/* An origin names where a value without content was read: the site of the load above the address. */
#define ORIGIN_SITE_SHIFT 48
#define ORIGIN_NO_SITE 0xffffu

typedef struct {
  /* data of the access that comes (in) or came (out), laid out like the data: element k of lane l at k * LANES + l */
  uint64_t in[LANES * 4], out[LANES * 4];
  uint64_t origin_in[LANES], origin_out[LANES];
  uint32_t undefined; /* lanes that the last load or atomic gave undefined bits */
  uint32_t is_set;    /* whether `in` and `origin_in` describe what is stored next; else it is all defined */
  uint32_t replaces;  /* whether the next atomic stores its operand whatever was there */
  uint32_t unused[13];
} kh_defined;

void kh_defined_copy(kh_worker *W, const uint8_t *target, const uint8_t *source, uint32_t n_read, uint32_t size);

#endif
