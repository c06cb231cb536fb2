/* Layout of a worker's counters, an array of 64-bit words at kh_worker.counts.
 *
 *   word 0            barriers of blocks that have opened
 *   word 1            index of the table of sites, set by the host
 *   word 2            threads that accessed global or shared memory
 *   word 3            lanes whose atomics met at one address, of the address with the most; not a sum
 *   word 4            index of the notes, set by the host
 *   from word 5 on    counters of generated code, see ir/counting.py
 *   table of sites    COUNT_WORDS for each site: COUNT_FIELDS for each of COUNT_SPACES
 *   notes             COUNT_NOTES words: block and lanes of each warp that accessed memory, then a table of addresses
 */

enum kh_count_word { COUNT_BARRIERS, COUNT_SITES_START, COUNT_ACTIVE, COUNT_HOTTEST, COUNT_NOTES_START, COUNT_HEADER };
enum kh_count_space { COUNT_GLOBAL, COUNT_SHARED, COUNT_LOCAL, COUNT_SPACES };
/* COUNT_UNITS are sectors in global and local memory and wavefronts in shared memory. */
enum kh_count_field { COUNT_REQUESTS, COUNT_BYTES, COUNT_UNITS, COUNT_IDEAL, COUNT_FIELDS };
#define COUNT_WORDS (COUNT_SPACES * COUNT_FIELDS)

#define COUNT_WARPS 32
#define COUNT_ADDRESSES 4096
#define COUNT_PROBES 8
#define COUNT_NOTES (2 * (COUNT_WARPS + COUNT_ADDRESSES))

#define SECTOR_BYTES 32
#define N_BANKS 32
#define BANK_BYTES 4
