"""Recordings of programs: what they hold, that replays see the same, and that damaged ones are refused."""

import json
import shutil
import subprocess
import sys

import pytest

from harness.errors import UsageError
from harness.undeclared.recording import LAUNCHES, MOST_LAUNCHES, read_recording, recorded_to
from tests import forked
from tests.driver.program_text import FOLDERS, PRELUDE, ROOT, run_file, run_text

# A table of pointers, two arguments in one allocation, and a variable that the host sets.
REACHED = (
    PRELUDE
    + """
source = '''
__constant__ float factor;
extern "C" __global__ void k(float* const* table, const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = factor * x[i] + table[1][i];
}
'''
module = check(driver.cuModuleLoadData(compiled(source, b"-lineinfo", wanted="PTX", arch="compute_80")))
function = check(driver.cuModuleGetFunction(module, b"k"))
address, size = check(driver.cuModuleGetGlobal(module, b"factor"))
def copied(to, array):
    check(driver.cuMemcpyHtoD(to, array.ctypes.data, array.nbytes))
copied(address, np.float32([3]))
memory, further = check(driver.cuMemAlloc(512)), check(driver.cuMemAlloc(REACH))
copied(memory, np.arange(64, dtype=np.float32))
copied(further, np.ones(REACH // 4, np.float32))
table = check(driver.cuMemAlloc(16))
copied(table, np.uint64([0, int(further)]))
for turn in range(2):
    copied(memory, np.arange(turn, turn + 64, dtype=np.float32))
    check((launch(function, 64, table, memory, np.uint64(int(memory) + 256), 64),))
print("right")
"""
)
SHAPES = (
    PRELUDE
    + """
function = kernel('extern "C" __global__ void k(float* y) { y[threadIdx.x] = 1; }', "k")
y = check(driver.cuMemAlloc(4096))
for threads in range(1, 20):
    check((launch(function, threads, y),))
"""
)


def checked(folder) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "harness", "check", "--device", "cpu", str(folder)]
    return forked.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


def recorded(folder, text, *options):
    done = run_text(folder, text, "--record", str(folder / "made"), *options)
    assert "recorded" in done.stderr, done.stderr
    return folder / "made"


@pytest.fixture(scope="module")
def reached(tmp_path_factory):
    return recorded(tmp_path_factory.mktemp("reached"), REACHED.replace("REACH", "256"))


@pytest.mark.parametrize("name", ["right/add.py", "wrong/out_of_bounds.py", "wrong/race.py"])
def test_a_replay_finds_what_the_program_found(tmp_path, name):
    program = FOLDERS[0] / name
    done = run_file(program, "--record", str(tmp_path / "made"), "--json", str(tmp_path / "found.json"))
    found = {own["reason"] for own in json.loads((tmp_path / "found.json").read_text())["findings"]}
    replay = checked(tmp_path / "made")
    assert replay.returncode == done.returncode == bool(found), replay.stdout
    assert all(reason in replay.stdout for reason in found)
    assert "no reference: values not judged" in replay.stdout


def test_a_launch_keeps_all_that_it_reaches(reached):
    # The second launch differs in contents alone.
    (own,) = read_recording(reached)
    assert sorted(memory.size_bytes for memory in own.launch.buffers) == [16, 256, 512]
    (factor,) = own.launch.variables
    assert own.content(factor).view("f4") == 3
    x, y = (own.reached(own.arguments[at]) for at in (1, 2))
    assert x == y
    replay = checked(reached)
    assert replay.returncode == 0, replay.stdout


def test_a_replay_sees_a_fault_behind_a_pointer_in_memory(tmp_path):
    replay = checked(recorded(tmp_path, REACHED.replace("REACH", "252")))
    assert replay.returncode == 1
    assert "oob-read" in replay.stdout


def test_launches_beyond_the_limit_are_named(tmp_path):
    done = run_text(tmp_path, SHAPES, "--record", str(tmp_path / "made"))
    assert f"recorded {MOST_LAUNCHES} launches of 1 kernel" in done.stderr
    assert f"3 launches left out: more than {MOST_LAUNCHES} of one kernel" in done.stderr


def _cut(folder):
    path = folder / LAUNCHES
    path.write_bytes(path.read_bytes()[:-20])


def _drop(folder):
    path = folder / LAUNCHES
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])


def _alter(name):
    def alter(folder):
        path = next((folder / name).iterdir())
        path.write_bytes(path.read_bytes()[:-1] + b"x")

    return alter


def _lose(folder):
    next((folder / "contents").iterdir()).unlink()


def _edit(before, after):
    def edit(folder):
        path = folder / LAUNCHES
        text = path.read_text()
        assert before in text
        path.write_text(text.replace(before, after))

    return edit


@pytest.mark.parametrize(
    "damage",
    [
        _cut, _drop, _lose, _alter("contents"), _alter("modules"), _edit('"size_bytes":256', '"size_bytes":255'),
        _edit('"arguments":["', '"arguments":["x'), _edit('"content":"', '"content":"../'),
        _edit("recording 1", "recording 2"),
    ],
    ids=["cut", "launch", "lost", "content", "module", "size", "argument", "path", "schema"],
)  # fmt: skip
def test_a_damaged_recording_is_refused(reached, tmp_path, damage):
    folder = tmp_path / "damaged"
    shutil.copytree(reached, folder)
    damage(folder)
    with pytest.raises(UsageError, match="a recording must be as it was written"):
        read_recording(folder)


def test_check_refuses_a_damaged_recording_with_the_status_of_bad_input(reached, tmp_path):
    folder = tmp_path / "damaged"
    shutil.copytree(reached, folder)
    _cut(folder)
    done = checked(folder)
    assert done.returncode == 2
    assert "make it again: kernel-harness run --record FOLDER PROGRAM.py" in " ".join(done.stderr.split())


def test_a_recording_is_written_whole_or_not_at_all(tmp_path):
    with pytest.raises(KeyboardInterrupt), recorded_to(tmp_path / "made"):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UsageError, match="must be a new folder"), recorded_to(tmp_path):
        pass
