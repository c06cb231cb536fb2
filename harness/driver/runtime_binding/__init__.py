"""``cuda.bindings.runtime`` on the virtual GPU: functions of the CUDA runtime that are calls of the driver.

The binding has the CUDA runtime linked into it, and that asks the driver for tables which NVIDIA does not document. So
the binding's own Python functions are replaced when a program imports the module: by what the CUDA Runtime API manual
says that each does, in calls of ``cuda.bindings.driver``. Functions that are not replaced are the runtime's, which
returns cudaErrorNotSupported. Code that has the runtime linked into itself does not come here.
"""
