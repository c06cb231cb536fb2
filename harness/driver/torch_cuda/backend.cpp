// The CUDA backend of PyTorch on the virtual GPU, in place of its own where it was built for CUDA. A tensor's memory is an
// allocation of the served driver, and the CPU's kernel of an operator works on the same bytes.
//
// It uses what an out-of-tree backend of PyTorch uses: an allocator, a device guard, hooks, and a boxed fallback. All are
// registered after those of PyTorch's own backend, which they replace.
#include <ATen/Context.h>
#include <ATen/Functions.h>
#include <ATen/EmptyTensor.h>
#include <ATen/ExpandUtils.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/Allocator.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/library.h>

#include <cstring>
#include <map>
#include <mutex>
#include <pthread.h>
#include <unordered_map>
#include <unordered_set>

// Functions of Python and of the served driver, which this process has.
extern "C" {
struct _object;
int PyGILState_Ensure();
void PyGILState_Release(int);
int Py_IsInitialized();
void Py_IncRef(_object*);
void Py_DecRef(_object*);
_object* PyEval_GetFrame();
_object* PyFrame_GetBack(_object*);
_object* PyFrame_GetCode(_object*);
int PyFrame_GetLineNumber(_object*);
int cuInit(unsigned);
int cuDevicePrimaryCtxRetain(std::uint64_t*, int);
int cuCtxSetCurrent(std::uint64_t);
int cuCtxSynchronize();
int cuStreamCreateWithPriority(std::uint64_t*, unsigned, int);
int cuStreamSynchronize(std::uint64_t);
int cuStreamWaitEvent(std::uint64_t, std::uint64_t, unsigned);
int cuEventCreate(std::uint64_t*, unsigned);
int cuEventRecord(std::uint64_t, std::uint64_t);
int cuEventSynchronize(std::uint64_t);
int cuEventElapsedTime(float*, std::uint64_t, std::uint64_t);
int cuEventDestroy_v2(std::uint64_t);
int cuMemHostAlloc(void**, size_t, unsigned);
int cuMemFreeHost(void*);
int cuGetErrorString(int, const char**);
}

namespace {

using c10::DeviceIndex;
using c10::DispatchKey;
using c10::DispatchKeySet;
using torch::jit::Stack;

// What Python serves (backend.py has the same fields). A place is a device address. The elements of a tensor there have
// sizes and strides in elements; one that is dense has its bytes as one dimension.
struct Gpu {
    std::uint64_t first, last; // device addresses of tensors
    std::uint64_t limit_bytes;
    int checks_reads;
    int (*is_program)(_object* code);
    void (*define)(std::uint64_t place, int n_dims, const std::int64_t* sizes, const std::int64_t* strides, int itemsize);
    int (*check)(std::uint64_t place, int n_dims, const std::int64_t* sizes, const std::int64_t* strides, int itemsize,
                 const char* reader);
    int (*copy)(std::uint64_t place, int n_dims, const std::int64_t* sizes, const std::int64_t* strides, int itemsize,
                std::uint64_t source, const std::int64_t* source_strides, int source_itemsize);
};
Gpu gpu;

constexpr DispatchKeySet ON_HOST(DispatchKey::CPU);
constexpr std::uint64_t GAP_BYTES = 1 << 24, ALIGNMENT = 512; // those of the executor's memory

void succeed(int status)
{
    const char* text = "unknown error";
    if (status)
        cuGetErrorString(status, &text);
    TORCH_CHECK(status == 0, "CUDA error: ", text);
}

bool is_fork = false; // of a process that has used the GPU

// Gives this thread the primary context.
void enter()
{
    TORCH_CHECK(!is_fork, "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use "
                          "the 'spawn' start method");
    static thread_local bool has_context = false;
    if (has_context)
        return;
    static std::once_flag once;
    std::call_once(once, [] { pthread_atfork(nullptr, nullptr, [] { is_fork = true; }); });
    std::uint64_t context;
    succeed(cuInit(0));
    succeed(cuDevicePrimaryCtxRetain(&context, 0));
    succeed(cuCtxSetCurrent(context));
    has_context = true;
}

// The line of the program that makes a tensor.
struct Line {
    _object* code = nullptr;
    int line = 0;
};

Line line_of_program()
{
    static std::unordered_map<_object*, bool> known; // under Python's lock; code that is known is never freed
    Line found;
    if (!Py_IsInitialized())
        return found;
    const int state = PyGILState_Ensure();
    _object* frame = PyEval_GetFrame();
    if (frame)
        Py_IncRef(frame);
    while (frame && !found.code) {
        _object* code = PyFrame_GetCode(frame);
        auto at = known.find(code);
        if (at == known.end())
            at = known.emplace(code, gpu.is_program(code)).first;
        else
            Py_DecRef(code);
        if (at->second)
            found = {code, PyFrame_GetLineNumber(frame)};
        _object* back = PyFrame_GetBack(frame);
        Py_DecRef(frame);
        frame = back;
    }
    if (frame)
        Py_DecRef(frame);
    PyGILState_Release(state);
    return found;
}

enum Content { FRESH, PARTLY, WRITTEN }; // PARTLY: Python knows which bytes

// The memory of a tensor, on the host.
struct Block {
    std::uint64_t address;
    c10::Storage host;
    Content content;
    bool is_known; // to Python
    Line line;
    const char* dtype;
    c10::DimVector sizes, strides;
    size_t size() const { return host.nbytes(); }
    std::uint64_t end() const { return address + size(); }
    static void release(void*);
};

// What Python learns before it uses the table of buffers (backend.py has the same fields).
struct Change {
    std::uint64_t address, n_bytes;
    const void* host; // null: freed
    _object* code;
    int line, is_fresh, n_dims;
    const char* dtype;
    const std::int64_t *sizes, *strides;
};

struct Memory {
    std::mutex mutex;
    std::map<std::uint64_t, Block*> live;
    std::unordered_set<Block*> arrived; // live ones that Python does not know
    std::vector<Block*> gone, retired;  // freed ones, until Python has dropped them
    std::vector<Change> changes;
    std::uint64_t cursor = 0;
    std::int64_t used = 0, peak = 0, allocated = 0, n_failed = 0;

