// The CUDA backend of a PyTorch that was built without CUDA, on the virtual GPU. A tensor's memory is an allocation of
// the served driver, and the CPU's kernel of an operator works on the same bytes.
//
// It uses what an out-of-tree backend of PyTorch uses: an allocator, a device guard, hooks, and a boxed fallback.
#include <ATen/Context.h>
#include <ATen/Functions.h>
#include <ATen/EmptyTensor.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/Allocator.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/library.h>

#include <cstring>
#include <unordered_set>

namespace {

using c10::DeviceIndex;
using c10::DispatchKey;
using c10::DispatchKeySet;
using torch::jit::Stack;

// What Python serves (backend.py has the same fields). A place is a device address. The elements of a tensor there have
// sizes and strides in elements; one that is dense has its bytes as one dimension.
struct Gpu {
    std::uint64_t (*allocate)(std::uint64_t n_bytes, int is_written, void** host);
    void (*release)(std::uint64_t address);
    void (*define)(std::uint64_t place, int n_dims, const std::int64_t* sizes, const std::int64_t* strides, int itemsize);
    void (*check)(std::uint64_t place, int n_dims, const std::int64_t* sizes, const std::int64_t* strides, int itemsize,
                  const char* reader);
    void (*synchronize)();
};
Gpu gpu;

constexpr DispatchKeySet ON_HOST(DispatchKey::CPU);

// An allocation of the driver, which keeps its place on the host.
struct Block {
    std::uint64_t address;
    void* host;
    static void release(void* block)
    {
        gpu.release(static_cast<Block*>(block)->address);
        delete static_cast<Block*>(block);
    }
};

c10::DataPtr block_of(size_t n_bytes, bool is_written)
{
    const c10::Device device(c10::kCUDA, 0);
    if (n_bytes == 0)
        return {nullptr, device};
    auto block = std::make_unique<Block>();
    block->address = gpu.allocate(n_bytes, is_written, &block->host);
    TORCH_CHECK_WITH(OutOfMemoryError, block->address != 0, "CUDA out of memory. Tried to allocate ", n_bytes, " bytes.");
    void* data = reinterpret_cast<void*>(block->address);
    return {data, block.release(), &Block::release, device};
}

template <bool is_written>
struct DeviceAllocator final : c10::Allocator {
    c10::DataPtr allocate(size_t n_bytes) override { return block_of(n_bytes, is_written); }
    void copy_data(void*, const void*, size_t) const override
    {
        TORCH_CHECK(false, "memory of the virtual GPU is copied by operators");
    }
};
DeviceAllocator<true> of_results;
DeviceAllocator<false> allocator;

thread_local c10::StreamId current_stream = 0;

struct Guard final : c10::impl::DeviceGuardImplInterface {
    c10::DeviceType type() const override { return c10::kCUDA; }
    c10::Device exchangeDevice(c10::Device) const override { return getDevice(); }
    c10::Device getDevice() const override { return {c10::kCUDA, 0}; }
    void setDevice(c10::Device device) const override
    {
        TORCH_CHECK(device.index() <= 0, "CUDA error: invalid device ordinal");
    }
    void uncheckedSetDevice(c10::Device) const noexcept override {}
    c10::Stream of(c10::StreamId id) const { return c10::Stream(c10::Stream::UNSAFE, getDevice(), id); }
    c10::Stream getStream(c10::Device) const override { return of(current_stream); }
    c10::Stream getDefaultStream(c10::Device) const override { return of(0); }
    c10::Stream exchangeStream(c10::Stream stream) const override
    {
        const c10::Stream before = of(current_stream);
        current_stream = stream.id();
        return before;
    }
    void* getStreamNativeHandle(const c10::Stream stream) const override { return reinterpret_cast<void*>(stream.id()); }
    DeviceIndex deviceCount() const noexcept override { return 1; }
    void record(void**, const c10::Stream&, DeviceIndex, c10::EventFlag) const override {}
    void block(void*, const c10::Stream&) const override {}
    bool queryEvent(void*) const override { return true; }
    void destroyEvent(void*, DeviceIndex) const noexcept override {}
    bool queryStream(const c10::Stream&) const override { return true; }
    void synchronizeStream(const c10::Stream&) const override { gpu.synchronize(); }
    void synchronizeEvent(void*) const override { gpu.synchronize(); }
    void synchronizeDevice(DeviceIndex) const override { gpu.synchronize(); }
    void recordDataPtrOnStream(const c10::DataPtr&, const c10::Stream&) const override {}
};

// Numbers come from the host: a generator of the GPU is one of the CPU that says it belongs to the GPU.
at::Generator new_generator() { return at::globalContext().defaultGenerator(c10::kCPU).clone(); }

struct Hooks final : at::CUDAHooksInterface {
    explicit Hooks(at::CUDAHooksArgs) {}
    void init() const override {}
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return true; }
    bool hasCUDA() const override { return true; }
    bool hasPrimaryContext(DeviceIndex) const override { return true; }
    DeviceIndex deviceCount() const override { return 1; }
    int getNumGPUs() const override { return 1; }
    DeviceIndex current_device() const override { return 0; }
    DeviceIndex getCurrentDevice() const override { return 0; }
    void setCurrentDevice(DeviceIndex) const override {}
    DeviceIndex exchangeDevice(DeviceIndex) const override { return 0; }
    DeviceIndex maybeExchangeDevice(DeviceIndex) const override { return 0; }
    const at::Generator& getDefaultGenerator(DeviceIndex) const override
    {
        return at::globalContext().defaultGenerator(c10::kCPU);
    }
    at::Generator getNewGenerator(DeviceIndex) const override { return new_generator(); }
    c10::Allocator* getPinnedMemoryAllocator() const override { return c10::GetAllocator(c10::kCPU); }
    c10::Allocator* getCUDADeviceAllocator() const override { return &allocator; }
    c10::Device getDeviceFromPtr(void*) const override { return {c10::kCUDA, 0}; }
    void deviceSynchronize(DeviceIndex) const override { gpu.synchronize(); }
    std::string showConfig() const override { return "the virtual GPU of kernel-harness"; }
};

