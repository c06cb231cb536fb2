// Repeats launches for tensors whose layouts are known: from the tensor to cuLaunchKernelEx without Python code.
//
// A library's tensors are read by the functions of its DLPack exchange table (`__dlpack_c_exchange_api__` of the
// tensor's type), which allocate nothing. Every function here runs with the GIL held; only the launch itself runs
// without it, on copies on the stack, because the driver waits while its queue is full. The module uses the stable
// ABI of Python 3.10, so that one build serves all later versions.

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030A0000
#include <Python.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// DLPack 1: the layout of what is read, and no more.

typedef struct {
  int32_t type;
  int32_t id;
} Place;

typedef struct {
  void *data;
  Place place;
  int32_t n_axes;
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
  int64_t *shape;
  int64_t *strides; // in elements; NULL means rows one after the other
  uint64_t byte_offset;
} Tensor;

typedef struct {
  uint32_t major;
  uint32_t minor;
  void *previous;
  void *allocate;
  void *to_managed;
  void *from_managed;
  int (*read)(void *object, Tensor *tensor);
  int (*current_stream)(int32_t place_type, int32_t id, void **stream);
} Exchange;

enum { EXCHANGE_MAJOR = 1, ON_CUDA = 2 };

// CUlaunchConfig and CUlaunchAttribute of cuda.h.

enum { MOST_ATTRIBUTES = 2, ATTRIBUTE_BYTES = 72 };

typedef struct {
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t shared_bytes;
  void *stream;
  void *attributes;
  uint32_t n_attributes;
} Config;

typedef int (*LaunchFunction)(const Config *config, void *function, void **params, void **extra);
typedef int (*CurrentFunction)(void **context);
typedef int (*AllocateFunction)(uint64_t *address, size_t n_bytes, void *pool, void *stream);
typedef int (*FreeFunction)(uint64_t address, void *stream);

static LaunchFunction launch_kernel;
static CurrentFunction current_context;
static AllocateFunction allocate;
static FreeFunction free_allocated;

// What is known.

enum { MOST_TYPES = 8, MOST_STEPS = 2, MOST_BYTES = 256, MOST_PLACES = 8, MOST_PARAMETERS = 16, MOST_SCRATCH = 2 };
enum { N_WORDS = 12, N_SLOTS = 2048 };

typedef struct {
  PyTypeObject *type;
  const Exchange *exchange;
} Known;

// The arrays whose addresses a launch is given; scratch memory follows.
enum { INP, OUT, FIRST_SCRATCH, MOST_ARRAYS = FIRST_SCRATCH + MOST_SCRATCH };

typedef struct {
  uint32_t offset; // in the arguments
  uint32_t array;
} Address;

typedef struct {
  Config config;
  uint64_t attributes[MOST_ATTRIBUTES * ATTRIBUTE_BYTES / sizeof(uint64_t)];
  void *function;
  size_t n_bytes;
  uint64_t arguments[MOST_BYTES / sizeof(uint64_t)];
  uint32_t n_addresses;
  Address addresses[MOST_PLACES];
  uint32_t n_parameters; // 0 to hand the arguments over packed
  uint32_t parameters[MOST_PARAMETERS];
} Step;

typedef struct {
  uint64_t key[N_WORDS];
  void *context;
  uint64_t inp_bytes;
  uint64_t out_bytes;
  PyObject *make; // with its arguments, makes the output; NULL for a pair with an output of the caller's
  PyObject *make_args;
  void *pool; // of scratch memory
  uint32_t n_scratch;
  uint64_t scratch_bytes[MOST_SCRATCH];
  uint32_t n_steps;
  Step steps[MOST_STEPS];
} Entry;

static Known types[MOST_TYPES];
static int n_types;
static Entry *slots[N_SLOTS]; // linear probing; at most half of them are taken
static int n_entries;
static uint64_t n_changes; // of the slots; while it stays the same, an entry that was found is still there
static PyObject *requires_grad;
static PyObject *forward_names; // of PyTorch's module for forward mode; NULL without PyTorch
static PyObject *current_level; // the name of a number there, below 0 outside of forward mode
static PyObject *no_level;

static const Known *known_type(PyObject *object) {
  for (int at = 0; at < n_types; at++)
    if (types[at].type == Py_TYPE(object)) return &types[at];
  return NULL;
}

// Whether two objects are tensors of one library.
static int is_of(const Known *known, PyObject *object) {
  const Known *other = known_type(object);
  return other != NULL && other->exchange == known->exchange;
}