    // Addresses are used again as late as possible, so that a use after free is found.
    std::uint64_t address_for(std::uint64_t n_bytes)
    {
        const auto behind = [](std::uint64_t end) { return (end + GAP_BYTES + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; };
        if (!cursor)
            cursor = gpu.first;
        for (int turns = 0; turns < 2;) {
            auto next = live.lower_bound(cursor);
            if (next != live.begin())
                cursor = std::max(cursor, behind(std::prev(next)->second->end()));
            if (cursor + n_bytes + GAP_BYTES > gpu.last) {
                cursor = gpu.first;
                ++turns;
            } else if (next == live.end() || cursor + n_bytes + GAP_BYTES <= next->first) {
                const std::uint64_t address = cursor;
                cursor = behind(address + n_bytes);
                return address;
            } else {
                cursor = behind(next->second->end());
            }
        }
        return 0;
    }

    // Takes a block that has all but its address; false if there is no room.
    bool add(Block* block)
    {
        const std::lock_guard<std::mutex> guard(mutex);
        if (used + block->size() > gpu.limit_bytes || !(block->address = address_for(block->size()))) {
            ++n_failed;
            return false;
        }
        live.emplace(block->address, block);
        arrived.insert(block);
        used += block->size();
        allocated += block->size();
        peak = std::max(peak, used);
        return true;
    }

    void remove(Block* block)
    {
        const std::lock_guard<std::mutex> guard(mutex);
        live.erase(block->address);
        used -= block->size();
        if (block->is_known) {
            gone.push_back(block);
        } else {
            arrived.erase(block);
            delete block;
        }
    }

    const std::vector<Change>& take_changes()
    {
        const std::lock_guard<std::mutex> guard(mutex);
        for (Block* block : retired)
            delete block;
        retired.swap(gone);
        gone.clear();
        changes.clear();
        for (const Block* block : retired)
            changes.push_back({block->address, block->size()});
        for (Block* block : arrived) {
            changes.push_back({block->address, block->size(), block->host.data(), block->line.code, block->line.line,
                               block->content == FRESH, static_cast<int>(block->sizes.size()), block->dtype,
                               block->sizes.data(), block->strides.data()});
            block->is_known = true;
            if (block->content == FRESH)
                block->content = PARTLY;
        }
        arrived.clear();
        return changes;
    }
};
Memory& memory = *new Memory; // tensors may live longer than static objects

void Block::release(void* block) { memory.remove(static_cast<Block*>(block)); }

c10::Storage storage_on_host(size_t n_bytes)
{
    c10::Allocator* host = c10::GetAllocator(c10::kCPU);
    try {
        return c10::Storage(c10::Storage::use_byte_size_t(), n_bytes, host->allocate(n_bytes), host, false);
    } catch (const c10::Error&) {
        return {}; // the host has no more memory
    }
}

c10::DataPtr block_of(size_t n_bytes, c10::Storage host, Content content)
{
    const c10::Device device(c10::kCUDA, 0);
    if (n_bytes == 0)
        return {nullptr, device};
    enter();
    auto block = std::unique_ptr<Block>(new Block{0, std::move(host), content, false, line_of_program(), ""});
    if (content == FRESH && !gpu.checks_reads)
        block->content = WRITTEN;
    if (!block->host || !memory.add(block.get()))
        TORCH_CHECK_WITH(OutOfMemoryError, false, "CUDA out of memory. Tried to allocate ", n_bytes,
                         " bytes. GPU 0 has a total capacity of ", gpu.limit_bytes, " bytes of which ",
                         gpu.limit_bytes - memory.used, " bytes are free.");
    void* data = reinterpret_cast<void*>(block->address);
    return {data, block.release(), &Block::release, device};
}

struct DeviceAllocator final : c10::DeviceAllocator {
    c10::DataPtr allocate(size_t n_bytes) override
    {
        if (n_bytes > gpu.limit_bytes) // which the host might refuse in its own words
            return block_of(n_bytes, {}, FRESH);
        c10::Storage host = storage_on_host(n_bytes);
        if (host)
            std::memset(host.mutable_data(), 0xFF, n_bytes); // a NaN in every type
        return block_of(n_bytes, std::move(host), FRESH);
    }
    void copy_data(void*, const void*, size_t) const override
    {
        TORCH_CHECK(false, "memory of the virtual GPU is copied by operators");
    }
    // What `torch.accelerator` asks.
    bool initialized() override { return true; }
    void emptyCache(c10::MempoolId_t) override {}
    void recordStream(const c10::DataPtr&, c10::Stream) override {}
    c10::CachingDeviceAllocator::DeviceStats getDeviceStats(DeviceIndex) override
    {
        const std::lock_guard<std::mutex> guard(memory.mutex);
        c10::CachingDeviceAllocator::DeviceStats made;
        for (auto* bytes : {&made.allocated_bytes, &made.reserved_bytes, &made.active_bytes, &made.requested_bytes}) {
            auto& of_all = bytes->at(0);
            of_all.current = memory.used;
            of_all.peak = memory.peak;
            of_all.allocated = memory.allocated;
            of_all.freed = memory.allocated - memory.used;
        }
        made.num_ooms = memory.n_failed;
        return made;
    }
    void resetAccumulatedStats(DeviceIndex device) override { resetPeakStats(device); }
    void resetPeakStats(DeviceIndex) override
    {
        const std::lock_guard<std::mutex> guard(memory.mutex);
        memory.peak = memory.used;
    }
    std::pair<size_t, size_t> getMemoryInfo(DeviceIndex) override
    {
        return {gpu.limit_bytes - memory.used, gpu.limit_bytes};
    }
};
DeviceAllocator allocator;

// Page-locked memory, which kernels reach.
struct PinnedAllocator final : c10::Allocator {
    static std::map<const char*, size_t>& sizes()
    {
        static auto& all = *new std::map<const char*, size_t>;
        return all;
    }
    static std::mutex& mutex()
    {
        static auto& one = *new std::mutex;
        return one;
    }
    static void release(void* data)
    {
        {
            const std::lock_guard<std::mutex> guard(mutex());
            sizes().erase(static_cast<char*>(data));
        }
        cuMemFreeHost(data);
    }
    c10::DataPtr allocate(size_t n_bytes) override
    {
        if (n_bytes == 0)
            return {nullptr, c10::kCPU};
        void* data;
        enter();
        succeed(cuMemHostAlloc(&data, n_bytes, 1u << 31)); // OF_TENSORS of memory.py
        const std::lock_guard<std::mutex> guard(mutex());
        sizes()[static_cast<char*>(data)] = n_bytes;
        return {data, data, &release, c10::kCPU};
    }
    static bool has(const void* data)
    {
        const std::lock_guard<std::mutex> guard(mutex());
        const char* place = static_cast<const char*>(data);
        auto at = sizes().upper_bound(place);
        return at != sizes().begin() && place < std::prev(at)->first + std::prev(at)->second;
    }
    void copy_data(void* target, const void* source, size_t n) const override { std::memcpy(target, source, n); }
};
PinnedAllocator pinned;

thread_local c10::StreamId current_stream = 0;

struct Guard final : c10::impl::DeviceGuardImplInterface {
    c10::DeviceType type() const override { return c10::kCUDA; }
    c10::Device exchangeDevice(c10::Device) const override { return getDevice(); }
    c10::Device getDevice() const override { return {c10::kCUDA, 0}; }
    void setDevice(c10::Device device) const override
    {
        TORCH_CHECK(device.index() <= 0, "CUDA error: invalid device ordinal");
        enter(); // a thread of autograd, which may launch kernels
    }
    void uncheckedSetDevice(c10::Device) const noexcept override {}
    c10::Stream of(c10::StreamId id) const { return c10::Stream(c10::Stream::UNSAFE, getDevice(), id); }
    c10::Stream getStream(c10::Device) const override { return of(current_stream); }
    c10::Stream getDefaultStream(c10::Device) const override { return of(0); }
    c10::Stream getNewStream(c10::Device, int priority) const override
    {
        std::uint64_t stream;
        enter();
        succeed(cuStreamCreateWithPriority(&stream, 1, priority));
        return of(stream);
    }
    c10::Stream exchangeStream(c10::Stream stream) const override
    {
        const c10::Stream before = of(current_stream);
        current_stream = stream.id();
        return before;
    }
    void* getStreamNativeHandle(const c10::Stream stream) const { return reinterpret_cast<void*>(stream.id()); }
    DeviceIndex deviceCount() const noexcept override { return 1; }
    static std::uint64_t handle(void* event) { return reinterpret_cast<std::uint64_t>(event); }
    void record(void** event, const c10::Stream& stream, DeviceIndex, c10::EventFlag) const override
    {
        enter();
        if (!*event)
            succeed(cuEventCreate(reinterpret_cast<std::uint64_t*>(event), 0));
        succeed(cuEventRecord(handle(*event), stream.id()));
    }
    void block(void* event, const c10::Stream& stream) const override
    {
        if (event)
            succeed(cuStreamWaitEvent(stream.id(), handle(event), 0));
    }
    bool queryEvent(void*) const override { return true; }
    void destroyEvent(void* event, DeviceIndex) const noexcept override
    {
        if (event)
            cuEventDestroy_v2(handle(event));
    }
    bool queryStream(const c10::Stream&) const override { return true; }
    void synchronizeStream(const c10::Stream& stream) const override { succeed(cuStreamSynchronize(stream.id())); }
    void synchronizeEvent(void* event) const override { succeed(event ? cuEventSynchronize(handle(event)) : 0); }
    void synchronizeDevice(DeviceIndex) const override { succeed(cuCtxSynchronize()); }
    void recordDataPtrOnStream(const c10::DataPtr&, const c10::Stream&) const override {}
    double elapsedTime(void* from, void* to, DeviceIndex) const override
    {
        float ms;
        succeed(cuEventElapsedTime(&ms, handle(from), handle(to)));
        return ms;
    }
};

// A generator of the GPU. Each operator draws the CPU's numbers of a seed that its state gives: as on a GPU, the state is
// a seed and an offset, 16 bytes that programs read and change.
struct Generator final : c10::GeneratorImpl {
    struct State {
        std::uint64_t seed = c10::default_rng_seed_val, offset = 0;
    } state;
    at::Generator host = at::globalContext().defaultGenerator(c10::kCPU).clone();
    Generator() : GeneratorImpl({c10::kCUDA, 0}, DispatchKeySet(DispatchKey::CUDA)) {}
    // The generator of the CPU for the next operator.
    at::Generator next()
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        const std::uint64_t mixed = state.seed + state.offset * 0x9E3779B97F4A7C15;
        host.set_current_seed((mixed ^ mixed >> 32) & 0xFFFFFFFF); // the CPU's generator takes 32 bits
        state.offset += 4;
        return host;
    }
    void set_current_seed(std::uint64_t seed) override { state = {seed, 0}; }
    void set_offset(std::uint64_t offset) override
    {
        TORCH_CHECK(offset % 4 == 0, "offset must be a multiple of 4");
        state.offset = offset;
    }
    std::uint64_t get_offset() const override { return state.offset; }
    std::uint64_t current_seed() const override { return state.seed; }
    std::uint64_t seed() override
    {
        set_current_seed(c10::detail::getNonDeterministicRandom(true));
        return state.seed;
    }
    void set_state(const c10::TensorImpl& given) override
    {
        at::detail::check_rng_state(given);
        TORCH_CHECK(given.numel() == sizeof state, "RNG state is wrong size");
        std::memcpy(&state, given.data(), sizeof state);
    }
    c10::intrusive_ptr<c10::TensorImpl> get_state() const override
    {
        const at::Tensor made = at::empty({sizeof state}, at::kByte);
        std::memcpy(made.mutable_data_ptr(), &state, sizeof state);
        return made.getIntrusivePtr();
    }
    Generator* clone_impl() const override
    {
        auto* made = new Generator;
        made->state = state;
        return made;
    }
};

at::Generator new_generator()
{
    return at::make_generator<Generator>();
}

const at::Generator& default_generator()
{
    static const at::Generator one = new_generator();
    return one;
}
bool is_default_wanted = false; // by Python, which can wrap only new ones

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
    const at::Generator& getDefaultGenerator(DeviceIndex) const override { return default_generator(); }
    at::Generator getNewGenerator(DeviceIndex) const override
    {
        return std::exchange(is_default_wanted, false) ? default_generator() : new_generator();
    }
    bool isPinnedPtr(const void* data) const override { return PinnedAllocator::has(data); }
    c10::Allocator* getPinnedMemoryAllocator() const override { return &pinned; }
    c10::Allocator* getCUDADeviceAllocator() const override { return &allocator; }
    c10::Device getDeviceFromPtr(void*) const override { return {c10::kCUDA, 0}; }
    void deviceSynchronize(DeviceIndex) const override { succeed(cuCtxSynchronize()); }
    std::string showConfig() const override { return "the virtual GPU of kernel-harness"; }
};

