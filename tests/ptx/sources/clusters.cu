// Clusters and what completes on barriers of other blocks; sm_90 and later.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// Sums over all blocks of a cluster, through the shared memory of each.
extern "C" __global__ void __cluster_dims__(4, 1, 1) summed(float* out, const float* inp, int n) {
  __shared__ float sum;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    sum = 0;
    for (int k = 0; k < n; k++) sum += inp[blockIdx.x * n + k];
  }
  cluster.sync();  // every block's sum is there
  float total = 0;
  for (unsigned r = 0; r < cluster.num_blocks(); r++) total += *cluster.map_shared_rank(&sum, r);
  cluster.sync();  // nobody needs the sums any more
  out[blockIdx.x * blockDim.x + threadIdx.x] = total + 1000 * cluster.block_rank();
}

// A histogram whose bins are spread over the blocks of a cluster of any size.
extern "C" __global__ void histogram(int* out, const int* inp, int n) {
  __shared__ int bins[32];
  auto cluster = cg::this_cluster();
  for (int k = threadIdx.x; k < 32; k += blockDim.x) bins[k] = 0;
  cluster.sync();  // all bins are zero
  int here = cluster.block_rank() * blockDim.x + threadIdx.x;
  for (int k = here; k < n; k += cluster.num_threads()) {
    int bin = inp[k] % (32 * cluster.num_blocks());
    atomicAdd(cluster.map_shared_rank(bins, bin / 32) + bin % 32, 1);
  }
  cluster.sync();  // all are counted
  for (int k = threadIdx.x; k < 32; k += blockDim.x) out[cluster.block_rank() * 32 + k] = bins[k];
}

// Each block sends four numbers to its neighbour, whose barrier counts the bytes.
extern "C" __global__ void __cluster_dims__(8, 1, 1) sent(int* out, const int* inp, int n) {
  __shared__ int buffer[4];
  __shared__ block_barrier barrier;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  cluster.sync();  // the neighbour's barrier is there
  unsigned other = cluster.block_rank() ^ 1;
  uint64_t* there = cluster.map_shared_rank(cuda::device::barrier_native_handle(barrier), other);
  int* target = cluster.map_shared_rank(&buffer[0], other);
  uint64_t token;
  if (threadIdx.x == 0)
    token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared,
                                           cuda::device::barrier_native_handle(barrier), sizeof(buffer));
  else
    token = ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_shared,
                                 cuda::device::barrier_native_handle(barrier));
  int base = 100 * (cluster.block_rank() + 1);
  if (threadIdx.x == 0) {
    int pair[2] = {base, base + 1};
    ptx::st_async(target, pair, there);
    ptx::st_async(target + 2, base + 2, there);
    ptx::st_async(target + 3, base + 3, there);
  }
  while (!ptx::mbarrier_try_wait(ptx::sem_acquire, ptx::scope_cluster,
                                 cuda::device::barrier_native_handle(barrier), token)) {
  }
  if (threadIdx.x < 4) out[blockIdx.x * 4 + threadIdx.x] = buffer[threadIdx.x];
  cluster.sync();  // nobody leaves while a neighbour sends
}

// A bulk copy in, and one out.
extern "C" __global__ void bulk(float* out, const float* inp, int n) {
  __shared__ alignas(16) float values[256];
  __shared__ block_barrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    cuda::ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();  // the barrier is there
  block_barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(values, inp + blockIdx.x * 256, cuda::aligned_size_t<16>(sizeof(values)), barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof(values));
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  for (int k = threadIdx.x; k < 256; k += blockDim.x) values[k] = values[k] * 2 + 1;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();  // all values are written
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + blockIdx.x * 256, values, sizeof(values));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}
