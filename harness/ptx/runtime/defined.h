/* Shadow memory: the undefined bits of memory and of registers.
 *
 * A set bit of a shadow is an undefined bit. The shadows of a worker's shared and local memory follow kh_defined; each
 * allocation has its own, or none while all of it is defined. The screening pass only checks whether a loaded byte is
 * undefined. For the exact pass the kernel's code has a shadow of every register, and exchanges the shadows of loads
 * and stores through kh_defined.
 */

typedef struct {
  /* data of the access that comes (in) or came (out), laid out like the data: element k of lane l at k * LANES + l */
  uint64_t in[LANES * 4], out[LANES * 4];
  uint64_t origin_in[LANES], origin_out[LANES];
  uint32_t undefined; /* lanes that the last load or atomic gave undefined bits */
  uint32_t is_set;    /* whether `in` and `origin_in` describe the next store; else the store is all defined */
  uint32_t replaces;  /* whether the next atomic stores its operand regardless of the old value */
  uint32_t
      bad_rows; /* of wgmma: rows of A and columns of B that were read with undefined bits, and the first's origin */
  uint64_t bad_columns[4], matrix_origin;
  struct kh_origins *origins; /* of shared and local memory; 0 until an undefined value is stored there */
} kh_defined;