Block& memory_of(const at::Tensor& tensor)
{
    const auto& data = tensor.unsafeGetTensorImpl()->unsafe_storage().data_ptr();
    TORCH_CHECK(data.get_deleter() == &Block::release, "a CUDA tensor must have memory of this process's PyTorch");
    return *static_cast<Block*>(data.get_context());
}

// Notes what a tensor is, for messages about its memory.
at::Tensor described(at::Tensor tensor)
{
    if (tensor.unsafeGetTensorImpl()->unsafe_storage().nbytes()) {
        Block& block = memory_of(tensor);
        block.dtype = c10::toString(tensor.scalar_type());
        block.sizes = tensor.sizes();
        block.strides = tensor.strides();
    }
    return tensor;
}

std::uint64_t place_of(const at::Tensor& tensor)
{
    return reinterpret_cast<std::uint64_t>(tensor.unsafeGetTensorImpl()->unsafe_storage().data()) +
           tensor.storage_offset() * tensor.element_size();
}

// The tensor as one of the CPU over the same bytes.
at::Tensor on_host(const at::Tensor& tensor)
{
    if (tensor.numel() == 0)
        return at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(c10::kCPU));
    at::Tensor host = at::detail::make_tensor<c10::TensorImpl>(c10::Storage(memory_of(tensor).host), ON_HOST, tensor.dtype());
    auto* impl = host.unsafeGetTensorImpl();
    impl->set_storage_offset(tensor.storage_offset());
    impl->set_sizes_and_strides(tensor.sizes(), tensor.strides());
    if (tensor.is_conj())
        host = host.conj();
    return tensor.is_neg() ? at::_neg_view(host) : host;
}

