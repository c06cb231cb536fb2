import contextlib
import os
import random
import shutil

import pytest

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.compiler.source.includes import include_digests, included_files
from harness.errors import CompileError
from harness.store.input_file import SOURCE_BYTES

COMPILERS_OWN = ("__LINE__", "__CUDACC_RTC__", "sub/__COUNTER__.x", "CUDART_VERSION", "cudaHostAllocDefault")
"""Words in which a compiler, or a header of CUDA's, may see a macro."""


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
    found = included_files(tree / "k.cu", [])
    assert found == (tree / "a.cuh", tree / "sub" / "b.cuh", tree / "sub" / "c.cuh")


def test_files_that_include_themselves_or_each_other_are_followed_once(tree):
    (tree / "k.cu").write_text('#include "k.cu"\n#include "a.cuh"\n#include SOME_MACRO\n')
    (tree / "sub" / "b.cuh").write_text('#include "../a.cuh"\n')
    found = ("k.cu", "a.cuh", "sub/b.cuh", "sub/../a.cuh")
    assert included_files(tree / "k.cu", []) == tuple(tree / each for each in found)


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


@pytest.mark.parametrize(
    "source",
    [
        '#define H "a.cuh"\n#include H\n',
        "#define H <a.cuh> // why\n#include H\n",
        "#define OTHER b\n#define H <a.cuh>\n#include H\n",
        '#define G "a.cuh"\n#define H /* why */ G\n#include /**/ H // why\n',
        '#ifdef X\n#define H "unused.cuh"\n#else\n#define H "a.cuh"\n#endif\n#include H\n',
    ],
)
def test_a_macro_that_is_defined_as_a_name_is_followed(tree, source):
    assert any(line.startswith("a.cuh ") for line in digests(tree, source))


def test_a_macro_of_an_option_is_followed(tree):
    assert any(line.startswith("a.cuh ") for line in digests(tree, "#include H\n", defines=['H="a.cuh"']))


@pytest.mark.parametrize(
    "source",
    [
        "#include H\n",
        "#include __FILE__\n",
        '#define H "a" ".cuh"\n#include H\n',
        "#define H(x) #x\n#include H(a.cuh)\n",
        "#define A a\n#define H <A.cuh>\n#include H\n",
        "#define H I\n#define I H\n#include H\n",
        '#define H "a.cuh"\n#define \\u0048 "b.cuh"\n#include H\n',
        '#define H /*\n*/ "a.cuh"\n#include H\n',
        "#define S >\n#include <a.cuh S\n",
        *(
            f'#if 0\n#define {name} "a.cuh"\n#endif\n#define H {name}\n#include {used}\n'
            for name in ("__FILE__", "__BASE_FILE__", "_Own")
            for used in (name, "H")
        ),
        *(f"#define H <{word}/a.cuh>\n#include H\n" for word in COMPILERS_OWN),
        "#define \\u0061 b\n#define H <a.cuh>\n#include H\n",
    ],
)
def test_a_name_that_a_macro_does_not_spell_out_is_refused(tree, source):
    with pytest.raises(CompileError, match="must be written out"):
        digests(tree, source)


def test_a_word_in_angle_brackets_that_a_macro_of_an_option_changes_is_refused(tree):
    with pytest.raises(CompileError, match="must be written out"):
        digests(tree, "#define H <sub/b.cuh>\n#include H\n", defines=["sub=1"])


def test_a_question_for_a_name_that_nothing_spells_out_counts_as_everything(tree):
    names = {line.split()[0] for line in digests(tree, "#if __has_include(H)\n#endif\n")}
    assert {"unused.cuh", "sub/c.cuh", "a.cuh"} <= names


@pytest.fixture
def secret(tree):
    (tree / "pyproject.toml").touch()  # the project ends here
    (tree / "link.cuh").symlink_to(tree.parent / "secret")
    (tree / "include" / "include").symlink_to(tree.parent)
    (tree / "include" / "behind.cuh").symlink_to(tree.parent / "secret")
    (tree / "bar|name.cuh").symlink_to(tree.parent / "secret")
    (tree / "behind.cuh").touch()
    path = tree.parent / "secret"
    path.write_text("a secret\n")
    return path


