"""Calls on known layouts, in C and in Python: what the driver is given, and when nothing is launched."""

import ctypes
import importlib.util
import sys
import threading
from types import SimpleNamespace

import pytest

from harness.device.gpu.cuda_launch import ATTRIBUTE_BYTES, LaunchConfigStruct
from harness.dispatch import known, quick
from harness.dispatch.known import DriverFunctions, KnownCall
from harness.dispatch.native import form
from harness.dispatch.native.build import BuildError, build
from harness.dispatch.native.form import NativeCalls
from harness.dispatch.prepared import Step

CONTEXT, FUNCTION, CURRENT_STREAM, POOL, SCRATCH = 0xC0, 0xF0, 7, 0xB0, 0x7F0000000000
OFFSETS = (0, 8, 16, 24)
COOPERATIVE = (2).to_bytes(8, "little") + (1).to_bytes(64, "little")


class Place(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("id", ctypes.c_int32))


class DLTensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("place", Place),
        ("n_axes", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("byte_offset", ctypes.c_uint64),
    )


READ = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(DLTensor))
STREAM = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(ctypes.c_void_p))
LAUNCH = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.POINTER(LaunchConfigStruct),
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.POINTER(ctypes.c_void_p),
)
ALLOCATE = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_uint64), ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p
)
FREE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64, ctypes.c_void_p)
CURRENT = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_void_p))


@READ
def read(tensor, found):
    found[0] = DLTensor(tensor.address - 64, Place(2 if tensor.device >= 0 else 1, max(tensor.device, 0)))
    found[0].n_axes, found[0].code, found[0].bits, found[0].lanes = 2, 2, tensor.dtype, 1
    tensor.kept = [(ctypes.c_int64 * 2)(*numbers) for numbers in (tensor.shape, tensor.strides)]
    found[0].shape, found[0].strides = map(ctypes.addressof, tensor.kept)
    found[0].byte_offset = 64
    return 0


@STREAM
def current_stream(kind, device, found):
    found[0] = CURRENT_STREAM
    return 0


class Exchange(ctypes.Structure):
    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("unused", ctypes.c_void_p * 4),
        ("read", READ),
        ("current_stream", STREAM),
    )


EXCHANGE = Exchange(1, 3, (None, None, None, None), read, current_stream)


def capsule():
    make = ctypes.pythonapi.PyCapsule_New
    make.restype = ctypes.py_object
    make.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return make(ctypes.addressof(EXCHANGE), b"dlpack_exchange_api", None)


class Tensor:
    """What both forms ask of PyTorch's tensors."""

    __dlpack_c_exchange_api__ = capsule()

    def __init__(self, address, shape=(4, 10), strides=None, dtype=32, device=0, requires_grad=False):
        self.address, self.shape, self.dtype, self.device = address, shape, dtype, device
        self.strides = strides or (shape[1], 1)
        self.requires_grad = requires_grad

    def stride(self):
        return self.strides

    def get_device(self):
        return self.device

    def data_ptr(self):
        return self.address


class Parameter(Tensor):
    pass


class View(Tensor):
    pass


class Forward:
    """PyTorch's module for forward mode."""

    def __init__(self):
        self._current_level = -1

    def unpack_dual(self, tensor):
        return SimpleNamespace(tangent=getattr(tensor, "tangent", None))