template <typename Function, typename... More>
auto with_bytes_of(const at::Tensor& tensor, Function* function, More... more)
{
    const std::int64_t n_bytes = tensor.nbytes(), one = 1;
    if (tensor.is_non_overlapping_and_dense())
        return function(place_of(tensor), 1, &n_bytes, &one, 1, more...);
    return function(place_of(tensor), tensor.dim(), tensor.sizes().data(), tensor.strides().data(), tensor.element_size(),
                    more...);
}

void define(const at::Tensor& tensor)
{
    if (tensor.numel() == 0 || memory_of(tensor).content == WRITTEN)
        return;
    Block& block = memory_of(tensor);
    const bool is_whole = tensor.nbytes() == block.size() && tensor.is_non_overlapping_and_dense();
    if (!is_whole || block.is_known)
        with_bytes_of(tensor, gpu.define);
    if (is_whole)
        block.content = WRITTEN;
}

void check(const at::Tensor& tensor, const char* reader)
{
    if (tensor.numel() && memory_of(tensor).content != WRITTEN && with_bytes_of(tensor, gpu.check, reader))
        memory_of(tensor).content = WRITTEN;
}

// Lets elements that nothing has written stay so in a copy; returns whether there are any.
bool copies_unwritten(const at::Tensor& target, const at::Tensor& source)
{
    if (source.numel() == 0 || memory_of(source).content == WRITTEN || memory_of(target).content == WRITTEN)
        return false;
    const auto strides = at::inferExpandGeometry_dimvector(source.sizes(), source.strides(), target.sizes()).strides;
    return gpu.copy(place_of(target), target.dim(), target.sizes().data(), target.strides().data(), target.element_size(),
                    place_of(source), strides.data(), source.element_size());
}

