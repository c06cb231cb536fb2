"""Folders that killed processes leave behind; what else the service does is tested with Triton (`tests.kernels`)."""

import fcntl
import os
import tempfile

import pytest

from harness.compiler.triton.service import remove_abandoned


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = tmp_path / "kernel-harness-triton-x"
    made.mkdir()
    (made / "kernel.ptx").write_text("")
    (made / "lock").write_text("")
    os.utime(made, (1, 1))
    return made


def test_the_folder_of_a_killed_process_goes(folder):
    remove_abandoned()
    assert not folder.exists()


def test_the_folder_of_a_living_process_stays(folder):
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        remove_abandoned()
    assert folder.exists()


def test_a_folder_that_may_not_have_its_lock_yet_stays(folder):
    os.utime(folder)
    remove_abandoned()
    assert folder.exists()


def test_a_link_and_a_file_of_the_name_are_left_alone(tmp_path, folder):
    (folder / "lock").unlink()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("kept")
    (folder / "lock").symlink_to(elsewhere)
    os.utime(folder, (1, 1))
    (tmp_path / "kernel-harness-triton-file").write_text("")
    os.utime(tmp_path / "kernel-harness-triton-file", (1, 1))
    remove_abandoned()
    assert elsewhere.read_text() == "kept"
    assert folder.exists()
    assert (tmp_path / "kernel-harness-triton-file").exists()