// The host's place of a storage's first byte.
char* host_of(const at::Tensor& tensor)
{
    const auto& data = tensor.unsafeGetTensorImpl()->unsafe_storage().data_ptr();
    TORCH_CHECK(data.get_deleter() == &Block::release, "a CUDA tensor must have memory of this process's PyTorch");
    return static_cast<char*>(static_cast<Block*>(data.get_context())->host);
}

std::uint64_t place_of(const at::Tensor& tensor)
{
    return reinterpret_cast<std::uint64_t>(tensor.unsafeGetTensorImpl()->unsafe_storage().data()) +
           tensor.storage_offset() * tensor.element_size();
}

// The tensor as one of the CPU over the same bytes.
at::Tensor on_host(const at::Tensor& tensor)
{
    const auto options = tensor.options().device(c10::kCPU);
    if (tensor.numel() == 0)
        return at::empty_strided(tensor.sizes(), tensor.strides(), options);
    at::Tensor host = at::from_blob(host_of(tensor) + tensor.storage_offset() * tensor.element_size(),
                                     tensor.sizes(), tensor.strides(), options);
    if (tensor.is_conj())
        host = host.conj();
    return tensor.is_neg() ? at::_neg_view(host) : host;
}

template <typename Function, typename... More>
void with_bytes_of(const at::Tensor& tensor, Function* function, More... more)
{
    if (tensor.numel() == 0)
        return;
    if (tensor.is_non_overlapping_and_dense()) {
        const std::int64_t n_bytes = tensor.nbytes(), one = 1;
        function(place_of(tensor), 1, &n_bytes, &one, 1, more...);
    } else {
        function(place_of(tensor), tensor.dim(), tensor.sizes().data(), tensor.strides().data(), tensor.element_size(),
                 more...);
    }
}