// Changes a tensor's size as `resize_` does: memory grows, and keeps its content.
void resize(const at::Tensor& tensor, c10::IntArrayRef sizes, c10::IntArrayRef strides)
{
    auto* impl = tensor.unsafeGetTensorImpl();
    const auto& storage = impl->unsafe_storage();
    const size_t needed = at::detail::computeStorageNbytes(sizes, strides, tensor.element_size(), tensor.storage_offset());
    if (needed > storage.nbytes()) {
        c10::DataPtr data = allocator.allocate(needed);
        if (storage.nbytes()) {
            Block& block = *static_cast<Block*>(data.get_context());
            std::memcpy(block.host.mutable_data(), memory_of(tensor).host.data(), storage.nbytes());
        }
        storage.unsafeGetStorageImpl()->set_data_ptr_noswap(std::move(data));
        storage.unsafeGetStorageImpl()->set_nbytes(needed);
    }
    impl->set_sizes_and_strides(sizes, strides);
    described(tensor);
}

at::Tensor empty_strided(c10::IntArrayRef sizes, c10::IntArrayRef strides, std::optional<at::ScalarType> dtype,
                         std::optional<at::Layout>, std::optional<at::Device>, std::optional<bool>)
{
    return described(at::detail::empty_strided_generic(
        sizes, strides, &allocator, DispatchKeySet(DispatchKey::CUDA), c10::dtype_or_default(dtype)));
}

