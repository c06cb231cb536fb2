"""A CUDA driver that the PTX executor serves: programs run on a virtual GPU, with the executor's checks.

Data flow, one module a step::

    cuda_header      names, numbers, errors and structures of the driver API, read from CUDA's header
    elf              names -> a shared library that jumps through a table
    library          the driver's library, loaded into this process, its table filled
    interrupts       Ctrl-C while the driver is being called
    call             one served function: argument types, error codes
    served/          the driver API, by subject
    device/          the virtual GPU: contexts, memory, modules, streams, launches; its facts are in `profile`
    findings         what the checks found, with the Python line that caused it; launches and counters by kernel
    attachment       driver, NVRTC, nvcc and findings, in this process and in those that it starts
    program          one run of a program
    nvcc             the ``nvcc`` and the NVRTC that such a program finds
    runtime_calls    ``cuda.bindings.runtime`` by calls of the driver
"""