class Driver:
    """Writes down what it is asked to launch, to allocate and to free."""

    def __init__(self):
        self.launched, self.context, self.status = [], CONTEXT, 0
        self.asked, self.most_allocations = [], 99
        self.functions = DriverFunctions(
            LAUNCH(self._launch), CURRENT(self._current), ALLOCATE(self._allocate), FREE(self._free)
        )

    def _launch(self, config, function, params, extra):
        self.asked.append(("launch", config[0].stream))
        if params:
            at = (ctypes.c_void_p * len(OFFSETS)).from_address(params)
            assert not extra
            assert [each - at[0] for each in at] == list(OFFSETS)
            self.launched.append(ctypes.string_at(at[0], 28))
            return self.status
        assert (extra[0], extra[2], extra[4]) == (1, 2, None)
        n_bytes = ctypes.c_size_t.from_address(extra[3]).value
        grid = tuple(config[0].grid)
        attributes = b""
        if config[0].n_attributes:
            attributes = ctypes.string_at(config[0].attributes, config[0].n_attributes * ATTRIBUTE_BYTES)
        arguments = ctypes.string_at(extra[1], n_bytes)
        self.launched.append((grid, config[0].stream, function, arguments, attributes))
        return self.status

    def _allocate(self, address, n_bytes, pool, stream):
        if len(self.asked) == self.most_allocations:
            return 2
        address[0] = SCRATCH + 0x1000 * len(self.asked)
        self.asked.append(("allocate", n_bytes, pool, stream))
        return 0

    def _free(self, address, stream):
        self.asked.append(("free", address, stream))
        return 0

    def _current(self, found):
        found[0] = self.context
        return 0


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    try:
        path = build(tmp_path_factory.mktemp("built"))
    except BuildError as error:
        pytest.skip(f"{error}")
    spec = importlib.util.spec_from_file_location("quick_call", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def driver(monkeypatch):
    made = Driver()
    for module in (known, form):
        monkeypatch.setattr(module, "driver_functions", lambda: made.functions)
    return made


class Calls:
    """One of the two forms."""

    def __init__(self, call, remember):
        self.call, self.remember = call, remember


@pytest.fixture
def forward():
    return Forward()


@pytest.fixture(params=["C", "Python"])
def calls(request, driver, forward):
    if request.param == "C":
        module = request.getfixturevalue("compiled")
        module.forget()
        module.take_driver(*(ctypes.cast(each, ctypes.c_void_p).value for each in driver.functions))
        module.watch_forward(vars(forward))
        native = request.getfixturevalue("native")
        return Calls(native.call, native.remember)
    torch = SimpleNamespace(
        Tensor=Tensor,
        nn=SimpleNamespace(Parameter=Parameter),
        is_grad_enabled=lambda: True,
        autograd=SimpleNamespace(forward_ad=forward),
        _C=SimpleNamespace(_cuda_getCurrentRawStream=lambda device: CURRENT_STREAM),
    )
    table = {}
    call = quick._torch_call(torch, table)

    def remember(x, out, known_call):
        table[quick._torch_layout(x, out if known_call.make is None else None)] = known_call

    return Calls(lambda x, out, stream: call(x, out, stream) if type(x) is not View else None, remember)


@pytest.fixture(scope="module")
def native(compiled):
    made = NativeCalls(compiled)
    for each in (Tensor, Parameter):
        assert compiled.add_type(each, each.__dlpack_c_exchange_api__)
        made._types[each] = True
    return made


def known_call(make=None, attributes=b"", n_steps=1):
    kept = ctypes.create_string_buffer(attributes, len(attributes) or 1)
    config = LaunchConfigStruct((3, 1, 1), (64, 1, 1), 0)
    if attributes:
        config.attributes, config.n_attributes = ctypes.addressof(kept), len(attributes) // ATTRIBUTE_BYTES
    launch = SimpleNamespace(
        function=FUNCTION, config=bytes(config), attributes=attributes, kept=kept, offsets=None
    )
    step = Step(launch, bytes(16) + b"1234", ((0, "out"), (8, "inp")))
    prepared = SimpleNamespace(steps=[step] * n_steps, scratch_bytes={}, pool=0)
    return KnownCall(prepared, CONTEXT, 160, 160, make)


def call_with_scratch(n_steps=1, offsets=OFFSETS, n_more=0):
    config = LaunchConfigStruct((3, 1, 1), (64, 1, 1), 0)
    launch = SimpleNamespace(function=FUNCTION, config=bytes(config), attributes=b"", offsets=offsets)
    step = Step(launch, bytes(24) + b"1234", ((0, "inp"), (8, "sums"), (16, "out")))
    sizes = {"pairs": 64, "sums": 5_000_000_000, **{f"more{at}": 1 for at in range(n_more)}}
    prepared = SimpleNamespace(steps=[step] * n_steps, scratch_bytes=sizes, pool=POOL)
    return KnownCall(prepared, CONTEXT, 160, 160)


def arguments(inp, out):
    return out.to_bytes(8, "little") + inp.to_bytes(8, "little") + b"1234"


def test_a_known_pair_is_launched_with_its_addresses(calls, driver):
    calls.remember(Tensor(0x1000), Tensor(0x2000), known_call())
    out = Tensor(0x4000)
    assert calls.call(Tensor(0x3000), out, None) is out
    assert calls.call(Parameter(0x3100), out, 9) is out
    expected = [(CURRENT_STREAM, 0x3000), (9, 0x3100)]
    assert driver.launched == [
        ((3, 1, 1), stream, FUNCTION, arguments(inp, 0x4000), b"") for stream, inp in expected
    ]


def test_attributes_and_several_launches(calls, driver):
    calls.remember(Tensor(0x1000), Tensor(0x2000), known_call(attributes=COOPERATIVE, n_steps=2))
    calls.call(Tensor(0x3000), Tensor(0x4000), None)
    assert [each[-1] for each in driver.launched] == [COOPERATIVE, COOPERATIVE]


def test_scratch_memory_is_taken_and_freed_in_stream_order(calls, driver):
    calls.remember(Tensor(0x1000), Tensor(0x2000), call_with_scratch(n_steps=2))
    assert calls.call(Tensor(0x3000), Tensor(0x4000), None) is not None
    stream, sums = CURRENT_STREAM, SCRATCH + 0x1000
    given = b"".join(each.to_bytes(8, "little") for each in (0x3000, sums, 0x4000)) + b"1234"
    assert driver.launched == [given, given]
    assert driver.asked == [
        ("allocate", 64, POOL, stream),
        ("allocate", 5_000_000_000, POOL, stream),
        ("launch", stream),
        ("launch", stream),
        ("free", SCRATCH, stream),
        ("free", sums, stream),
    ]


def test_scratch_memory_is_freed_after_a_refusal(calls, driver):
    calls.remember(Tensor(0x1000), Tensor(0x2000), call_with_scratch(n_steps=2))
    driver.status = 1
    assert calls.call(Tensor(0x3000), Tensor(0x4000), 9) is None
    assert [each[0] for each in driver.asked] == ["allocate", "allocate", "launch", "free", "free"]
    driver.asked.clear()
    driver.status, driver.most_allocations = 0, 1
    assert calls.call(Tensor(0x3000), Tensor(0x4000), 9) is None
    assert driver.asked == [("allocate", 64, POOL, 9), ("free", SCRATCH, 9)], (
        "nothing is launched without memory"
    )


def test_an_output_is_made(calls, driver):
    made = []

    def make(*given):
        made.append((given, Tensor(0x8000)))
        return made[-1][1]

    calls.remember(Tensor(0x1000), Tensor(0x2000), known_call(make=(make, ("size", "type"))))
    assert calls.call(Tensor(0x3000), Tensor(0x4000), None) is None, "known without an output only"
    out = calls.call(Tensor(0x3000), None, None)
    assert made == [(("size", "type"), out)]
    assert [each[3] for each in driver.launched] == [arguments(0x3000, 0x8000)]


@pytest.mark.parametrize("out", [Tensor(0x8004), Tensor(0x8000, device=1)], ids=["offset", "device"])
def test_an_output_made_elsewhere_is_not_used(calls, driver, out):
    calls.remember(Tensor(0x1000), Tensor(0x2000), known_call(make=(lambda: out, ())))
    assert calls.call(Tensor(0x3000), None, None) is None
    assert not driver.launched


@pytest.mark.parametrize(
    ("x", "out"),
    [
        ({"shape": (5, 10)}, {}),
        ({"strides": (11, 1)}, {}),
        ({"dtype": 16}, {}),
        ({"device": 1}, {}),
        ({"address": 0x3004}, {}),
        ({"requires_grad": True}, {}),
        ({}, {"shape": (4, 11)}),
        ({}, {"strides": (11, 1)}),
        ({}, {"dtype": 16}),
        ({}, {"device": 1}),
        ({}, {"device": -1}),
        ({}, {"address": 0x4010}),
        ({}, {"requires_grad": True}),
        ({}, {"address": 0x3000}),
    ],
    ids=str,
)
def test_anything_else_is_left_to_the_checked_call(calls, driver, x, out):
    calls.remember(Tensor(0x1000), Tensor(0x2000), known_call())
    assert calls.call(Tensor(**{"address": 0x3000, **x}), Tensor(**{"address": 0x4000, **out}), None) is None
    assert not driver.launched


def test_a_subclass_is_left_to_the_checked_call(calls, driver):
    calls.remember(Tensor(0x1000), Tensor(0x2000), known_call())
    assert calls.call(View(0x3000), Tensor(0x4000), None) is None
    assert calls.call(Tensor(0x3000), View(0x4000), None) is None
    assert not driver.launched


def test_a_tangent_is_left_to_the_checked_call(calls, driver, forward):
    calls.remember(Tensor(0x1000), Tensor(0x2000), known_call())
    x, out = Tensor(0x3000), Tensor(0x4000)
    forward._current_level = 0
    for dual in (x, out):
        dual.tangent = Tensor(0x5000)
        assert calls.call(x, out, None) is None
        assert not driver.launched
        del dual.tangent
    forward._current_level = -1
    assert calls.call(x, out, None) is out


def test_an_output_without_memory_is_left_to_the_checked_call(calls, driver):
    calls.remember(Tensor(0x1000), Tensor(0x2000), known_call())

    def refuse():
        raise RuntimeError("a tensor of torch.func")

    out = Tensor(0x4000, device=-1)
    out.data_ptr = refuse
    assert calls.call(Tensor(0x3000), out, None) is None
    assert not driver.launched


def test_another_context_and_a_refusal_are_left_to_the_checked_call(calls, driver):
    calls.remember(Tensor(0x1000), Tensor(0x2000), known_call(n_steps=2))
    driver.context = CONTEXT + 1
    assert calls.call(Tensor(0x3000), Tensor(0x4000), None) is None
    assert not driver.launched
    driver.context, driver.status = CONTEXT, 1
    assert calls.call(Tensor(0x3000), Tensor(0x4000), None) is None
    assert len(driver.launched) == 1, "nothing is launched after a refusal"


def test_threads_do_not_mix_their_addresses(calls, driver):
    calls.remember(Tensor(0x1000), Tensor(0x2000), known_call())

    def work(number):
        for _ in range(50):
            assert (
                calls.call(Tensor(0x1000000 * number), Tensor(0x1000000 * number + 0x1000), number)
                is not None
            )

    threads = [threading.Thread(target=work, args=(1 + number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(driver.launched) == 200
    for _, stream, _, given, _ in driver.launched:
        assert given == arguments(0x1000000 * stream, 0x1000000 * stream + 0x1000)


def test_the_extension_forgets_when_it_is_full(compiled, native, driver):
    compiled.forget()
    for columns in range(1, 1400):
        native.remember(Tensor(0x1000, (1, columns)), Tensor(0x2000, (1, columns)), known_call())
    calls = [native.call(Tensor(0x100000, (1, n)), Tensor(0x200000, (1, n)), 0) for n in (1, 1399)]
    assert [each is None for each in calls] == [True, False]


@pytest.mark.parametrize(
    "large",
    [
        lambda: known_call(attributes=3 * COOPERATIVE),
        lambda: call_with_scratch(n_steps=3),
        lambda: call_with_scratch(n_more=1),
        lambda: call_with_scratch(offsets=17 * (0,)),
        lambda: call_with_scratch(offsets=(0, 28)),
    ],
    ids=["attributes", "launches", "scratch", "parameters", "a parameter outside the arguments"],
)
def test_the_extension_leaves_large_launches_to_python(compiled, native, driver, large):
    compiled.forget()
    native.remember(Tensor(0x1000), Tensor(0x2000), large())
    assert native.call(Tensor(0x3000), Tensor(0x4000), 0) is None


def test_quick_calls_forget_when_they_are_full(monkeypatch):
    monkeypatch.setattr(quick, "MOST_KNOWN", 2)
    calls = quick.QuickCalls()
    calls.libraries[Tensor] = quick.Library((Tensor,), lambda *_: None, quick._torch_layout, lambda _: None)
    for columns in (1, 2, 3):
        calls.remember(Tensor(0x1000, (1, columns)), Tensor(0x2000, (1, columns)), SimpleNamespace(make=None))
    assert len(calls.known) == 1


def test_a_missing_compiler_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(BuildError, match="the C compiler cannot be run"):
        build(tmp_path)
    monkeypatch.delenv("CC")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BuildError, match="a C compiler is needed"):
        build(tmp_path)


@pytest.mark.parametrize("built_from", [{}, {"SOURCE": "another"}], ids=["unnamed", "another"])
def test_an_extension_of_another_source_is_not_used(monkeypatch, built_from):
    """A checkout that is installed in place keeps the library it was installed with."""
    old = SimpleNamespace(call=None, **built_from)
    monkeypatch.delenv("KERNEL_HARNESS_PURE", raising=False)
    monkeypatch.setitem(sys.modules, "harness.dispatch.native.quick_call", old)
    monkeypatch.setattr("harness.dispatch.native.quick_call", old, raising=False)
    module, reason = form.extension()
    assert module is None
    assert "was built from another quick_call.c; `python -m kernel_harness.dispatch.native.build`" in reason


def test_an_extension_of_this_source_is_used(monkeypatch, compiled):
    monkeypatch.delenv("KERNEL_HARNESS_PURE", raising=False)
    monkeypatch.setitem(sys.modules, "harness.dispatch.native.quick_call", compiled)
    monkeypatch.setattr("harness.dispatch.native.quick_call", compiled, raising=False)
    assert form.extension() == (compiled, "")


def test_the_form_can_be_chosen(monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_PURE", "1")
    assert form.extension() == (None, "KERNEL_HARNESS_PURE is set")