at::Tensor empty(c10::IntArrayRef sizes, std::optional<at::ScalarType> dtype, std::optional<at::Layout>,
                 std::optional<at::Device>, std::optional<bool>, std::optional<at::MemoryFormat> format)
{
    return described(at::detail::empty_generic(sizes, &allocator, DispatchKeySet(DispatchKey::CUDA),
                                               c10::dtype_or_default(dtype), format));
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
    const bool is_partly = to_gpu && from_gpu && copies_unwritten(self, source);
    if (from_gpu && !is_partly)
        check(source, to_gpu ? "aten::copy_" : "a copy to the host");
    at::Tensor target = to_gpu ? on_host(self) : self;
    target.copy_(from_gpu ? on_host(source) : source);
    if (to_gpu && !is_partly)
        define(self);
    return self;
}

at::Tensor copy_from(const at::Tensor& self, const at::Tensor& target, bool is_async)
{
    at::Tensor into = target;
    copy_(into, self, is_async);
    return target;
}

void record_stream(at::Tensor&, c10::Stream) {} // memory is not used again in the order of streams

// A result as a tensor of the GPU: its memory is taken if nothing else has it.
at::Tensor taken(const at::Tensor& made)
{
    c10::Storage host = made.storage();
    const size_t n_bytes = at::detail::computeStorageNbytes(made.sizes(), made.strides(), made.element_size());
    // one use is that of `made`, and one is ours
    if (host.use_count() != 2 || host.nbytes() != n_bytes || made.is_conj() || made.is_neg())
        host = {};
    if (!host) {
        host = storage_on_host(n_bytes);
    }
    c10::DataPtr data = block_of(n_bytes, host, WRITTEN);
    at::Tensor result = at::detail::make_tensor<c10::TensorImpl>(
        c10::Storage(c10::Storage::use_byte_size_t(), n_bytes, std::move(data), &allocator, true),
        DispatchKeySet(DispatchKey::CUDA), made.dtype());
    result.unsafeGetTensorImpl()->set_sizes_and_strides(made.sizes(), made.strides());
    if (n_bytes && host.data() != made.storage().data())
        on_host(result).copy_(made);
    return described(result);
}

// The CPU's operator would take numbers of the CPU's generator.
std::tuple<at::Tensor, at::Tensor> native_dropout(const at::Tensor& input, double p, std::optional<bool> train)
{
    const bool drops = train.value_or(true);
    const at::Tensor mask = at::ones_like(input, input.options().dtype(at::kBool));
    if (drops)
        mask.bernoulli_(1 - p);
    return {input.mul(mask).mul_(!drops ? 1 : p < 1 ? 1 / (1 - p) : 0), mask};
}

