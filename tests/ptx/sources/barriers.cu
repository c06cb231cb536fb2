// Barriers of the CUDA C++ library in shared memory, and copies that complete on them.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// Copies a block's elements through shared memory and gives them back in reverse order.
extern "C" __global__ void copied(float* out, const float* inp, int n) {
  __shared__ block_barrier barrier;
  __shared__ float values[256];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  cuda::memcpy_async(block, values, inp + blockIdx.x * blockDim.x, sizeof(float) * block.size(), barrier);
  barrier.arrive_and_wait();
  out[blockIdx.x * blockDim.x + threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

// The first warp produces, the others consume, over two barriers and several rounds.
extern "C" __global__ void produced(float* out, const float* inp, int n) {
  __shared__ block_barrier ready, used;
  __shared__ float value;
  if (threadIdx.x == 0) {
    init(&ready, blockDim.x - 31);
    init(&used, blockDim.x - 31);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x != 0) return;
    for (int k = 0; k < n; k++) {
      value = inp[k];
      ready.arrive_and_wait();
      used.arrive_and_wait();
    }
    return;
  }
  float sum = 0;
  for (int k = 0; k < n; k++) {
    ready.arrive_and_wait();
    sum = sum * 2 + value;
    used.arrive_and_wait();
  }
  out[threadIdx.x - 32] = sum;
}

// Threads drop out one after another; the last ones still pass.
extern "C" __global__ void dropped(float* out, const float* inp, int n) {
  __shared__ block_barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  int rounds = 0;
  while (rounds < (int)threadIdx.x / 32) {
    barrier.arrive_and_wait();
    rounds++;
  }
  barrier.arrive_and_drop();
  out[threadIdx.x] = rounds;
}

// Two stages of a pipeline that the whole block shares.
extern "C" __global__ void piped(float* out, const float* inp, int n) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ float values[2][64];
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int batches = n / 64;
  for (int k = 0; k <= batches; k++) {
    if (k < batches) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, values[k % 2], inp + 64 * k, 64 * sizeof(float), pipe);
      pipe.producer_commit();
    }
    if (k > 0) {
      pipe.consumer_wait();
      out[64 * (k - 1) + threadIdx.x] = 2 * values[(k - 1) % 2][63 - threadIdx.x];
      pipe.consumer_release();
    }
  }
}
