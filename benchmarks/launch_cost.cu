// Measures what the driver's launch costs the processor by itself: what is left of benchmarks/call_cost.py without it is
// the call's own.
//
//     nvcc -o /tmp/launch_cost benchmarks/launch_cost.cu -lcuda && /tmp/launch_cost
//
// An empty kernel with the parameters of a softmax is launched 200 times by cuLaunchKernelEx, fewer than fill the
// driver's queue, in each of 100 rounds; then 10 times one by one, after the host has waited for the GPU, and the wait is
// not timed. Prints the median of a launch in microseconds, as call_cost.py does for a call.
#include <cuda.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const char SOURCE[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry empty(.param .u64 inp, .param .u64 out, .param .s32 n_rows, .param .s32 n_cols,\n"
    "                      .param .s32 inp_stride, .param .s32 out_stride) { ret; }\n";

static void check(CUresult status, const char *what) {
  if (status == CUDA_SUCCESS) return;
  fprintf(stderr, "%s must return CUDA_SUCCESS (got %d); run nvidia-smi\n", what, (int)status);
  exit(1);
}

static double median(std::vector<double> &values) {
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

int main() {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction empty;
  char name[256];
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuDeviceGetName(name, sizeof name, device), "cuDeviceGetName");
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  check(cuModuleLoadData(&module, SOURCE), "cuModuleLoadData");
  check(cuModuleGetFunction(&empty, module, "empty"), "cuModuleGetFunction");

  CUdeviceptr inp = 0, out = 0;
  int n_rows = 64, n_cols = 128, inp_stride = 128, out_stride = 128;
  void *parameters[] = {&inp, &out, &n_rows, &n_cols, &inp_stride, &out_stride};
  CUlaunchConfig config = {};
  config.gridDimX = 16, config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 32, config.blockDimY = 4, config.blockDimZ = 1;
  auto launch = [&] { check(cuLaunchKernelEx(&config, empty, parameters, nullptr), "cuLaunchKernelEx"); };
  auto microseconds = [&](int n_launches) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < n_launches; i++) launch();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / n_launches;
  };

  launch();
  std::vector<double> in_series, after_a_wait;
  for (int round = 0; round < 100; round++) {
    check(cuCtxSynchronize(), "cuCtxSynchronize");
    in_series.push_back(microseconds(200));
    for (int i = 0; i < 10; i++) {
      check(cuCtxSynchronize(), "cuCtxSynchronize");
      after_a_wait.push_back(microseconds(1));
    }
  }
  printf("%s\ncuLaunchKernelEx %.2f us, after a wait %.2f us\n", name, median(in_series), median(after_a_wait));
}
