import os
import socket
from pathlib import Path

import pytest

from harness.store.input_file import MEBIBYTE, SOURCE_BYTES, read_file, read_text
from tests.report.made_up import ZERO, make_device


def test_a_file_is_read_whole_through_links(tmp_path):
    (tmp_path / "a").write_bytes(b"x\r\ny\rz\xc3\xa4")
    (tmp_path / "link").symlink_to("a")
    assert read_file(tmp_path / "link") == b"x\r\ny\rz\xc3\xa4"
    assert read_text(tmp_path / "link") == "x\ny\nzä"


def test_a_file_that_says_it_is_empty_is_read(tmp_path):
    assert read_file(Path("/proc/self/status")).startswith(b"Name:")


def test_what_is_no_regular_file_is_refused_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
    for name, said in (
        ("pipe", r"must be a regular file \(got a pipe\)"),
        ("socket", "No such device or address"),
        (".", r"must be a regular file \(got a folder\)"),
    ):
        with pytest.raises(OSError, match=said):
            read_file(tmp_path / name)
    with pytest.raises(OSError, match=r"must be a regular file \(got a device\)"):
        read_file(make_device(tmp_path / "zero", ZERO))


def test_what_is_too_large_is_refused_unread(tmp_path):
    # A hole: it takes no space, and a mebibyte of memory would be read of it at least.
    with (tmp_path / "large").open("wb") as file:
        file.truncate(SOURCE_BYTES + MEBIBYTE)
    with pytest.raises(OSError, match=r"must be no larger than 16 MiB \(got 17.0 MiB\)"):
        read_file(tmp_path / "large")
    assert len(read_file(tmp_path / "large", SOURCE_BYTES + MEBIBYTE)) == SOURCE_BYTES + MEBIBYTE
