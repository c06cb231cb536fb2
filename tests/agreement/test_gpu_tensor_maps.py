"""Tensor maps as they are made here, and by the virtual driver, against those of a GPU's driver."""

import json
import sys

import pytest

from harness.ptx.tensor_map import MapType, TensorMap
from tests import forked
from tests.agreement.gpu_answers import tensor_maps
from tests.agreement.gpu_answers.probing import ROOT

MAPS = tensor_maps.RECORDED["maps"]
ADDRESS = 1 << 20


@pytest.mark.parametrize("name", MAPS)
def test_maps_have_the_bytes_of_the_driver(name):
    question, answer = MAPS[name]["question"], MAPS[name]["answer"]
    fields = ("sizes", "strides", "box", "steps", "swizzle", "nan")
    made = TensorMap(
        MapType[question["kind"]], ADDRESS + question["offset"], *(question[field] for field in fields)
    )
    is_refused = answer == "CUDA_ERROR_INVALID_VALUE"
    assert (list(made.problems()) != []) == is_refused
    assert is_refused or made.encode()[tensor_maps.ADDRESS_BYTES :].hex() == answer


def test_the_virtual_driver_answers_as_the_gpus(tmp_path):
    made = tmp_path / "made.json"
    words = ("-m", "harness", "run", "-m", tensor_maps.__name__, str(made))
    forked.run([sys.executable, *words], cwd=ROOT, capture_output=True, timeout=120, check=False)
    assert json.loads(made.read_text())["maps"] == MAPS