void define(const at::Tensor& tensor) { with_bytes_of(tensor, gpu.define); }
void check(const at::Tensor& tensor, const char* reader) { with_bytes_of(tensor, gpu.check, reader); }

// Changes a tensor's size as `resize_` does: memory grows, and keeps its content.
void resize(const at::Tensor& tensor, c10::IntArrayRef sizes, c10::IntArrayRef strides)
{
    auto* impl = tensor.unsafeGetTensorImpl();
    const auto& storage = impl->unsafe_storage();
    const size_t needed = at::detail::computeStorageNbytes(sizes, strides, tensor.element_size(), tensor.storage_offset());
    if (needed > storage.nbytes()) {
        c10::DataPtr data = allocator.allocate(needed);
        if (storage.nbytes())
            std::memcpy(static_cast<Block*>(data.get_context())->host, host_of(tensor), storage.nbytes());
        storage.unsafeGetStorageImpl()->set_data_ptr_noswap(std::move(data));
        storage.unsafeGetStorageImpl()->set_nbytes(needed);
    }
    impl->set_sizes_and_strides(sizes, strides);
}

at::Tensor empty_strided(c10::IntArrayRef sizes, c10::IntArrayRef strides, std::optional<at::ScalarType> dtype,
                         std::optional<at::Layout>, std::optional<at::Device>, std::optional<bool>)
{
    return at::detail::empty_strided_generic(sizes, strides, &allocator, DispatchKeySet(DispatchKey::CUDA),
                                             c10::dtype_or_default(dtype));
}

at::Tensor empty(c10::IntArrayRef sizes, std::optional<at::ScalarType> dtype, std::optional<at::Layout>,
                 std::optional<at::Device>, std::optional<bool>, std::optional<at::MemoryFormat> format)
{
    return at::detail::empty_generic(sizes, &allocator, DispatchKeySet(DispatchKey::CUDA), c10::dtype_or_default(dtype),
                                     format);
}

const at::Tensor& resize_(const at::Tensor& self, c10::IntArrayRef sizes, std::optional<at::MemoryFormat> format)
{
    const auto like = at::empty(sizes, self.options().device(c10::kMeta), format);
    resize(self, like.sizes(), like.strides());
    return self;
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& source, bool)
{
    const bool to_gpu = self.is_cuda(), from_gpu = source.is_cuda();
    if (from_gpu)
        check(source, to_gpu ? "aten::copy_" : "a copy to the host");
    at::Tensor target = to_gpu ? on_host(self) : self;
    target.copy_(from_gpu ? on_host(source) : source);
    if (to_gpu)
        define(self);
    return self;
}

at::Tensor copy_from(const at::Tensor& self, const at::Tensor& target, bool is_async)
{
    at::Tensor into = target;
    copy_(into, self, is_async);
    return target;
}

std::int64_t attention_choice(const at::Tensor&, const at::Tensor&, const at::Tensor&, const std::optional<at::Tensor>&,
                              double, bool, std::optional<double>, bool)
{
    return 0; // the one that is made of operators
}

// Operators of 16-bit floats that a GPU computes in float32, and rounds once.
const std::unordered_set<std::string>& in_float32()
{
    static const std::unordered_set<std::string> names = {
        "_log_softmax", "_log_softmax_backward_data", "_softmax", "_softmax_backward_data", "addmm", "addmv", "baddbmm",
        "bmm", "convolution", "cumsum", "cumprod", "dot", "embedding_dense_backward", "gelu", "silu", "linalg_vector_norm",
        "logcumsumexp", "logsumexp", "mean", "mm", "mv", "native_batch_norm", "native_group_norm", "native_layer_norm",
        "nll_loss_forward", "norm", "prod", "std", "std_mean", "sum", "var", "var_mean",
    };
    return names;
}

bool computes_in_float32(const std::string& base)
{
    const bool is_backward = base.size() > 9 && base.compare(base.size() - 9, 9, "_backward") == 0;
    return is_backward || in_float32().count(base);
}

