import pytest

from harness.compiler.source.file_names import FileNames, display_path


@pytest.fixture
def names(tmp_path):
    for name in ("own/k.cu", "own/include/red.cuh", "common/x.cuh", "cuda/cuda_fp16.hpp"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    own = tmp_path / "own"
    return FileNames(own / "k.cu", [own, own / "include", tmp_path / "common"], [tmp_path / "cuda"])


def test_file_lines_of_ptx_lose_this_machines_folders(names, tmp_path):
    short = {
        tmp_path / "own/k.cu": "k.cu",
        tmp_path / "own/include/red.cuh": "include/red.cuh",
        tmp_path / "own/../common/x.cuh": "common/x.cuh",
        tmp_path / "cuda/cuda_fp16.hpp": "cuda/cuda_fp16.hpp",
        "/usr/local/cuda/include/crt/device.h": "device.h",
        "k.cu": "k.cu",
    }
    ptx = "".join(f'\t.file\t{number} "{path}"\n' for number, path in enumerate(short, start=1))
    assert names.in_ptx(ptx).split('"')[1::2] == list(short.values())


@pytest.mark.parametrize(
    "before",
    [
        "/**/ .file 1 ",
        ".file /* why */ 1\n",
        ".file 1 // why\n",
        "/* over\nlines */ .file 0x1 ",
        "ret; .file 1 ",
        '.b8 x[] = "/*"; .file 1 ',
    ],
)
def test_a_file_directive_is_found_by_what_it_is(names, before):
    assert names.in_ptx(f'{before}"/proc/self/environ"') == f'{before}"environ"'


def test_nothing_but_file_lines_is_changed(names, tmp_path):
    ptx = '// .file 1 "/a/b"\n/* .file 1 "/a/b" */\n.file 1 "k.cu" // .file 2 "/a/b"\n'
    ptx += f'.loc 1 2 3\n// "{tmp_path}/own/k.cu"\n.b8 "x"\n'
    assert names.in_ptx(ptx) == ptx


def test_a_message_about_a_file_elsewhere_keeps_place_and_error(names, tmp_path):
    log = (
        f'{tmp_path}/elsewhere(3): error: identifier "a_secret" is undefined\n'
        "  a_secret = another\n"
        "  ^\n"
        "\n"
        'k.cu(4): error: identifier "mine" is undefined\n'
        "    mine = 1;\n"
        "    ^\n"
    )
    assert names.in_log(log) == (
        f'{tmp_path}/elsewhere(3): error: identifier "..." is undefined\n'
        "\n"
        'k.cu(4): error: identifier "mine" is undefined\n'
        "    mine = 1;\n"
        "    ^\n"
    )


def test_a_bare_name_that_the_compiler_put_into_the_current_folder_stays_bare(names, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path / "common")
    assert names.in_ptx(f'.file 1 "{tmp_path}/common/k.cu"') == '.file 1 "k.cu"'


def test_messages_are_stored_short_and_shown_with_paths_that_open(names, tmp_path, monkeypatch):
    log = (
        'k.cu(3): error: identifier "a(1): b" is undefined\n'
        f"  {tmp_path}/own/include/red.cuh is fine\n"
        f"{tmp_path}/own/include/red.cuh(2): warning: x\n"
        f"{tmp_path}/common/x.cuh(1): error: y\n"
        '1 error detected in the compilation of "k.cu".\n'
    )
    stored = names.in_log(log)
    assert str(tmp_path) not in stored
    monkeypatch.chdir(tmp_path)
    assert names.shown(stored).splitlines() == [
        'own/k.cu(3): error: identifier "a(1): b" is undefined',
        "  include/red.cuh is fine",
        "own/include/red.cuh(2): warning: x",
        "common/x.cuh(1): error: y",
        '1 error detected in the compilation of "k.cu".',
    ]
    monkeypatch.chdir(tmp_path / "common")
    assert names.shown(stored).startswith(f"{tmp_path}/own/k.cu(3): error")


def test_display_path_is_relative_only_below_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert display_path(tmp_path / "a" / "k.cu") == "a/k.cu"
    assert display_path(tmp_path.parent / "k.cu") == str(tmp_path.parent / "k.cu")
