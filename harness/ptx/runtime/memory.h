/* What memory.c does for other files. */
#pragma once

#include "runtime.h"

const kh_alloc *kh_find_alloc(kh_worker *W, uint64_t address);
uint32_t kh_read_byte(kh_worker *W, uint32_t lane, uint64_t address, uint32_t site);
void kh_copy_reset(kh_copies *all);
void kh_copy_finish(kh_worker *W, kh_copies *all, uint32_t lanes, uint64_t n_first);
uint8_t *kh_check_lane(kh_worker *W, uint32_t space, uint32_t lane, uint64_t address, uint32_t size, uint32_t site,
                       uint32_t access);
uint32_t kh_combine_32(uint32_t op, uint32_t old, uint32_t b, uint32_t c, uint32_t is_signed);
uint64_t kh_combine_64(uint32_t op, uint64_t old, uint64_t b, uint64_t c, uint32_t is_signed);
uint32_t kh_bulk_element_size(uint32_t element);
void kh_reduce_bulk(uint8_t *at, const uint8_t *from, uint32_t size, uint32_t op, uint32_t element);
