"""A CUDA driver that the PTX executor serves: programs run on a virtual GPU, with the executor's checks.

Data flow, one module a step::

    cuda_header    names, numbers, errors and structures of the driver API, read from CUDA's header
    elf            names -> a shared library that jumps through a table
    library        the library loaded into this process, its table filled with the functions of `served`
    interrupts     Ctrl-C while the driver is being called
    call           one served function: argument types, error codes
    served/        the driver API, by subject
    device/        the virtual GPU: contexts, memory, modules, streams, launches; its facts are in `profile`
    findings       what the checks found, with the Python line that caused it
    children       what the processes that a program starts have found
    attachment     driver, NVRTC, nvcc and findings, set up in this process before anything asks for them
    child          the same in a Python process that a program starts
    program        one run of a program
    nvcc           the ``nvcc`` that such a program finds
    runtime_binding  ``cuda.bindings.runtime`` by calls of the driver
"""
