"""The driver's version, from the kernel module's file or from NVML."""

import ctypes

import pytest

from harness.device.gpu import driver_facts


class Nvml:
    """Stands for NVML: an array of characters becomes the version."""

    def __init__(self, status=0):
        self.status = status

    def nvmlInit_v2(self):  # noqa: N802 - NVML's names
        return self.status

    def nvmlSystemGetDriverVersion(self, version, _size):  # noqa: N802
        version.value = b"580.1 of NVML"
        return 0

    def nvmlShutdown(self):  # noqa: N802
        return 0


def refuse(_name):
    raise OSError("no such library")


@pytest.mark.parametrize(
    ("text", "library", "version"),
    [
        ("580.2\n", refuse, "580.2"),  # NVML is not asked
        (None, lambda _name: Nvml(), "580.1 of NVML"),
        (None, lambda _name: Nvml(status=9), ""),
        (None, refuse, ""),
    ],
)
def test_the_version_is_read_from_the_module_or_from_nvml(tmp_path, monkeypatch, text, library, version):
    path = tmp_path / "version"
    if text is not None:
        path.write_text(text)
    monkeypatch.setattr(driver_facts, "_MODULE_VERSION", path)
    monkeypatch.setattr(driver_facts, "is_virtual", lambda: False)
    monkeypatch.setattr(ctypes, "CDLL", library)
    assert driver_facts.driver_version() == version
