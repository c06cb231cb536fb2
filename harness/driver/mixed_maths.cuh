// Mixed arguments of the functions of <cmath>, which nvcc has from the host's library and NVRTC lacks.
#ifndef KERNEL_HARNESS_MIXED_MATHS
#define KERNEL_HARNESS_MIXED_MATHS
namespace kernel_harness_maths {
template <class A, class B> struct both { typedef double type; };
template <> struct both<float, float> { typedef float type; };
template <class T> struct number { };
template <> struct number<float> { typedef int type; };
template <> struct number<double> { typedef int type; };
template <> struct number<int> { typedef int type; };
template <> struct number<unsigned> { typedef int type; };
template <> struct number<long> { typedef int type; };
template <> struct number<unsigned long> { typedef int type; };
template <> struct number<long long> { typedef int type; };
template <> struct number<unsigned long long> { typedef int type; };
template <> struct number<short> { typedef int type; };
template <> struct number<unsigned short> { typedef int type; };
template <> struct number<signed char> { typedef int type; };
template <> struct number<unsigned char> { typedef int type; };
}
#define KERNEL_HARNESS_MIXED(name)                                                                         \
  template <class A, class B, class = typename kernel_harness_maths::number<A>::type,                      \
            class = typename kernel_harness_maths::number<B>::type>                                        \
  __device__ inline typename kernel_harness_maths::both<A, B>::type name(A a, B b) {                       \
    typedef typename kernel_harness_maths::both<A, B>::type C;                                             \
    return name((C)a, (C)b);                                                                               \
  }
KERNEL_HARNESS_MIXED(pow)
KERNEL_HARNESS_MIXED(fmod)
KERNEL_HARNESS_MIXED(atan2)
KERNEL_HARNESS_MIXED(fmax)
KERNEL_HARNESS_MIXED(fmin)
#undef KERNEL_HARNESS_MIXED
#endif
