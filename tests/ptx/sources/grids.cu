// Launches whose grid synchronises.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Every block adds what all blocks found, over several rounds.
extern "C" __global__ void rounds(int* out, const int* inp, int n) {
  auto grid = cg::this_grid();
  int size = (int)grid.size(), me = (int)grid.thread_rank();
  out[me] = me;
  for (int k = 0; k < n; k++) {
    grid.sync();  // all have written
    int next = out[(me + blockDim.x) % size];
    grid.sync();  // all have read
    out[me] = next + 1;
  }
}

// One pass of a sum over the whole grid: blocks first, then the first block.
extern "C" __global__ void sum(float* out, const float* inp, int n) {
  __shared__ float part[256];
  auto grid = cg::this_grid();
  float value = 0;
  for (int k = (int)grid.thread_rank(); k < n; k += (int)grid.size()) value += inp[k];
  part[threadIdx.x] = value;
  __syncthreads();  // all parts are there
  if (threadIdx.x == 0) {
    float total = 0;
    for (int k = 0; k < (int)blockDim.x; k++) total += part[k];
    out[1 + blockIdx.x] = total;
  }
  grid.sync();  // every block's total is in global memory
  if (grid.thread_rank() == 0) {
    float total = 0;
    for (int k = 0; k < (int)gridDim.x; k++) total += out[1 + k];
    out[0] = total;
  }
}
