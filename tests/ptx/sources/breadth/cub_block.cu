// Every block and warp primitive of CUB that fits one block of 128 threads. Kernels have the parameters (out, inp, n),
// n is 512 and inp holds numbers from 0 to 999; each writes what tests/ptx/test_breadth.py works out with NumPy.
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

constexpr int THREADS = 128, ITEMS = 4;

struct Less {
    template <typename T>
    __device__ bool operator()(const T& a, const T& b) const { return a < b; }
};
struct Largest {
    template <typename T>
    __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
struct Differ {
    __device__ bool operator()(int a, int b) const { return a / 100 != b / 100; }
};
struct Minus {
    __device__ int operator()(int a, int b) const { return a - b; }
};

template <cub::BlockReduceAlgorithm ALGORITHM>
__device__ void reduce(int* out, const int* inp) {
    using Reduce = cub::BlockReduce<int, THREADS, ALGORITHM>;
    __shared__ typename Reduce::TempStorage storage;
    int items[ITEMS];
    for (int k = 0; k < ITEMS; k++) items[k] = inp[threadIdx.x * ITEMS + k];
    int sum = Reduce(storage).Sum(items);
    __syncthreads();  // the storage is used again
    int largest = Reduce(storage).Reduce(items[0], Largest());
    __syncthreads();  // the storage is used again
    int some = Reduce(storage).Sum(items[1], 100);
    if (threadIdx.x == 0) out[0] = sum, out[1] = largest, out[2] = some;
}

extern "C" __global__ void block_reduce(int* out, const int* inp, int n) {
    reduce<cub::BLOCK_REDUCE_RAKING>(out, inp);
    reduce<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(out + 3, inp);
    reduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS>(out + 6, inp);
}

template <cub::BlockScanAlgorithm ALGORITHM>
__device__ void scan(int* out, const int* inp) {
    using Scan = cub::BlockScan<int, THREADS, ALGORITHM>;
    __shared__ typename Scan::TempStorage storage;
    int items[ITEMS], total;
    for (int k = 0; k < ITEMS; k++) items[k] = inp[threadIdx.x * ITEMS + k];
    Scan(storage).InclusiveSum(items, items, total);
    __syncthreads();  // the storage is used again
    int largest;
    Scan(storage).ExclusiveScan(inp[threadIdx.x], largest, -1, Largest());
    for (int k = 0; k < ITEMS; k++) out[threadIdx.x * ITEMS + k] = items[k] + (k == 3 ? total : 0) + largest;
}

extern "C" __global__ void block_scan(int* out, const int* inp, int n) {
    scan<cub::BLOCK_SCAN_RAKING>(out, inp);
    scan<cub::BLOCK_SCAN_RAKING_MEMOIZE>(out + n, inp);
    scan<cub::BLOCK_SCAN_WARP_SCANS>(out + 2 * n, inp);
}

template <cub::BlockLoadAlgorithm LOAD, cub::BlockStoreAlgorithm STORE>
__device__ void copy(int* out, const int* inp) {
    using Load = cub::BlockLoad<int, THREADS, ITEMS, LOAD>;
    using Store = cub::BlockStore<int, THREADS, ITEMS, STORE>;
    __shared__ typename Load::TempStorage in_storage;
    __shared__ typename Store::TempStorage out_storage;
    int items[ITEMS];
    Load(in_storage).Load(inp, items);
    for (int k = 0; k < ITEMS; k++) items[k] += 1000 * k;
    __syncthreads();  // loads are done with shared memory
    Store(out_storage).Store(out, items);
}

extern "C" __global__ void load_and_store(int* out, const int* inp, int n) {
    copy<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>(out, inp);
    copy<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>(out + n, inp);
    copy<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>(out + 2 * n, inp);
    copy<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(out + 3 * n, inp);
    copy<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>(out + 4 * n, inp);
    copy<cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED, cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>(out + 5 * n, inp);
}

extern "C" __global__ void sorts(int* out, const int* inp, int n) {
    using Radix = cub::BlockRadixSort<int, THREADS, ITEMS, float>;
    using Merge = cub::BlockMergeSort<int, THREADS, ITEMS>;
    using Down = cub::BlockRadixSort<double, THREADS, ITEMS>;
    __shared__ union {
        typename Radix::TempStorage radix;
        typename Merge::TempStorage merge;
        typename Down::TempStorage down;
    } storage;
    int i = threadIdx.x, keys[ITEMS];
    float values[ITEMS];
    for (int k = 0; k < ITEMS; k++) keys[k] = inp[i * ITEMS + k], values[k] = i * ITEMS + k;
    Radix(storage.radix).Sort(keys, values);
    for (int k = 0; k < ITEMS; k++) out[i * ITEMS + k] = keys[k], out[n + i * ITEMS + k] = (int)values[k];
    __syncthreads();  // the storage is used again
    for (int k = 0; k < ITEMS; k++) keys[k] = inp[i * ITEMS + k];
    Merge(storage.merge).Sort(keys, Less());
    for (int k = 0; k < ITEMS; k++) out[2 * n + i * ITEMS + k] = keys[k];
    __syncthreads();  // the storage is used again
    double wide[ITEMS];
    for (int k = 0; k < ITEMS; k++) wide[k] = inp[i * ITEMS + k] - 500.5;
    Down(storage.down).SortDescending(wide);
    for (int k = 0; k < ITEMS; k++) out[3 * n + i * ITEMS + k] = (int)(wide[k] * 2);
}

extern "C" __global__ void exchanges(int* out, const int* inp, int n) {
    using Exchange = cub::BlockExchange<int, THREADS, ITEMS>;
    __shared__ typename Exchange::TempStorage storage;
    int i = threadIdx.x, items[ITEMS], ranks[ITEMS];
    for (int k = 0; k < ITEMS; k++) items[k] = inp[i * ITEMS + k];
    Exchange(storage).BlockedToStriped(items);
    for (int k = 0; k < ITEMS; k++) out[i * ITEMS + k] = items[k];
    __syncthreads();  // the storage is used again
    Exchange(storage).StripedToBlocked(items);
    for (int k = 0; k < ITEMS; k++) ranks[k] = n - 1 - (i * ITEMS + k), out[n + i * ITEMS + k] = items[k];
    __syncthreads();  // the storage is used again
    Exchange(storage).ScatterToBlocked(items, ranks);
    for (int k = 0; k < ITEMS; k++) out[2 * n + i * ITEMS + k] = items[k];
}

template <cub::BlockHistogramAlgorithm ALGORITHM>
__device__ void count(int* out, const int* inp) {
    using Histogram = cub::BlockHistogram<unsigned char, THREADS, ITEMS, 16, ALGORITHM>;
    __shared__ typename Histogram::TempStorage storage;
    __shared__ int bins[16];
    unsigned char items[ITEMS];
    for (int k = 0; k < ITEMS; k++) items[k] = inp[threadIdx.x * ITEMS + k] % 16;
    Histogram(storage).Histogram(items, bins);
    __syncthreads();  // all are counted before any count is read
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void histograms(int* out, const int* inp, int n) {
    count<cub::BLOCK_HISTO_ATOMIC>(out, inp);
    count<cub::BLOCK_HISTO_SORT>(out + 16, inp);
}

extern "C" __global__ void neighbours(int* out, const int* inp, int n) {
    using Heads = cub::BlockDiscontinuity<int, THREADS>;
    using Difference = cub::BlockAdjacentDifference<int, THREADS>;
    using Shuffle = cub::BlockShuffle<int, THREADS>;
    __shared__ typename Heads::TempStorage heads;
    __shared__ typename Difference::TempStorage difference;
    __shared__ typename Shuffle::TempStorage shuffle;
    int i = threadIdx.x, items[ITEMS], flags[ITEMS], steps[ITEMS], before;
    for (int k = 0; k < ITEMS; k++) items[k] = inp[i * ITEMS + k];
    Heads(heads).FlagHeads(flags, items, Differ());
    Difference(difference).SubtractLeft(items, steps, Minus());
    Shuffle(shuffle).Offset(items[0], before, -1);
    for (int k = 0; k < ITEMS; k++) out[i * ITEMS + k] = flags[k], out[n + i * ITEMS + k] = steps[k];
    out[2 * n + i] = i ? before : -1;
}

extern "C" __global__ void warps(int* out, const int* inp, int n) {
    using Reduce = cub::WarpReduce<int>;
    using Eight = cub::WarpReduce<float, 8>;
    using Scan = cub::WarpScan<long long>;
    using Sort = cub::WarpMergeSort<int, ITEMS, 32>;
    __shared__ typename Reduce::TempStorage reduce[4];
    __shared__ typename Eight::TempStorage eight[16];
    __shared__ typename Scan::TempStorage scan[4];
    __shared__ typename Sort::TempStorage sort[4];
    int i = threadIdx.x, warp = i / 32, items[ITEMS];
    for (int k = 0; k < ITEMS; k++) items[k] = inp[i * ITEMS + k];
    int sum = Reduce(reduce[warp]).Sum(items[0]);
    float largest = Eight(eight[i / 8]).Reduce((float)items[1], Largest());
    long long before, all;
    Scan(scan[warp]).ExclusiveSum((long long)items[2], before, all);
    Sort(sort[warp]).Sort(items, Less());
    out[i] = i % 32 ? 0 : sum;
    out[128 + i] = i % 8 ? 0 : (int)largest;
    out[256 + i] = (int)before;
    out[384 + i] = (int)all;
    for (int k = 0; k < ITEMS; k++) out[n + i * ITEMS + k] = items[k];
}