bool is_narrow(at::ScalarType type) { return type == at::kHalf || type == at::kBFloat16; }

// Operators that write an argument and do not read what it had.
bool only_writes(const std::string& base)
{
    static const std::unordered_set<std::string> names = {"fill_", "zero_", "normal_", "uniform_", "random_", "bernoulli_",
                                                          "exponential_", "geometric_", "log_normal_", "cauchy_"};
    return names.count(base);
}

struct Given {
    at::Tensor on_gpu;
    at::Tensor host;
    bool is_written;
    bool is_new; // an output without elements, which gets the size of its result
};

class Call {
public:
    Call(const c10::OperatorHandle& op, Stack* stack)
        : op_(op), schema_(op.schema()), stack_(stack), name_(schema_.name()), base_(name_.substr(name_.find("::") + 2)),
          begin_(stack->size() - schema_.arguments().size())
    {
    }

    void run()
    {
        before_.assign(stack_->begin() + begin_, stack_->end());
        for (size_t at = 0; at < schema_.arguments().size(); ++at)
            (*stack_)[begin_ + at] = given_to_host(before_[at], schema_.arguments()[at]);
        TORCH_CHECK(!(has_gpu_ && stray_) || takes_both(),
                    "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (",
                    stray_ ? *stray_ : "", " of ", name_, ")");
        widen();
        op_.redispatchBoxed(ON_HOST, stack_);
        for (auto& given : given_) {
            if (given.is_new && given.host.dim() + given.host.numel() != 1) {
                resize(given.on_gpu, given.host.sizes(), given.host.strides());
                on_host(given.on_gpu).copy_(given.host);
            }
            if (given.is_written)
                define(given.on_gpu);
        }
        const size_t n = schema_.returns().size(), first = stack_->size() - n;
        for (size_t at = 0; at < n; ++at)
            (*stack_)[first + at] = returned((*stack_)[first + at], at);
    }

private:
    c10::IValue given_to_host(const c10::IValue& value, const c10::Argument& argument)
    {
        const bool is_written = argument.alias_info() && argument.alias_info()->isWrite();
        if (value.isTensor())
            return value.toTensor().defined() ? tensor_to_host(value.toTensor(), argument, is_written) : value;
        if (value.isTensorList()) {
            c10::List<at::Tensor> list;
            for (const at::Tensor& tensor : value.toTensorVector())
                list.push_back(tensor_to_host(tensor, argument, is_written));
            return list;
        }
        if (value.isOptionalTensorList()) {
            c10::List<std::optional<at::Tensor>> list;
            for (const std::optional<at::Tensor>& tensor : value.toOptionalTensorVector())
                list.push_back(tensor && tensor->defined() ? tensor_to_host(*tensor, argument, is_written) : tensor);
            return list;
        }
        if (value.isDevice() && value.toDevice().is_cuda())
            return c10::Device(c10::kCPU);
        return value;
    }

    at::Tensor tensor_to_host(const at::Tensor& tensor, const c10::Argument& argument, bool is_written)
    {
        if (!tensor.is_cuda()) {
            if (tensor.dim())
                stray_ = argument.name();
            return tensor;
        }
        has_gpu_ = true;
        const bool is_new = is_written && argument.is_out() && tensor.numel() == 0;
        const at::Tensor host = is_new ? at::empty({0}, tensor.options().device(c10::kCPU)) : on_host(tensor);
        if (!argument.is_out() && !(is_written && only_writes(base_)))
            check(tensor, name_.c_str());
        given_.push_back({tensor, host, is_written, is_new});
        return host;
    }

    // Whether the operator takes tensors of several devices.
    bool takes_both() const
    {
        return base_ == "index" || base_ == "_unsafe_index" || base_ == "index_put_" || base_ == "index_put" ||
               base_ == "_index_put_impl_" || base_ == "set_" || base_ == "_foreach_copy_";
    }

