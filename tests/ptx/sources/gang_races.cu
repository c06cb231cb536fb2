// Ways to put accesses in order that reach beyond a block's barriers, each with a switch that leaves the ordering out; for
// sm_90 and later. Every kernel has the parameters (out, inp, n); ORDERED is 1 or 0.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// Every thread reads what the same thread of the next block has written.
extern "C" __global__ void __cluster_dims__(4, 1, 1) neighbour(float* out, const float* inp, int n) {
    __shared__ float values[64];
    auto cluster = cg::this_cluster();
    values[threadIdx.x] = inp[threadIdx.x];
    if (ORDERED)
        cluster.sync();  // orders every block's stores before its neighbour's loads
    out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % 4)[threadIdx.x];
    cluster.sync();  // nobody leaves while its values are read
}

// The values are overwritten as soon as this block has read its neighbour's.
extern "C" __global__ void __cluster_dims__(4, 1, 1) overwritten(float* out, const float* inp, int n) {
    __shared__ float values[64];
    auto cluster = cg::this_cluster();
    values[threadIdx.x] = inp[threadIdx.x];
    cluster.sync();  // orders every block's stores before its neighbour's loads
    float other = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % 4)[threadIdx.x];
    if (ORDERED)
        cluster.sync();  // orders the neighbour's loads before the stores that follow
    else
        __syncthreads();  // orders nothing between blocks
    values[threadIdx.x] = other;
    cluster.sync();  // orders the stores before the neighbour's loads
    out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % 4)[threadIdx.x];
    cluster.sync();  // nobody leaves while its values are read
}

// The stores come before the arrival, or between it and the wait.
extern "C" __global__ void __cluster_dims__(4, 1, 1) late(float* out, const float* inp, int n) {
    __shared__ float values[64];
    auto cluster = cg::this_cluster();
    if (ORDERED)
        values[threadIdx.x] = inp[threadIdx.x];
    cluster.barrier_arrive();
    if (!ORDERED)
        values[threadIdx.x] = inp[threadIdx.x];
    cluster.barrier_wait();  // orders what came before the arrivals, and no more
    out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % 4)[threadIdx.x];
    cluster.sync();  // nobody leaves while its values are read
}

// One warp stores late, behind a barrier of its block, which raises what all warps know of each other.
extern "C" __global__ void __cluster_dims__(4, 1, 1) half_late(float* out, const float* inp, int n) {
    __shared__ float values[64];
    auto cluster = cg::this_cluster();
    if (ORDERED || threadIdx.x < 32)
        values[threadIdx.x] = inp[threadIdx.x];
    cluster.barrier_arrive();
    if (!ORDERED && threadIdx.x >= 32)
        values[threadIdx.x] = inp[threadIdx.x];
    __syncthreads();  // orders nothing between blocks
    cluster.barrier_wait();  // orders what came before the arrivals, and no more
    out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % 4)[threadIdx.x];
    cluster.sync();  // nobody leaves while its values are read
}

// The arrival hands the stores on, or only says that the thread has come.
extern "C" __global__ void __cluster_dims__(4, 1, 1) relaxed(float* out, const float* inp, int n) {
    __shared__ float values[64];
    auto cluster = cg::this_cluster();
    values[threadIdx.x] = inp[threadIdx.x];
    if (ORDERED)
        asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    else
        asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    cluster.barrier_wait();  // orders what arrivals have released
    out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % 4)[threadIdx.x];
    cluster.sync();  // nobody leaves while its values are read
}

// A fence hands the stores on that come before it; the arrival after it need not.
extern "C" __global__ void __cluster_dims__(4, 1, 1) fenced(float* out, const float* inp, int n) {
    __shared__ float values[64];
    auto cluster = cg::this_cluster();
    if (ORDERED)
        values[threadIdx.x] = inp[threadIdx.x];
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    if (!ORDERED)
        values[threadIdx.x] = inp[threadIdx.x];
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    cluster.barrier_wait();  // orders what arrivals and the fences before them have released
    out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % 4)[threadIdx.x];
    cluster.sync();  // nobody leaves while its values are read
}

// One block tells the others by a flag in its shared memory.
extern "C" __global__ void __cluster_dims__(2, 1, 1) flagged(float* out, const float* inp, int n) {
    __shared__ float value;
    __shared__ int flag;
    auto cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        flag = 0;
    cluster.sync();  // the flags are zero
    if (threadIdx.x == 0 && cluster.block_rank() == 0) {
        value = inp[0];
        if (ORDERED)
            asm volatile("st.release.cluster.b32 [%0], 1;" ::"l"(&flag) : "memory");
        else
            asm volatile("st.relaxed.cluster.b32 [%0], 1;" ::"l"(&flag) : "memory");
    }
    if (threadIdx.x == 0 && cluster.block_rank() == 1) {
        int raised = 0;
        while (!raised)
            asm volatile("ld.acquire.cluster.b32 %0, [%1];" : "=r"(raised) : "l"(cluster.map_shared_rank(&flag, 0)) : "memory");
        out[0] = *cluster.map_shared_rank(&value, 0);
    }
    cluster.sync();  // nobody leaves while its flag is read
}

// A round in which every block reads what the next one has written to global memory.
extern "C" __global__ void grid_round(float* out, const float* inp, int n) {
    auto grid = cg::this_grid();
    unsigned me = (unsigned)grid.thread_rank(), size = (unsigned)grid.size();
    out[me] = inp[me % 64];
    if (ORDERED)
        grid.sync();  // orders all stores before all loads
    out[size + me] = out[(me + blockDim.x) % size];
}