bool is_narrow(at::ScalarType type) { return type == at::kHalf || type == at::kBFloat16; }

// The CPU has it of few types.
at::Tensor histc(const at::Tensor& input, std::int64_t bins, const at::Scalar& min, const at::Scalar& max)
{
    check(input, "aten::histc");
    const auto type = input.scalar_type();
    const auto wide = c10::isIntegralType(type, false) ? at::kDouble : is_narrow(type) ? at::kFloat : type;
    return taken(at::histc(on_host(input).to(wide), bins, min, max).to(type));
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
        "nll_loss_forward", "norm", "prod", "std", "std_mean", "sum", "var", "var_mean", "_adaptive_avg_pool2d",
        "_fused_rms_norm", "avg_pool2d", "binary_cross_entropy", "huber_loss", "mse_loss", "nll_loss2d_forward",
        "smooth_l1_loss",
    };
    return names;
}

bool computes_in_float32(const std::string& base)
{
    const bool is_backward = base.size() > 9 && base.compare(base.size() - 9, 9, "_backward") == 0;
    return is_backward || in_float32().count(base);
}

// Operators that write an argument, or some of its elements, and do not read what it had.
bool only_writes(const std::string& base)
{
    static const std::unordered_set<std::string> names = {
        "fill_", "zero_", "normal_", "uniform_", "random_", "bernoulli_", "exponential_", "geometric_", "log_normal_",
        "cauchy_", "index_put_", "_index_put_impl_", "index_fill_", "index_copy_", "masked_fill_", "masked_scatter_",
        "scatter_",
    };
    return names.count(base);
}

