// What CUDA itself offers to kernels: printf, assert, malloc, new. Every kernel has the parameters (out, inp, n).
#include <cassert>
#include <cstdio>

extern "C" __global__ void print(int* out, const int* inp, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = printf("block %d thread %3d: %s\n", blockIdx.x, i, inp[i] > 1 ? "more" : "less");
}

extern "C" __global__ void formats(int* out, const int* inp, int n) {
    if (threadIdx.x) return;
    out[0] = printf("%d|%5u|%-6x|%#o|%X|%c|%%\n", -7, 42u, 255, 8, 48879, 'q');
    out[1] = printf("%lld|%llu|%ld|%zu|%hd|%hhu\n", -1234567890123ll, 18446744073709551615ull, 5l, (size_t)9, (short)-3,
                    (unsigned char)250);
    out[2] = printf("%f|%.3f|%10.2e|%g|%+d|%05d|% d\n", 1.5f, 3.14159, 12345.678, 0.0001, 3, 42, 7);
    out[3] = printf("%s|%10s|%-5s|%.2s|%*d|%.*f\n", "abc", "right", "l", "cut", 6, 12, 2, 2.0);
    out[4] = printf("nothing\n");
    out[5] = printf("%p\n", (void*)0x1234);
}

extern "C" __global__ void much(int* out, const int* inp, int n) {
    for (int k = 0; k < 400; k++) printf("%0100d\n", (int)threadIdx.x);
    out[threadIdx.x] = 1;
}

extern "C" __global__ void asserts(int* out, const int* inp, int n) {
    int i = threadIdx.x;
    assert(inp[i] < 5 && "too large");
    out[i] = inp[i];
}

struct Node {
    int value;
    Node* next;
};

extern "C" __global__ void lists(int* out, const int* inp, int n) {
    Node* head = nullptr;
    for (int k = 0; k < inp[threadIdx.x]; k++) head = new Node{k, head};
    int sum = 0;
    while (head) {
        Node* next = head->next;
        sum += head->value;
        delete head;
        head = next;
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void heap(int* out, const int* inp, int n) {
    int i = threadIdx.x;
    char* bytes = (char*)malloc(100);
    if (inp[0] == 1) bytes[100] = 1;
    if (inp[0] == 2) {
        free(bytes);
        out[i] = bytes[3];
    }
    if (inp[0] == 3) free(bytes + 1);
    if (inp[0] == 4) {
        free(bytes);
        free(bytes);
    }
    if (inp[0] == 5) {
        // far more than the heap in all, never much at a time
        for (int k = 0; k < 3000; k++) free(malloc(10000));
        out[i] = malloc(10000) != nullptr;
    }
    if (inp[0] == 6) out[i] = malloc(100000000) == nullptr;
}

// inp[0] blocks of inp[1] bytes, each freed at once.
extern "C" __global__ void churn(int* out, const int* inp, int n) {
    int found = 0;
    for (int k = 0; k < inp[0]; k++) {
        char* bytes = (char*)malloc(inp[1]);
        if (!bytes) break;
        *(volatile char*)bytes = 1;
        found += *(volatile char*)bytes;
        free(bytes);
    }
    out[threadIdx.x] = found;
}

// Blocks of three sizes in use at a time, freed in another order; the heap is used up several times.
extern "C" __global__ void mixed(int* out, const int* inp, int n) {
    int bad = 0;
    int* kept[3] = {0, 0, 0};
    for (int k = 0; k < inp[0]; k++) {
        int which = k * 7 % 3, size = 1000 * (which + 1);
        if (kept[which]) {
            bad += kept[which][0] != threadIdx.x || kept[which][size - 1] != which;
            free(kept[which]);
        }
        kept[which] = (int*)malloc(size * sizeof(int));
        if (!kept[which]) break;
        kept[which][0] = threadIdx.x;
        kept[which][size - 1] = which;
    }
    out[threadIdx.x] = bad;
}

extern "C" __global__ void wide(int* out, const int* inp, int n) {
    if (threadIdx.x) return;
    printf("%*d|%-*d|%.*d|%.*f\n", 5, 1, -5, 2, 3, 3, -1, 0.5);
    printf("%.3s|%.*s|%5y|%", "abcdef", inp[1], "abcdef");
    if (inp[0] == 1) printf("%2000000000d", 1);
    if (inp[0] == 2) printf("%.2000000000f", 1.0);
    if (inp[0] == 3) printf("%*d", -2147483647 - 1, 1);
    if (inp[0] == 4) printf("%.*s", 2, (const char*)(inp + n) - 2);
}

extern "C" __global__ void chatter(int* out, const int* inp, int n) {
    for (int k = 0; k < inp[0]; k++) printf("all of this format is read, and none of it is printed: %.0s", "");
    out[threadIdx.x] = inp[0];
}
