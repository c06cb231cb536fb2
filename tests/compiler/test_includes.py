import os
import random
import shutil

import pytest

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.compiler.source.includes import include_digests, included_files
from harness.errors import CompileError
from harness.store.input_file import SOURCE_BYTES


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "tree"
    for name, text in {
        "k.cu": '#include "a.cuh"\n#include <cuda_fp16.h>\n',
        "a.cuh": '#  include "sub/b.cuh"\n',
        "sub/b.cuh": '#include "c.cuh" // beside b\n',
        "sub/c.cuh": "#pragma once\n",
        "include/a.cuh": "#error not this one: the own folder comes first\n",
        "unused.cuh": "",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def digests(folder, source=None, **options):
    path = folder / "k.cu"
    text = source if source is not None else path.read_text()
    return include_digests(path, text.encode(), [folder, folder / "include"], **options)


def test_headers_are_followed_to_the_end(tree):
    assert [line.split()[0] for line in digests(tree)] == ["a.cuh", "c.cuh", "cuda_fp16.h", "sub/b.cuh"]
    assert "cuda_fp16.h not-found" in digests(tree)


@pytest.mark.parametrize("changed", ["a.cuh", "sub/b.cuh", "sub/c.cuh"])
def test_a_change_in_any_header_changes_the_digests(tree, changed):
    before = digests(tree)
    path = tree / changed
    path.write_text(path.read_text() + "\n")
    assert digests(tree) != before


def test_a_header_that_is_not_included_does_not_count(tree):
    before = digests(tree)
    (tree / "unused.cuh").write_text("int changed;")
    assert digests(tree) == before


def test_a_header_that_appears_in_front_of_another_counts(tree):
    before = digests(tree)
    (tree / "cuda_fp16.h").write_text("")
    assert digests(tree) != before


def test_included_files_are_the_headers_themselves(tree):
    found = included_files(tree / "k.cu", [tree, tree / "include"])
    assert found == (tree / "a.cuh", tree / "sub" / "b.cuh", tree / "sub" / "c.cuh")


def test_a_file_that_includes_itself_is_followed_once(tree):
    (tree / "k.cu").write_text('#include "k.cu"\n#include "a.cuh"\n#include SOME_MACRO\n')
    assert included_files(tree / "k.cu", [tree])[:2] == (tree / "k.cu", tree / "a.cuh")


def test_two_copies_of_a_tree_have_the_same_digests(tree, tmp_path):
    shutil.copytree(tree, tmp_path / "copy")
    assert digests(tmp_path / "copy") == digests(tree)


@pytest.mark.parametrize(
    "source",
    [
        '#include "a.cuh"',
        '  #\tinclude\t"a.cuh"',
        "#include <a.cuh>",
        '#include_next "a.cuh"',
        '#if __has_include("a.cuh")\n#endif',
        '/* */ #include "a.cuh"',
        '%:include "a.cuh"',
        '#if 0\n#include "a.cuh"\n#endif',
        '#include \\\n"a.cuh"',
        '#inc\\\nlude "a.cuh"',
        '#include \\ \r\n  "a.cuh"',
        '#include "a.\\\ncuh"',
        '#include /* why */ "a.cuh"',
        '#/* why */include"a.cuh"',
        '#include /* over\nlines */ "a.cuh"',
        'const char* s = "/*";\n#include "a.cuh"\n',
        '??=include "a.cuh"',
        '#if __has_include /**/ ( /**/ "a.cuh")\n#endif',
    ],
)
def test_every_spelling_of_an_include_counts(tree, source):
    assert any(line.startswith("a.cuh ") for line in digests(tree, source))


def test_a_name_made_by_a_macro_counts_as_everything(tree):
    names = {line.split()[0] for line in digests(tree, '#define H "a.cuh"\n#include H\n')}
    assert {"unused.cuh", "sub/c.cuh", "a.cuh"} <= names


def test_headers_that_include_each_other_end(tree):
    (tree / "a.cuh").write_text('#include "a.cuh"\n#include "sub/b.cuh"\n')
    (tree / "sub" / "b.cuh").write_text('#include "a.cuh"\n')
    assert {line.split()[0] for line in digests(tree)} == {"a.cuh", "cuda_fp16.h", "sub/b.cuh"}


def test_a_header_that_an_option_includes_counts(tree):
    assert any(line.startswith("unused.cuh ") for line in digests(tree, "", pre_includes=["unused.cuh"]))


def test_a_header_of_cudas_that_a_source_names_counts_with_its_content(tree, tmp_path):
    cuda = tmp_path / "cuda"
    cuda.mkdir()
    without = digests(tree, cuda_dirs=[cuda])
    assert "cuda_fp16.h not-found" in without
    found = []
    for text in ("", "int changed;"):
        (cuda / "cuda_fp16.h").write_text(text)
        found.append(digests(tree, cuda_dirs=[cuda]))
    assert len({without, *found}) == 3
    assert any(line.startswith("cuda_fp16.h cuda ") for line in found[0])


@pytest.fixture
def not_plain(tmp_path):
    """Names of what a compiler must not open, with the words that refuse each."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to("/proc/self/environ")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(SOURCE_BYTES + 1)
    return {
        "fifo": "got a pipe",
        "/dev/zero": "outside /proc, /sys and /dev",
        "/dev/full": "outside /proc, /sys and /dev",
        "/proc/self/environ": "outside /proc, /sys and /dev",
        "link": "outside /proc, /sys and /dev",
        "huge": "no larger than 16 MiB",
    }


def test_what_is_no_plain_file_is_refused_before_a_compiler_opens_it(tmp_path, not_plain):
    """A FIFO held NVRTC until its deadline, and variables of the process came to be read in its messages."""
    path = tmp_path / "k.cu"
    for name, why in not_plain.items():
        path.write_text(f'#include "{name}"\nextern "C" __global__ void k() {{}}\n')
        with pytest.raises(CompileError, match=r"k?[\w.]+ cannot be read") as refused:
            compile(CompileRequest(path, "sm_90"))
        assert why in refused.value.log
        assert "KERNEL_HARNESS" not in refused.value.log


def test_a_source_that_is_no_plain_file_is_refused(tmp_path, not_plain):
    for name, why in not_plain.items():
        with pytest.raises(CompileError) as refused:
            compile(CompileRequest(tmp_path / name, "sm_90"))
        assert why in refused.value.log


def test_folders_and_impossible_names_are_passed_over(tree):
    (tree / "folder").mkdir()
    source = f'#include "folder"\n#include "nul\0"\n#include "{"x" * 5000}"\n'
    assert all(line.endswith(" not-found") for line in digests(tree, source))


def test_any_text_is_read_in_a_time_that_grows_with_it(tree):
    draw = random.Random(3)
    parts = ("#", "include", " ", "/*", "*/", '"', "<", ">", "\\\n", "__has_include", "(", "a.cuh", "\n")
    for _ in range(300):
        digests(tree, "".join(draw.choices(parts, k=draw.randrange(200))))
    for text in ("#/*" * 50_000, "# " * 50_000, '#include "' * 50_000, "#" + " " * 100_000, "/*" * 100_000):
        digests(tree, text)