struct Given {
    at::Tensor on_gpu;
    at::Tensor host;
    bool is_written;
    bool is_new; // an output without elements, which gets the size of its result
    bool is_wide = false; // an output of 16-bit floats, which gets the result of float32
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
            if (given.is_new) {
                resize(given.on_gpu, given.host.sizes(), given.host.strides());
                given.is_wide = true;
            }
            if (given.is_wide)
                on_host(given.on_gpu).copy_(given.host);
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
        if (argument.type()->kind() == c10::TypeKind::OptionalType && is_generator(argument)) {
            const at::Generator given = value.isNone() ? default_generator() : value.toGenerator();
            return given.device().is_cuda() ? static_cast<Generator*>(given.unsafeGetGeneratorImpl())->next() : given;
        }
        return value;
    }

    static bool is_generator(const c10::Argument& argument)
    {
        return argument.type()->castRaw<c10::OptionalType>()->getElementType()->kind() == c10::TypeKind::GeneratorType;
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
        if (!argument.is_out() && !(is_written && only_writes(base_) && !accumulates()))
            check(tensor, name_.c_str());
        given_.push_back({tensor, host, is_written, is_new});
        return host;
    }

    bool accumulates() const
    {
        for (size_t at = 0; at < before_.size(); ++at) {
            const std::string& name = schema_.arguments()[at].name();
            if ((name == "accumulate" && before_[at].toBool()) || name == "reduce")
                return true;
        }
        return false;
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
        for (size_t at = 0; at < schema_.arguments().size(); ++at) {
            c10::IValue& value = (*stack_)[begin_ + at];
            const auto& argument = schema_.arguments()[at];
            // a CPU has no softmax of 16-bit floats that gives float32, as autocast wants it
            if (argument.name() == "half_to_float")
                value = false;
            else if (value.isTensor() && value.toTensor().defined())
                value = widened(value.toTensor(), argument.is_out());
            else if ((argument.name() == "input_dtype" || argument.name() == "dtype") && value.isInt() &&
                     is_narrow(value.toScalarType()))
                value = wide_of(value.toScalarType());
        }
        for (const auto& value : before_)
            if (value.isBool() && value.toBool() && base_.find("softmax") != std::string::npos)
                narrow_.reset();
    }

    at::ScalarType wide_of(at::ScalarType narrow)
    {
        narrow_ = narrow;
        return at::kFloat;
    }

    at::Tensor widened(const at::Tensor& host, bool is_out)
    {
        if (!is_narrow(host.scalar_type()))
            return host;
        const auto options = host.options().dtype(wide_of(host.scalar_type()));
        if (!is_out)
            return host.to(at::kFloat);
        for (auto& given : given_)
            if (given.host.is_same(host)) {
                given.is_wide = true;
                return given.host = given.is_new ? at::empty({0}, options)
                                                 : at::empty_strided(host.sizes(), host.strides(), options);
            }
        return host;
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

    at::Tensor to_gpu(at::Tensor made, size_t at)
    {
        if (!made.defined())
            return made;
        for (const auto& given : given_)
            if (made.has_storage() && made.is_same(given.host))
                return given.on_gpu;
        const bool keeps_float = at > 0 && base_.compare(0, 7, "native_") == 0 && base_.find("backward") == std::string::npos;
        const bool narrows = narrow_ && made.scalar_type() == at::kFloat && !keeps_float;
        return taken(narrows ? made.to(*narrow_) : made);
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
// CUDAHooks is the name by which PyTorch looks for them
C10_REGISTER_CLASS_WITH_PRIORITY(CUDAHooksRegistry, CUDAHooks, c10::REGISTRY_PREFERRED, Hooks)
} // namespace at

TORCH_LIBRARY_IMPL(_, CUDA, library) { library.fallback(torch::CppFunction::makeFromBoxedFunction<&run_on_host>()); }

TORCH_LIBRARY_IMPL(aten, CUDA, library)
{
    struct : c10::WarningHandler {
        void process(const c10::Warning&) override {}
    } silence; // that a kernel of PyTorch's own backend is replaced
    const c10::WarningUtils::WarningHandlerGuard guard(&silence);
    // PyTorch makes these of their variant with an output, where a CPU may want another output than a GPU
    constexpr auto MADE = DispatchKey::CompositeExplicitAutogradNonFunctional;
    auto& operators = c10::Dispatcher::singleton();
    for (const c10::OperatorName& name : operators.getAllOpNames()) {
        const auto op = operators.findOp(name);
        if (op && name.getNamespace() == "aten" &&
            (op->hasKernelForDispatchKey(DispatchKey::CUDA) ||
             (op->hasKernelForDispatchKey(MADE) && op->hasKernelForDispatchKey(DispatchKey::CPU))))
            library.impl(c10::toString(name).c_str(), torch::CppFunction::makeFromBoxedFunction<&run_on_host>());
    }
    library.impl("empty.memory_format", &empty);
    library.impl("empty_strided", &empty_strided);
    library.impl("record_stream", &record_stream);
    library.impl("resize_", &resize_);
    library.impl("copy_", &copy_);
    library.impl("_copy_from", &copy_from);
    library.impl("histc", &histc);
    library.impl("native_dropout", &native_dropout);
    library.impl("_fused_sdp_choice", &attention_choice);
    // of other parts for a GPU than for a CPU
    for (const char* name : {"convolution", "convolution_backward"})
        library.impl(name, torch::CppFunction::makeFromBoxedFunction<&run_on_host>());
}

extern "C" {
// The first table of PyTorch that has not taken what this library has registered; null if all have.
const char* kh_unserved()
{
    if (!dynamic_cast<const Hooks*>(&at::detail::getCUDAHooks()))
        return "CUDAHooksRegistry";
    if (!dynamic_cast<const Guard*>(c10::impl::getDeviceGuardImpl(c10::kCUDA)))
        return "device_guard_impl_registry";
    if (c10::GetAllocator(c10::kCUDA) != &allocator)
        return "allocator_array";
    return nullptr;
}
void kh_serve(const Gpu* served)
{
    gpu = *served;
    c10::SetAllocator(c10::kCUDA, &allocator, UINT8_MAX); // the highest priority
}
const Change* kh_changes(size_t* n)
{
    const auto& changes = memory.take_changes();
    *n = changes.size();
    return changes.data();
}
// Sets the current stream, unless it is negative; returns the one before.
std::int64_t kh_exchange_stream(std::int64_t id)
{
    const auto before = current_stream;
    if (id >= 0)
        current_stream = id;
    return before;
}
void kh_enter() { enter(); }
void kh_want_default_generator() { is_default_wanted = true; }
// Bytes of tensors now, at most, and in all, and how often there was no room.
void kh_memory(std::int64_t* result, int resets_peak)
{
    const std::lock_guard<std::mutex> guard(memory.mutex);
    if (resets_peak)
        memory.peak = memory.used;
    for (const auto value : {memory.used, memory.peak, memory.allocated, memory.n_failed})
        *result++ = value;
}
}