// Whether a tensor that may need a gradient says so; -1 with an exception.
static int needs_gradient(PyObject *tensor) {
  PyObject *answer = PyObject_GetAttr(tensor, requires_grad);
  if (answer == NULL) return -1;
  const int found = answer != Py_False;
  Py_DECREF(answer);
  return found;
}

// Whether a tensor may have a tangent of forward mode. The number has no function that is as cheap as it.
static int is_forward_mode(void) {
  if (forward_names == NULL) return 0;
  PyObject *level = PyDict_GetItemWithError(forward_names, current_level);
  if (level == no_level) return 0;
  return level == NULL || PyLong_AsLong(level) >= 0; // without the number, it cannot be told
}

// Reads a matrix on a GPU; 0 if the object is one, else -1 with or without an exception.
static int read_matrix(const Exchange *exchange, PyObject *object, Tensor *tensor, uint64_t *words) {
  if (exchange->read(object, tensor) != 0 || tensor->n_axes != 2 || tensor->place.type != ON_CUDA) return -1;
  words[0] = (uint64_t)(uint32_t)tensor->place.id << 32 | (uint64_t)tensor->lanes << 16 | (uint64_t)tensor->bits << 8 |
             tensor->code;
  words[1] = (uint64_t)tensor->shape[0];
  words[2] = (uint64_t)tensor->shape[1];
  words[3] = (uint64_t)(tensor->strides != NULL ? tensor->strides[0] : tensor->shape[1]);
  words[4] = (uint64_t)(tensor->strides != NULL ? tensor->strides[1] : 1);
  return 0;
}

static uint64_t address_of(const Tensor *tensor) { return (uint64_t)(uintptr_t)tensor->data + tensor->byte_offset; }

// Addresses of a pair of tensors, and what else of them decides on the launch.
typedef struct {
  uint64_t key[N_WORDS];
  uint64_t inp_at;
  uint64_t out_at;
  int32_t device;
} Pair;

// Reads a pair of tensors; 0 if both are matrices on a GPU. Without `out`, its place in the key is empty.
static int read_pair(const Known *known, PyObject *x, PyObject *out, Pair *pair) {
  Tensor tensor;
  memset(pair, 0, sizeof *pair);
  if (read_matrix(known->exchange, x, &tensor, pair->key) != 0) return -1;
  pair->inp_at = address_of(&tensor);
  pair->device = tensor.place.id;
  if (out != NULL) {
    if (read_matrix(known->exchange, out, &tensor, pair->key + 5) != 0) return -1;
    pair->out_at = address_of(&tensor);
  }
  pair->key[10] = (uint64_t)(uintptr_t)known->exchange;
  pair->key[11] = (pair->inp_at & 255) << 8 | (pair->out_at & 255); // alignment decides on the kernel
  return 0;
}

// Makes the output for a known input; NULL with or without an exception.
static PyObject *make_output(const Known *known, Pair *pair, const Entry *entry) {
  PyObject *make = entry->make;
  PyObject *make_args = entry->make_args;
  Py_INCREF(make);
  Py_INCREF(make_args);
  PyObject *out = PyObject_Call(make, make_args, NULL);
  Py_DECREF(make);
  Py_DECREF(make_args);
  Tensor tensor;
  if (out == NULL || known->exchange->read(out, &tensor) != 0 || tensor.place.type != ON_CUDA ||
      tensor.place.id != pair->device || (address_of(&tensor) & 255) != 0) {
    // Made on another GPU, or not at the boundary that was counted on.
    Py_XDECREF(out);
    return NULL;
  }
  pair->out_at = address_of(&tensor);
  return out;
}

