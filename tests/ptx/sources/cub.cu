// Collectives of CUB. Every kernel has the parameters (out, inp, n).
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>

struct Largest {
    __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

extern "C" __global__ void block_reduce(float* out, const float* inp, int n) {
    using Reduce = cub::BlockReduce<float, 128>;
    __shared__ typename Reduce::TempStorage storage;
    __shared__ float total, largest;
    int i = threadIdx.x;
    float value = i < n ? inp[i] : 0.0f;
    float sum = Reduce(storage).Sum(value);
    __syncthreads();  // the first reduction has left the storage
    float high = Reduce(storage).Reduce(i < n ? inp[i] : -1e30f, Largest());
    if (i == 0) {
        total = sum;
        largest = high;
    }
    __syncthreads();  // both results are written before they are read
    if (i < n) out[i] = total + 1000.0f * largest;
}

extern "C" __global__ void warp_reduce(float* out, const float* inp, int n) {
    using Reduce = cub::WarpReduce<float>;
    __shared__ typename Reduce::TempStorage storage[4];
    int i = threadIdx.x;
    float sum = Reduce(storage[i / 32]).Sum(i < n ? inp[i] : 0.0f);
    if (i % 32 == 0) out[i / 32] = sum;
}

extern "C" __global__ void block_scan(float* out, const float* inp, int n) {
    using Scan = cub::BlockScan<float, 128>;
    __shared__ typename Scan::TempStorage storage;
    int i = threadIdx.x;
    float value = i < n ? inp[i] : 0.0f, before;
    Scan(storage).ExclusiveSum(value, before);
    if (i < n) out[i] = before;
}

extern "C" __global__ void block_sort(float* out, const float* inp, int n) {
    using Sort = cub::BlockRadixSort<float, 64, 2>;
    __shared__ typename Sort::TempStorage storage;
    int i = threadIdx.x;
    float keys[2];
    for (int k = 0; k < 2; k++) keys[k] = 2 * i + k < n ? inp[2 * i + k] : 1e30f;
    Sort(storage).Sort(keys);
    for (int k = 0; k < 2; k++)
        if (2 * i + k < n) out[2 * i + k] = keys[k];
}