@pytest.mark.parametrize(
    "source",
    [
        '#include "{secret}"',
        "#include <{secret}>",
        '#include "../secret"',
        "#include <../secret>",
        '#include "sub/../../secret"',
        '#include "link.cuh"',
        '#include "include/include/secret"',
        "#include <include/secret>",
        "#include_next <behind.cuh>",
        '#import "{secret}"',
        '#embed "{secret}"',
        '#if __has_embed("{secret}")\n#endif',
        '#define H "{secret}"\n#include H',
        "#define H <{secret}>\n#include H",
        '%:define H "{secret}"\n%:include H',
        '??=include "{secret}"',
        '#inc\\\nlude "../secret"',
        '#/* over\nlines */include "../secret"',
        'const char* s = "/*";\n#/**/include "../secret"',
        'const char* s = "#/*";\n#include "../secret"\n// */ define H',
        '/* a\n*/ #include "../secret"',
        '\ufeff#include "../secret"',
        '\r#include "../secret"',
        *(
            f'// why {end}\n#inc\\\nlude "../secret"'
            for end in ("??/", "\\ ", "\\\t", "\\\f", "\\\v", "??/ ", "\\\r ")
        ),
        '// why ??/\n// \\ \n#include "../secret"',
        '#include "bar??!name.cuh"',
        '#include "a.cuh"\n#include "nested.cuh"',
    ],
)
def test_a_file_outside_the_project_is_refused_however_it_is_included(tree, secret, source):
    (tree / "nested.cuh").write_text('#include "../secret"\n')
    with pytest.raises(CompileError) as refused:
        digests(tree, source.format(secret=secret), cuda_dirs=[])
    assert "must be in the source's folder" in refused.value.log
    assert "a secret" not in refused.value.log


def test_a_source_that_leads_outside_the_project_is_not_searched_for_headers(tree, secret):
    (tree / "k.cu").unlink()
    (tree / "k.cu").symlink_to(secret)
    with pytest.raises(CompileError, match="must be in the source's folder"):
        included_files(tree / "k.cu", [])


def test_a_folder_of_headers_that_leads_outside_the_project_is_not_searched(tree, secret):
    (tree / "k.cu").write_text("#include <secret>\n")
    shutil.rmtree(tree / "include")
    (tree / "include").symlink_to(secret.parent)
    assert included_files(tree / "k.cu", []) == ()
    assert included_files(tree / "k.cu", [secret.parent]) == (secret.parent / "secret",)


def test_a_header_of_the_repository_or_of_an_include_folder_is_not_refused(tree, tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "beside.cuh").touch()
    assert any(line.startswith("../beside.cuh ") for line in digests(tree, '#include "../beside.cuh"\n'))


def test_what_git_keeps_for_itself_is_refused(tree):
    (tree / ".git").mkdir()
    (tree / ".git" / "config").write_text("extraheader = a secret")
    with pytest.raises(CompileError, match="must be in the source's folder"):
        digests(tree, '#include ".git/config"\n')


def test_a_name_that_leaves_cudas_folders_is_refused(tree, tmp_path):
    cuda = tmp_path / "cuda" / "include"
    cuda.mkdir(parents=True)
    (tmp_path / "cuda" / "secret").touch()
    with pytest.raises(CompileError, match="must be in the source's folder"):
        digests(tree, "#include <../secret>\n", cuda_dirs=[cuda])
    assert digests(tree, "#include <../nothing>\n", cuda_dirs=[cuda]) == ("../nothing not-found",)


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
        with contextlib.suppress(CompileError):  # most of them make a name that is not known
            digests(tree, "".join(draw.choices(parts, k=draw.randrange(200))))
    repeated = ("#/*", "# ", '#include "', "/*", "#/**/", "\n#define H /*")
    ended = ("#" + " " * 100_000, "#/*" * 50_000 + "*/", "#/*" * 30_000 + "/**/" * 30_000)
    for text in (*(piece * 50_000 for piece in repeated), *ended):
        with contextlib.suppress(CompileError):
            digests(tree, text)
