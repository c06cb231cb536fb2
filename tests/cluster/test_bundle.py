"""Files travel as data: every path of a message is mapped, and text names the old paths again."""

import json
import os
import shutil

import pytest

from harness.cluster.remote_worker import Unpacked, collect, folders_of, pack
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant, read_sources
from harness.variant.matrix import cases
from tests.run.session_tasks import DECLARATION


@pytest.fixture
def project(tmp_path, monkeypatch):
    folder = tmp_path / "there" / "kernels"
    (folder / "include").mkdir(parents=True)
    (folder / "include" / "reduce.cuh").write_text("// reduce\n")
    (folder / "k.cu").write_text(
        DECLARATION + '#include "reduce.cuh"\nextern "C" __global__ void softmax() {}\n'
    )
    monkeypatch.chdir(folder.parent)
    return folder


@pytest.fixture
def settings(project):
    return Settings.load(project.parent, environ={"HOME": str(project)}, sources=("kernels",))


def test_a_variant_arrives_with_its_source_and_headers(project, settings):
    variant = load_variant(project / "k.cu")
    case = cases(variant)[0]
    files = collect((variant,), settings)
    assert set(files) == {str(project / "k.cu"), str(project / "include" / "reduce.cuh")}
    unpacked = Unpacked(folders_of(settings))
    try:
        unpacked.add(files)
        (arrived,) = unpacked.load(pack((variant,)))
        assert arrived.path == unpacked.root / str(project / "k.cu")[1:]
        assert arrived.path.read_bytes() == (project / "k.cu").read_bytes()
        request = pack((case,), (variant,))
        assert len(request) < len(pack((case,)))  # the variant is a number
        assert unpacked.load(request, (arrived,))[0].variant is arrived
        moved = unpacked.load(pack(settings))
        assert arrived.path.is_relative_to(moved.sources[0])
        assert unpacked.cwd == unpacked.root / str(project.parent)[1:]
    finally:
        unpacked.close()
    assert not unpacked.root.exists()


def test_paths_outside_the_bundle_stay(settings, tmp_path):
    unpacked = Unpacked((str(tmp_path),))
    assert unpacked.load(pack(tmp_path / "other")) == tmp_path / "other"
    assert os.fspath(unpacked.load(pack(tmp_path))).startswith(str(unpacked.root))
    unpacked.close()


def test_text_names_the_old_paths(tmp_path):
    unpacked = Unpacked((str(tmp_path),))
    text = json.dumps(f"{unpacked.cwd}/k.cu:3")
    assert unpacked.without_root(text) == json.dumps(f"{tmp_path}/k.cu:3")
    unpacked.close()


@pytest.mark.parametrize("name", ["relative.cu", "/a/../../etc/passwd"])
def test_a_file_outside_the_folder_is_refused(name, tmp_path):
    unpacked = Unpacked((str(tmp_path),))
    with pytest.raises(ValueError, match="absolute and without"):
        unpacked.add({name: b""})
    unpacked.close()


def test_a_source_that_is_gone_is_left_out(project, settings):
    variant = load_variant(project / "k.cu")
    (project / "k.cu").unlink()
    assert collect((variant,), settings) == {}


def test_headers_of_the_declarations_folders_and_options_arrive(project, settings):
    for name in ("more/own.cuh", "more/first.cuh"):
        path = project / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    declared = DECLARATION.replace(
        "// ///\n", '// include_dirs = ["more"]\n// compile_options = ["-include=first.cuh"]\n// ///\n'
    )
    (project / "k.cu").write_text(declared + '#include "own.cuh"\nextern "C" __global__ void softmax() {}\n')
    files = collect((load_variant(project / "k.cu"),), settings)
    assert {str(project / "more" / name) for name in ("own.cuh", "first.cuh")} <= set(files)


@pytest.mark.parametrize("link", ["include", "linked.h", "code.cu"])
def test_what_a_link_leads_to_outside_the_repository_is_not_sent(project, settings, link):
    (project.parent / "pyproject.toml").touch()  # the repository ends here
    outside = project.parents[1] / "outside"
    outside.mkdir()
    secret = outside / "secret.h"
    secret.write_text("a secret\n")
    (project / "code.cu").write_text('#include "secret.h"\n#include "linked.h"\n')
    table = "".join(f"{each[3:]}\n" for each in DECLARATION.splitlines()[1:-1])
    (project / "kernels.toml").write_text(f'[kernel.k]\nfile = "code.cu"\n{table}')
    shutil.rmtree(project / "include")
    (project / link).unlink(missing_ok=True)
    (project / link).symlink_to(outside if link == "include" else secret)
    (variant,) = read_sources((project / "kernels.toml",)).variants
    files = collect((variant,), settings)
    assert str(project / "kernels.toml") in files
    assert not any(b"a secret" in each for each in files.values())