// The first warp hands values to the others through an mbarrier.
extern "C" __global__ void handed(float* out, const float* inp, int n) {
    __shared__ float values[64];
    __shared__ block_barrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, 64);
    __syncthreads();  // orders the initialisation before all use
    if (threadIdx.x < 32) {
        values[threadIdx.x] = inp[threadIdx.x];
        (void)barrier.arrive();
    } else {
        auto token = barrier.arrive();
        if (ORDERED)
            barrier.wait(std::move(token));  // orders the first warp's stores before the loads
        out[threadIdx.x] = values[threadIdx.x - 32];
    }
}

// An mbarrier that others use when its initialisation may not be there yet.
extern "C" __global__ void initialised(float* out, const float* inp, int n) {
    __shared__ block_barrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, 64);
    if (ORDERED)
        __syncthreads();  // orders the initialisation before all use
    else if (threadIdx.x)
        __nanosleep(1000);
    barrier.arrive_and_wait();
    out[threadIdx.x] = 1.0f;
}

// Values that come with a neighbour's st.async.
extern "C" __global__ void __cluster_dims__(2, 1, 1) sent(float* out, const float* inp, int n) {
    __shared__ int value;
    __shared__ block_barrier barrier;
    auto cluster = cg::this_cluster();
    uint64_t* handle = cuda::device::barrier_native_handle(barrier);
    if (threadIdx.x == 0)
        init(&barrier, 1);
    cluster.sync();  // the neighbour's barrier is there
    if (threadIdx.x == 0) {
        uint64_t token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, handle, 4);
        unsigned other = cluster.block_rank() ^ 1;
        ptx::st_async(cluster.map_shared_rank(&value, other), 7, cluster.map_shared_rank(handle, other));
        while (ORDERED && !ptx::mbarrier_try_wait(ptx::sem_acquire, ptx::scope_cluster, handle, token)) {
        }
        out[blockIdx.x] = static_cast<float>(value);
    }
    cluster.sync();  // nobody leaves while a neighbour sends
}

// A bulk copy whose target its own thread reads too early.
extern "C" __global__ void bulk(float* out, const float* inp, int n) {
    __shared__ alignas(16) float values[64];
    __shared__ block_barrier barrier;
    uint64_t* handle = cuda::device::barrier_native_handle(barrier);
    if (threadIdx.x == 0) {
        init(&barrier, 1);
        ptx::fence_proxy_async(ptx::space_shared);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, values, inp, sizeof(values), handle);
        uint64_t token =
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, handle, sizeof(values));
        while (ORDERED && !ptx::mbarrier_try_wait(handle, token)) {
        }
    }
    __syncthreads();  // orders what the first thread knows before the loads; a copy that it has not waited for is not that
    if (threadIdx.x < 64)
        out[threadIdx.x] = values[threadIdx.x];
}

// A bulk copy out of shared memory, which is written again.
extern "C" __global__ void bulk_out(float* out, const float* inp, int n) {
    __shared__ alignas(16) float values[64];
    values[threadIdx.x] = inp[threadIdx.x];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();  // orders the stores before the copy
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, values, sizeof(values));
        ptx::cp_async_bulk_commit_group();
        if (ORDERED)
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());  // orders the copy's loads before what follows
    }
    __syncthreads();  // orders what the first thread knows before the stores
    values[threadIdx.x] = 0.0f;
}

// Copies of four bytes that arrive on an mbarrier.
extern "C" __global__ void copied(float* out, const float* inp, int n) {
    __shared__ float values[64];
    __shared__ block_barrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, 64);
    __syncthreads();  // orders the initialisation before all use
    cuda::memcpy_async(&values[threadIdx.x], &inp[threadIdx.x], cuda::aligned_size_t<4>(4), barrier);
    auto token = barrier.arrive();
    if (ORDERED)
        barrier.wait(std::move(token));  // orders all copies before the loads
    out[threadIdx.x] = values[63 - threadIdx.x];
}

// More such copies than the executor holds back: a thread's copies are done after it arrived, as other lanes still issue theirs.
extern "C" __global__ void copied_often(float* out, const float* inp, int n) {
    __shared__ float values[40][64];
    __shared__ block_barrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, 64);
    __syncthreads();  // orders the initialisation before all use
    block_barrier::arrival_token token;
    if (threadIdx.x % 32) {
        cuda::memcpy_async(&values[0][threadIdx.x], &inp[threadIdx.x], cuda::aligned_size_t<4>(4), barrier);
        token = barrier.arrive();
    } else {
        for (int k = 0; k < 40; k++)
            cuda::memcpy_async(&values[k][threadIdx.x], &inp[threadIdx.x], cuda::aligned_size_t<4>(4), barrier);
        token = barrier.arrive();
    }
    if (ORDERED)
        barrier.wait(std::move(token));  // orders all copies before the loads
    out[threadIdx.x] = values[0][threadIdx.x ^ 32];
}

// The same where each thread waits for its own copies, and a barrier passes on what it knows.
extern "C" __global__ void waited_often(float* out, const float* inp, int n) {
    __shared__ float values[40][64];
    for (int k = 0; k < 40; k++)
        __pipeline_memcpy_async(&values[k][threadIdx.x], &inp[threadIdx.x], 4);
    __pipeline_commit();
    if (ORDERED)
        __pipeline_wait_prior(0);  // orders the thread's copies before the barrier
    __syncthreads();  // orders what each thread knows before the loads
    float sum = 0.0f;
    for (int k = 0; k < 40; k++)
        sum += values[k][63 - threadIdx.x];
    out[threadIdx.x] = sum;
}