static Entry **slot_of(const uint64_t *key) {
  uint64_t hash = 0;
  for (int at = 0; at < N_WORDS; at++) hash = (hash ^ key[at]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 29;
  for (uint64_t at = hash;; at++) {
    Entry **slot = &slots[at % N_SLOTS];
    if (*slot == NULL || memcmp((*slot)->key, key, sizeof(*slot)->key) == 0) return slot;
  }
}

// Launches a step, whose arguments and configuration are completed here; the driver's status.
static int launch_step(Step *step, const uint64_t *arrays, void *stream) {
  for (uint32_t at = 0; at < step->n_addresses; at++)
    memcpy((char *)step->arguments + step->addresses[at].offset, &arrays[step->addresses[at].array], sizeof *arrays);
  step->config.stream = stream;
  step->config.attributes = step->config.n_attributes ? step->attributes : NULL;
  if (step->n_parameters != 0) {
    void *parameters[MOST_PARAMETERS];
    for (uint32_t at = 0; at < step->n_parameters; at++)
      parameters[at] = (char *)step->arguments + step->parameters[at];
    return launch_kernel(&step->config, step->function, parameters, NULL);
  }
  // CU_LAUNCH_PARAM_BUFFER_POINTER, _BUFFER_SIZE and _END.
  void *extra[] = {(void *)1, step->arguments, (void *)2, &step->n_bytes, (void *)0};
  return launch_kernel(&step->config, step->function, NULL, extra);
}

// Launches copies of the steps, and releases the GIL meanwhile; 0 if the driver took them all. Scratch memory is
// allocated and freed in stream order.
static int launch(const Entry *entry, uint64_t inp_at, uint64_t out_at, void *stream) {
  Step steps[MOST_STEPS];
  uint64_t scratch_bytes[MOST_SCRATCH];
  uint64_t arrays[MOST_ARRAYS] = {[INP] = inp_at, [OUT] = out_at};
  const uint32_t n_steps = entry->n_steps;
  void *const pool = entry->pool;
  const uint32_t n_scratch = entry->n_scratch;
  memcpy(steps, entry->steps, n_steps * sizeof *steps);
  memcpy(scratch_bytes, entry->scratch_bytes, sizeof scratch_bytes);
  // From here on another thread may drop the entry.
  PyThreadState *state = PyEval_SaveThread();
  int status = 0;
  uint32_t n_taken = 0;
  while (n_taken < n_scratch && status == 0) {
    status = allocate(&arrays[FIRST_SCRATCH + n_taken], (size_t)scratch_bytes[n_taken], pool, stream);
    n_taken += status == 0;
  }
  for (uint32_t at = 0; at < n_steps && status == 0; at++) status = launch_step(&steps[at], arrays, stream);
  for (uint32_t at = 0; at < n_taken; at++) {
    const int freed = free_allocated(arrays[FIRST_SCRATCH + at], stream);
    if (status == 0) status = freed;
  }
  PyEval_RestoreThread(state);
  return status;
}

// Whether a pair needs a gradient or a tangent, or that cannot be told.
static int may_need_gradient(PyObject *x, PyObject *out) {
  if (needs_gradient(x) != 0 || is_forward_mode()) return 1;
  return out != Py_None && needs_gradient(out) != 0;
}

static PyObject *not_done(PyObject *made) {
  // What went wrong here, the checked call finds out and says.
  PyErr_Clear();
  Py_XDECREF(made);
  Py_RETURN_NONE;
}

static PyObject *call(PyObject *module, PyObject *const *args, Py_ssize_t n_args) {
  (void)module;
  if (n_args != 3) {
    PyErr_Format(PyExc_TypeError, "call takes 3 arguments (got %zd)", n_args);
    return NULL;
  }
  PyObject *x = args[0];
  PyObject *out = args[1];
  const Known *known = known_type(x);
  if (known == NULL || may_need_gradient(x, out)) return not_done(NULL);
  if (out != Py_None && !is_of(known, out)) return not_done(NULL);
  Pair pair;
  if (read_pair(known, x, out == Py_None ? NULL : out, &pair) != 0) return not_done(NULL);
  const Entry *entry = *slot_of(pair.key);
  const uint64_t n_changes_before = n_changes;
  if (entry == NULL) return not_done(NULL);
  if (out == Py_None)
    out = make_output(known, &pair, entry);
  else
    Py_INCREF(out);
  if (out == NULL) return not_done(NULL);
  void *stream;
  if (args[2] == Py_None) {
    if (known->exchange->current_stream(ON_CUDA, pair.device, &stream) != 0) return not_done(out);
  } else {
    stream = PyLong_Check(args[2]) ? PyLong_AsVoidPtr(args[2]) : NULL;
    if (!PyLong_Check(args[2]) || PyErr_Occurred()) return not_done(out);
  }
  void *context = NULL;
  if (current_context(&context) != 0) return not_done(out);
  // From here to the copy in launch() nothing gives up the GIL; making the output may have, and another thread may have dropped the entry.
  if (n_changes != n_changes_before) entry = *slot_of(pair.key);
  if (entry == NULL || context != entry->context ||
      (pair.inp_at < pair.out_at + entry->out_bytes && pair.out_at < pair.inp_at + entry->inp_bytes) ||
      launch(entry, pair.inp_at, pair.out_at, stream) != 0)
    return not_done(out);
  return out;
}

static PyObject *take_driver(PyObject *module, PyObject *args) {
  (void)module;
  unsigned long long launch_at, current_at, allocate_at, free_at;
  if (!PyArg_ParseTuple(args, "KKKK", &launch_at, &current_at, &allocate_at, &free_at)) return NULL;
  launch_kernel = (LaunchFunction)(uintptr_t)launch_at;
  current_context = (CurrentFunction)(uintptr_t)current_at;
  allocate = (AllocateFunction)(uintptr_t)allocate_at;
  free_allocated = (FreeFunction)(uintptr_t)free_at;
  Py_RETURN_NONE;
}

static PyObject *add_type(PyObject *module, PyObject *args) {
  (void)module;
  PyObject *type, *capsule;
  if (!PyArg_ParseTuple(args, "OO", &type, &capsule)) return NULL;
  const Exchange *exchange = PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
  if (exchange == NULL) return NULL;
  if (exchange->major != EXCHANGE_MAJOR || exchange->read == NULL || n_types == MOST_TYPES) Py_RETURN_FALSE;
  Py_INCREF(type);
  Py_INCREF(capsule); // keeps the library's table
  types[n_types++] = (Known){(PyTypeObject *)type, exchange};
  Py_RETURN_TRUE;
}

static PyObject *watch_forward(PyObject *module, PyObject *names) {
  (void)module;
  if (!PyDict_Check(names)) {
    PyErr_SetString(PyExc_TypeError, "the names of a module must be a dict");
    return NULL;
  }
  Py_INCREF(names);
  PyObject *before = forward_names;
  forward_names = names;
  Py_XDECREF(before);
  Py_RETURN_NONE;
}

static void drop(Entry *entry) {
  if (entry == NULL) return;
  Py_XDECREF(entry->make); // a function and a tuple of numbers, whose end runs no code
  Py_XDECREF(entry->make_args);
  free(entry);
}

static PyObject *forget(PyObject *module, PyObject *unused) {
  (void)module, (void)unused;
  for (int at = 0; at < N_SLOTS; at++) {
    drop(slots[at]);
    slots[at] = NULL;
  }
  n_changes++;
  n_entries = 0;
  Py_RETURN_NONE;
}

// Reads a tuple of at most `most` numbers below `end`; their count, or -1 with an exception.
static Py_ssize_t read_numbers(PyObject *given, Py_ssize_t most, unsigned long long end, uint64_t *numbers) {
  const Py_ssize_t n_given = PyTuple_Size(given);
  if (n_given < 0) return -1;
  if (n_given > most) {
    PyErr_SetString(PyExc_ValueError, "a launch is too large to be remembered");
    return -1;
  }
  for (Py_ssize_t at = 0; at < n_given; at++) {
    numbers[at] = PyLong_AsUnsignedLongLong(PyTuple_GetItem(given, at));
    if (PyErr_Occurred()) return -1;
    if (numbers[at] >= end) {
      PyErr_Format(PyExc_ValueError, "a number must be below %llu (got %llu)", end, (unsigned long long)numbers[at]);
      return -1;
    }
  }
  return n_given;
}

// Reads (function, configuration, attributes, arguments, (offset, array, offset, array ...), offsets of parameters);
// 0, or -1 with an exception.
static int read_step(PyObject *given, uint32_t n_scratch, Step *step) {
  unsigned long long function;
  const char *config, *attributes, *arguments;
  Py_ssize_t config_bytes, attribute_bytes, n_bytes;
  PyObject *addresses, *parameters;
  if (!PyArg_ParseTuple(given, "Ky#y#y#OO", &function, &config, &config_bytes, &attributes, &attribute_bytes,
                        &arguments, &n_bytes, &addresses, &parameters))
    return -1;
  if (config_bytes != sizeof step->config || attribute_bytes > (Py_ssize_t)sizeof step->attributes ||
      n_bytes > MOST_BYTES) {
    PyErr_SetString(PyExc_ValueError, "a launch is too large to be remembered");
    return -1;
  }
  memcpy(&step->config, config, sizeof step->config);
  if (step->config.n_attributes * ATTRIBUTE_BYTES != (size_t)attribute_bytes) {
    PyErr_SetString(PyExc_ValueError, "the attributes must be those of the configuration");
    return -1;
  }
  memcpy(step->attributes, attributes, (size_t)attribute_bytes);
  memcpy(step->arguments, arguments, (size_t)n_bytes);
  step->function = (void *)(uintptr_t)function;
  step->n_bytes = (size_t)n_bytes;

  uint64_t numbers[2 * MOST_PLACES > MOST_PARAMETERS ? 2 * MOST_PLACES : MOST_PARAMETERS];
  Py_ssize_t n_read = read_numbers(addresses, 2 * MOST_PLACES, UINT32_MAX, numbers);
  if (n_read < 0) return -1;
  step->n_addresses = (uint32_t)n_read / 2;
  for (uint32_t at = 0; at < step->n_addresses; at++) {
    const uint64_t offset = numbers[2 * at];
    const uint64_t array = numbers[2 * at + 1];
    if (offset + sizeof(uint64_t) > step->n_bytes || array >= FIRST_SCRATCH + n_scratch) {
      PyErr_SetString(PyExc_ValueError, "an address must lie within the arguments, and be of an array of the call");
      return -1;
    }
    step->addresses[at] = (Address){(uint32_t)offset, (uint32_t)array};
  }
  n_read = read_numbers(parameters, MOST_PARAMETERS, step->n_bytes, numbers);
  if (n_read < 0) return -1;
  step->n_parameters = (uint32_t)n_read;
  for (uint32_t at = 0; at < step->n_parameters; at++) step->parameters[at] = (uint32_t)numbers[at];
  return 0;
}

static PyObject *remember(PyObject *module, PyObject *args) {
  PyObject *x, *out, *make, *make_args, *scratch, *steps;
  unsigned long long context, inp_bytes, out_bytes, pool;
  if (!PyArg_ParseTuple(args, "OOOOKKKKO!O!", &x, &out, &make, &make_args, &context, &inp_bytes, &out_bytes, &pool,
                        &PyTuple_Type, &scratch, &PyTuple_Type, &steps))
    return NULL;
  const Known *known = known_type(x);
  Pair pair;
  if (known == NULL || (out != Py_None && !is_of(known, out)) || PyTuple_Size(steps) > MOST_STEPS ||
      read_pair(known, x, out == Py_None ? NULL : out, &pair) != 0) {
    PyErr_Clear();
    Py_RETURN_FALSE;
  }
  if (2 * (n_entries + 1) > N_SLOTS) Py_XDECREF(forget(module, NULL));
  Entry *entry = calloc(1, sizeof *entry);
  if (entry == NULL) return PyErr_NoMemory();
  memcpy(entry->key, pair.key, sizeof pair.key);
  entry->context = (void *)(uintptr_t)context;
  entry->inp_bytes = inp_bytes;
  entry->out_bytes = out_bytes;
  entry->pool = (void *)(uintptr_t)pool;
  const Py_ssize_t n_scratch = read_numbers(scratch, MOST_SCRATCH, SIZE_MAX, entry->scratch_bytes);
  if (n_scratch < 0) {
    free(entry);
    return NULL;
  }
  entry->n_scratch = (uint32_t)n_scratch;
  entry->n_steps = (uint32_t)PyTuple_Size(steps);
  for (uint32_t at = 0; at < entry->n_steps; at++)
    if (read_step(PyTuple_GetItem(steps, at), entry->n_scratch, &entry->steps[at]) != 0) {
      free(entry);
      return NULL;
    }
  if (out == Py_None) {
    Py_INCREF(make);
    Py_INCREF(make_args);
    entry->make = make;
    entry->make_args = make_args;
  }
  Entry **slot = slot_of(pair.key);
  n_entries += *slot == NULL;
  drop(*slot);
  *slot = entry;
  n_changes++;
  Py_RETURN_TRUE;
}

static PyMethodDef methods[] = {
    {"take_driver", take_driver, METH_VARARGS,
     "Take the addresses of cuLaunchKernelEx, cuCtxGetCurrent, cuMemAllocFromPoolAsync and cuMemFreeAsync."},
    {"add_type", add_type, METH_VARARGS, "Add a type of tensors and its exchange table."},
    {"watch_forward", watch_forward, METH_O, "Take the names of PyTorch's module for forward mode."},
    {"remember", remember, METH_VARARGS,
     "Keep the launches for the layout of a tensor and its output, or of a tensor and what makes its output."},
    {"forget", forget, METH_NOARGS, "Forget all launches."},
    {"call", (PyCFunction)(void (*)(void))call, METH_FASTCALL, "Launch for known layouts; None if they are not known."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "quick_call", "Launches for tensors of known layouts.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_quick_call(void) {
  requires_grad = PyUnicode_InternFromString("requires_grad");
  current_level = PyUnicode_InternFromString("_current_level");
  no_level = PyLong_FromLong(-1);
  if (requires_grad == NULL || current_level == NULL || no_level == NULL) return NULL;
  PyObject *module = PyModule_Create(&definition);
  // build.py defines SOURCE, the digest of this file. form.py does not use a library with another digest.
  if (module != NULL && PyModule_AddStringConstant(module, "SOURCE", SOURCE) != 0) {
    Py_DECREF(module);
    return NULL;
  }
  return module;
}
