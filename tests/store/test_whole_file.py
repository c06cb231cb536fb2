import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.store.whole_file import check_writable, is_standard_output, text_stream, write_text
from tests.report.made_up import FULL, NULL, make_device

ROOT = Path(__file__).parents[2]


def is_character_device(path):
    return stat.S_ISCHR(os.lstat(path).st_mode)


def make_socket(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def both(path, content="new\n", flag="--json"):
    check_writable(path, flag)
    write_text(content, path, flag)


def test_a_file_that_is_not_there_is_made_with_the_usual_permissions(tmp_path):
    both(tmp_path / "a.json")
    (tmp_path / "usual").touch()
    assert (tmp_path / "a.json").read_text() == "new\n"
    assert (tmp_path / "a.json").stat().st_mode == (tmp_path / "usual").stat().st_mode
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.json", "usual"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_a_file_keeps_its_permissions(tmp_path, mode):
    path = tmp_path / "a.json"
    path.write_text("old\n")
    path.chmod(mode)
    both(path)
    assert path.read_text() == "new\n"
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_file_of_somebody_else_stays_theirs(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("only root may give a file away")
    path = tmp_path / "a.json"
    path.write_text("old\n")
    os.chown(path, 1234, 4321)
    both(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


def test_a_file_is_replaced_so_that_a_reader_of_the_old_one_is_not_disturbed(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("old\n")
    with path.open() as reader:
        both(path)
        assert reader.read() == "old\n"


def test_a_link_stays_and_the_file_that_it_leads_to_is_replaced(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "kept.json").write_text("old\n")
    (tmp_path / "second").symlink_to("deep/kept.json")
    (tmp_path / "first").symlink_to(tmp_path / "second")
    both(tmp_path / "first")
    assert (tmp_path / "first").is_symlink()
    assert (tmp_path / "second").is_symlink()
    assert not (tmp_path / "deep" / "kept.json").is_symlink()
    assert (tmp_path / "deep" / "kept.json").read_text() == "new\n"
    # A target that is not there is made.
    (tmp_path / "link").symlink_to("made.json")
    both(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "made.json").read_text() == "new\n"


@pytest.mark.parametrize("is_linked", [False, True])
def test_a_device_is_written_to_and_stays_one(tmp_path, is_linked):
    null, path = make_device(tmp_path / "null", NULL), tmp_path / ("link" if is_linked else "null")
    if is_linked:
        path.symlink_to(null)
    both(path)
    assert path.is_symlink() == is_linked
    assert is_character_device(null)


def test_a_full_device_is_an_error_and_stays_one(tmp_path):
    full = make_device(tmp_path / "full", FULL)
    with pytest.raises(UsageError, match=r"--json could not be written \(got .*No space left"):
        both(full)
    assert is_character_device(full)


def test_a_pipe_is_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    # Made ready first: a check that opened the pipe would wait for a reader here.
    check_writable(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    content = "x" * 200_000
    write_text(content, pipe)
    reader.join()
    assert got == [content]
    assert stat.S_ISFIFO(os.lstat(pipe).st_mode)


@pytest.mark.parametrize(
    "name", ["/dev/fd/{}", "/proc/self/fd/{}", "/proc/{pid}/fd/{}", "/proc/thread-self/fd/{}"]
)
def test_a_descriptor_is_written_to_where_it_stands(tmp_path, name):
    path = tmp_path / "log"
    with path.open("wb", buffering=0) as stream:
        stream.write(b"before\n")

        both(Path(name.format(stream.fileno(), pid=os.getpid())))
        stream.write(b"after\n")
    assert path.read_text() == "before\nnew\nafter\n"


def test_standard_output_has_several_names(tmp_path):

    for name in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        assert is_standard_output(Path(name)), name
    (tmp_path / "link").symlink_to("/dev/stdout")
    assert is_standard_output(tmp_path / "link")
    for path in (None, Path("./-x"), tmp_path / "-", Path("/dev/stderr"), tmp_path / "no" / "such"):
        assert not is_standard_output(path), path


def test_one_file_at_most_goes_to_standard_output(capsys):

    assert text_stream({"--json": Path("a.json"), "--markdown": None}) is None
    with pytest.raises(
        UsageError, match=r"at most one file may go to standard output \(got --json, --junit\)"
    ):
        text_stream({"--json": Path("-"), "--markdown": Path("a.md"), "--junit": Path("/dev/stdout")})


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.mkdir(), "--json must name a file .got the folder "),
        (make_socket, "a pipe or a character device .got the socket "),
        (lambda path: path.symlink_to(path), "--json must name a file that can be written .*symbolic links"),
        (lambda path: path.symlink_to("no/such"), "the folder of --json must exist|a folder that exists"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_refused_before_the_work(tmp_path, monkeypatch, make, said):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "x"

    make(Path("x"))
    before = os.lstat(path)
    with pytest.raises(UsageError, match=said):
        check_writable(Path("x"))
    with pytest.raises(UsageError, match=said):
        write_text("new", Path("x"))
    assert os.lstat(path).st_ino == before.st_ino


def test_a_disk_is_refused(tmp_path):

    try:
        # Number 0 of "unnamed devices": no driver is behind it.
        os.mknod(tmp_path / "disk", 0o666 | stat.S_IFBLK, os.makedev(0, 0))
    except OSError as error:
        pytest.skip(f"devices cannot be made here: {error}")
    with pytest.raises(UsageError, match="the disk "):
        check_writable(Path(tmp_path / "disk"))


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_text("old\n")

    def fail(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(UsageError, match=r"could not be written .*No space left"):
        write_text("new", path)
    assert path.read_text() == "old\n"
    assert [each.name for each in tmp_path.iterdir()] == ["a.json"]


KILLED = """
import os, signal, sys
from pathlib import Path
from harness.store import whole_file
os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
whole_file.write_file(b"new", Path(sys.argv[1]))
"""


def test_a_process_killed_while_it_writes_leaves_the_old_file(tmp_path):
    path = tmp_path / "result.json"
    path.write_text("old")
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_text() == "old"


def test_a_read_only_file_is_refused(tmp_path):
    if os.geteuid() == 0:
        pytest.skip("root may write everything")
    path = tmp_path / "a.json"
    path.write_text("old\n")
    path.chmod(0o444)
    with pytest.raises(UsageError, match="which is read-only"):
        check_writable(path)


def test_a_name_that_no_file_can_have_is_refused_and_text_that_is_no_utf8_is_written(tmp_path):
    """A result file may hold half a surrogate pair, of which a name is made."""
    with pytest.raises(UsageError, match="--json"):
        both(tmp_path / "\ud800.json")
    assert list(tmp_path.iterdir()) == []
    both(tmp_path / "a.md", "name: \udcff\n", "--markdown")
    assert (tmp_path / "a.md").read_bytes() == b"name: \\udcff\n"
