// Functions that cannot be expanded where they are called. Every kernel has the parameters (out, inp, n).

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" __global__ void recursive(int* out, const int* inp, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = 1000 * i + fibonacci(inp[i]);
}

__device__ __noinline__ bool is_odd(int n);
__device__ __noinline__ bool is_even(int n) { return n == 0 || is_odd(n - 1); }
__device__ __noinline__ bool is_odd(int n) { return n != 0 && is_even(n - 1); }

extern "C" __global__ void mutual(int* out, const int* inp, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = is_even(inp[i]) + 10 * is_odd(inp[i]);
}

__device__ __noinline__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

extern "C" __global__ void nested(int* out, const int* inp, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = ackermann(2, inp[i]);
}

// A sort with an array on each level: what a level keeps must survive the calls below it.
struct Range {
    int low, high;
    double weight;
};

__device__ __noinline__ Range sort(int* values, Range range) {
    int buffer[8];
    if (range.high - range.low < 2) return range;
    int middle = (range.low + range.high) / 2, k = 0;
    Range left = sort(values, {range.low, middle, range.weight / 2});
    Range right = sort(values, {middle, range.high, range.weight / 2});
    int a = left.low, b = right.low;
    while (a < left.high || b < right.high)
        buffer[k++] = b >= right.high || (a < left.high && values[a] <= values[b]) ? values[a++] : values[b++];
    for (k = 0; k < range.high - range.low; k++) values[range.low + k] = buffer[k];
    return {range.low, range.high, left.weight + right.weight};
}

extern "C" __global__ void sorted(int* out, const int* inp, int n) {
    int i = threadIdx.x, values[8];
    if (i >= n) return;
    for (int k = 0; k < 8; k++) values[k] = inp[(i * 3 + k * 5) % n];
    Range range = sort(values, {0, 8, 4.0});
    for (int k = 0; k < 8; k++) out[8 * i + k] = values[k] + (int)range.weight;
}

// The call is in one branch only; all lanes meet in the shuffle behind it.
extern "C" __global__ void divergent(int* out, const int* inp, int n) {
    int i = threadIdx.x, value = i;
    if (i % 3 == 0) value = fibonacci(i % 7);
    value += __shfl_xor_sync(0xffffffffu, value, 1);
    for (int k = 0; k < 3; k++)
        if ((i + k) % 2) value += fibonacci(k + 3);
    if (i < n) out[i] = value + __shfl_xor_sync(0xffffffffu, value, 16);
}

// A barrier on every level of a recursion that all threads take together.
__device__ __noinline__ int tree_sum(int* values, int half) {
    int i = threadIdx.x;
    if (half == 0) return values[0];
    if (i < half) values[i] += values[i + half];
    __syncthreads();  // this level's sums are there before the next level reads them
    return tree_sum(values, half / 2);
}

extern "C" __global__ void barriers(int* out, const int* inp, int n) {
    __shared__ int values[128];
    int i = threadIdx.x;
    values[i] = i < n ? inp[i] : 0;
    __syncthreads();  // all values are there before the first level reads them
    int total = tree_sum(values, 64);
    if (i < n) out[i] = total;
}

__device__ int plus(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ int power(int a, int b) { return b == 0 ? 1 : a * power(a, b - 1); }
using Operation = int (*)(int, int);
__device__ Operation operations[3] = {plus, times, power};

__device__ __noinline__ int fold(Operation operation, int start, int n) {
    for (int k = 0; k < n; k++) start = operation(start, 2);
    return start;
}

extern "C" __global__ void pointers(int* out, const int* inp, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    Operation chosen = inp[i] > 0 ? plus : times;
    out[i] = operations[i % 3](i % 5, 3) + 1000 * fold(chosen, i, 4);
}

struct Shape {
    float size;
    __device__ Shape(float size) : size(size) {}
    __device__ virtual ~Shape() {}
    __device__ virtual float area() const = 0;
    __device__ virtual float twice() const { return 2 * area(); }
};
struct Square : Shape {
    __device__ Square(float size) : Shape(size) {}
    __device__ float area() const override { return size * size; }
};
struct Strip : Shape {
    float width;
    __device__ Strip(float size, float width) : Shape(size), width(width) {}
    __device__ float area() const override { return size * width; }
    __device__ float twice() const override { return -1; }
};

extern "C" __global__ void virtuals(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    Square square(inp[i]);
    Strip strip(inp[i], 0.5f);
    const Shape* shapes[2] = {&square, &strip};
    const Shape* shape = shapes[i % 2];
    out[i] = shape->area() + shape->twice();
}

extern "C" __global__ void bad_pointer(int* out, const int* inp, int n) {
    Operation operation = (Operation)(long long)inp[threadIdx.x];
    out[threadIdx.x] = operation(1, 2);
}
