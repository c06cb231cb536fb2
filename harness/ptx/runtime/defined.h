/* Shadow memory: the undefined bits of memory and of registers.
 *
 * A set bit of a shadow is an undefined bit. The shadows of a worker's shared and local memory follow kh_defined; each
 * allocation has its own, or none while all of it is defined. The screening pass only checks whether a loaded byte is
 * undefined. For the exact pass the kernel's code has a shadow of every register, and exchanges the shadows of loads
 * and stores through kh_defined.
 */
#pragma once

#include "access.h"
#include "origins.h"

typedef struct {
  /* data of the access that comes (in) or came (out), laid out like the data: element k of lane l at k * LANES + l */
  uint64_t in[LANES * 4], out[LANES * 4];
  uint64_t origin_in[LANES], origin_out[LANES];
  uint32_t undefined; /* lanes that the last load or atomic gave undefined bits */
  uint32_t is_set;    /* whether `in` and `origin_in` describe the next store; else the store is all defined */
  uint32_t replaces;  /* whether the next atomic stores its operand regardless of the old value */
  uint32_t unused[11];
  kh_origins *origins; /* of shared and local memory; 0 until an undefined value is stored there */
} kh_defined;

int kh_is_written(const kh_worker *W, const uint8_t *host, uint32_t size);
void kh_defined_access(kh_worker *W, const kh_access *a);
void kh_defined_texels(kh_worker *W, const kh_access *a);
void kh_defined_channels(kh_worker *W, uint32_t width, uint32_t count);
void kh_defined_block(kh_worker *W);
void kh_defined_copy(kh_worker *W, const kh_copied *copied);
void kh_defined_end(kh_worker *W);