    void widen()
    {
        if (!computes_in_float32(base_))
            return;
        for (const auto& argument : schema_.arguments())
            if (argument.is_out())
                return;
        for (size_t at = 0; at < schema_.arguments().size(); ++at) {
            c10::IValue& value = (*stack_)[begin_ + at];
            if (schema_.arguments()[at].name() == "dtype" && !value.isNone())
                return;
            if (value.isTensor() && value.toTensor().defined() && is_narrow(value.toTensor().scalar_type())) {
                narrow_ = value.toTensor().scalar_type();
                value = value.toTensor().to(at::kFloat);
            }
        }
    }

    c10::IValue returned(const c10::IValue& value, size_t at)
    {
        const auto* alias = schema_.returns()[at].alias_info();
        if (alias && alias->isWrite()) {
            for (size_t argument = 0; argument < before_.size(); ++argument) {
                const auto* other = schema_.arguments()[argument].alias_info();
                if (other && other->isWrite() && other->beforeSets() == alias->beforeSets())
                    return before_[argument];
            }
        }
        if (value.isTensor())
            return to_gpu(value.toTensor(), at);
        if (value.isTensorList()) {
            c10::List<at::Tensor> list;
            for (const at::Tensor& tensor : value.toTensorVector())
                list.push_back(to_gpu(tensor, at));
            return list;
        }
        return value;
    }

    at::Tensor to_gpu(const at::Tensor& made, size_t at)
    {
        if (!made.defined())
            return made;
        for (const auto& given : given_)
            if (made.has_storage() && made.is_same(given.host))
                return given.on_gpu;
        const bool keeps_float = at > 0 && base_.compare(0, 7, "native_") == 0 && base_.find("backward") == std::string::npos;
        const bool narrows = narrow_ && made.scalar_type() == at::kFloat && !keeps_float;
        at::Tensor result = at::detail::empty_strided_generic(made.sizes(), made.strides(), &of_results,
                                                              DispatchKeySet(DispatchKey::CUDA),
                                                              narrows ? *narrow_ : made.scalar_type());
        if (made.numel())
            on_host(result).copy_(made);
        return result;
    }

    const c10::OperatorHandle& op_;
    const c10::FunctionSchema& schema_;
    Stack* stack_;
    const std::string& name_;
    const std::string base_;
    const size_t begin_;
    std::vector<c10::IValue> before_;
    std::vector<Given> given_;
    std::optional<at::ScalarType> narrow_;
    std::optional<std::string> stray_;
    bool has_gpu_ = false;
};

void run_on_host(const c10::OperatorHandle& op, DispatchKeySet, Stack* stack)
{
    c10::impl::ExcludeDispatchKeyGuard below(c10::autograd_dispatch_keyset | DispatchKeySet(DispatchKey::ADInplaceOrView));
    for (const auto& result : op.schema().returns())
        if (result.alias_info() && !result.alias_info()->isWrite())
            return op.redispatchBoxed(ON_HOST, stack); // a view: no byte is touched
    Call(op, stack).run();
}

} // namespace

C10_REGISTER_GUARD_IMPL(CUDA, Guard)
namespace at {
using CUDAHooks = Hooks; // the name by which PyTorch looks for them
REGISTER_CUDA_HOOKS(CUDAHooks)
} // namespace at

TORCH_LIBRARY_IMPL(_, CUDA, library) { library.fallback(torch::CppFunction::makeFromBoxedFunction<&run_on_host>()); }

TORCH_LIBRARY_IMPL(aten, CUDA, library)
{
    library.impl("empty.memory_format", &empty);
    library.impl("empty_strided", &empty_strided);
    library.impl("resize_", &resize_);
    library.impl("copy_", &copy_);
    library.impl("_copy_from", &copy_from);
    library.impl("_fused_sdp_choice", &attention_choice);
}

extern "C" void kh_serve(const Gpu* served)
{
    gpu = *served;
    c10::SetAllocator(c10::kCUDA, &allocator);
}
extern "C" std::int64_t kh_exchange_stream(std::int64_t id)
{
    const auto before = current_stream;
    current_stream = id;
    return before;
}
