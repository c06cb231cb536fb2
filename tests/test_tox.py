"""tox.ini names every CUDA release in several places; they have to agree."""

import configparser
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def tox():
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(ROOT / "tox.ini", encoding="utf-8")
    return parser


@pytest.fixture(scope="module")
def section(tox):
    return next(
        tox[name] for name in tox.sections() if re.fullmatch(r"testenv:cuda\{[\d,]+\}\{,-gpu\}", name)
    )


def numbers(text):
    return re.search(r"cuda\{([\d,]+)\}", text)[1].split(",")


def test_every_release_is_in_every_list(tox, section):
    listed = numbers(tox["tox"]["env_list"])
    assert listed == sorted(listed)
    assert numbers(section.name) == listed
    assert numbers(tox["testenv:cuda"]["depends"]) == listed
    packages = dict(re.findall(r"^cuda(\d+): cuda-toolkit\[[\w,]+\]==(\d+\.\d+)\.", section["deps"], re.M))
    settings = dict(re.findall(r"^cuda(\d+): KERNEL_HARNESS_CUDA = (\S+)$", section["set_env"], re.M))
    assert packages == settings == {each: f"{each[:2]}.{each[2:]}" for each in listed}


def test_only_releases_that_the_lock_is_not_of_leave_it(section):
    later = set(
        re.findall(
            r"^cuda\{([\d,]+)\}: PIP_CONSTRAINT = .*requirements-base\.lock$", section["set_env"], re.M
        )
    )
    lock = (ROOT / "requirements.lock").read_text()
    held = re.search(r"^nvidia-cuda-nvrtc==(\d+)\.(\d+)\.", lock, re.M)
    listed = numbers(section.name)
    assert later == {",".join(each for each in listed if each > "".join(held.groups()))}
    for name in ("PIP_CONSTRAINT", "UV_CONSTRAINT"):
        assert section["set_env"].count(f": {name} = ") == 2


def test_the_lock_is_in_two_parts_that_share_nothing():
    lock = (ROOT / "requirements.lock").read_text()
    base = (ROOT / "requirements-base.lock").read_text()
    assert re.search(r"^-c requirements-base\.lock$", lock, re.M)
    pinned = {re.match(r"[\w.-]+", line)[0] for line in lock.splitlines() if "==" in line and line[0] != "#"}
    assert pinned == {"triton", *(f"nvidia-cuda-{part}" for part in ("cccl", "crt", "nvrtc", "runtime"))}
    assert "nvidia-" not in base
    assert not re.search("^triton=", base, re.M)


def test_only_triton_of_the_lock_is_held_by_it(tox):
    section = next(tox[name] for name in tox.sections() if name.startswith("testenv:triton3{"))
    held = re.search(r"^triton==(\d+)\.(\d+)\.", (ROOT / "requirements.lock").read_text(), re.M)
    listed = [f"triton3{each}" for each in re.search(r"\{([\d,]+)\}", section.name)[1].split(",")]
    own = "triton" + "".join(held.groups())
    assert own in listed
    for name in ("PIP_CONSTRAINT", "UV_CONSTRAINT"):
        files = dict(re.findall(rf"^(\S+): {name} = \{{tox_root\}}\{{/\}}(\S+)$", section["set_env"], re.M))
        assert files == {own: "requirements.lock", f"!{own}": "requirements-base.lock"}


def test_environments_say_what_they_are_for(tox):
    for name in tox.sections():
        if name.startswith("testenv"):
            assert tox[name].get("description"), name
