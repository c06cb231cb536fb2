"""README's pictures are there, and the script that took them still takes them."""

import re
import struct

import pytest

from tests.docs import pictures
from tests.docs.links import ROOT
from tests.gate.conftest import thin_out
from tests.report.test_browser import BROWSER


def size_of(png: bytes) -> str:
    assert png.startswith(b"\x89PNG")
    return ",".join(str(number) for number in struct.unpack(">II", png[16:24]))


def test_the_readme_shows_a_picture_for_each_colour_scheme():
    shown = re.findall(r'(?:src|srcset)="(fixtures/pictures/.*?)"', (ROOT / "README.md").read_text("utf-8"))
    assert sorted(shown) == [f"fixtures/pictures/report-{scheme}.png" for scheme in sorted(pictures.SCHEMES)]
    assert [size_of((ROOT / each).read_bytes()) for each in shown] == [pictures.SIZE] * 2


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no browser on PATH; install one with `apt-get install chromium`")
def test_pictures_are_taken_anew(tmp_path, monkeypatch):
    # as many cases as a picture shows
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    thin_out(monkeypatch)
    assert pictures.main([str(tmp_path)]) == 0
    light, dark = ((tmp_path / f"report-{scheme}.png").read_bytes() for scheme in ("light", "dark"))
    assert size_of(light) == size_of(dark) == pictures.SIZE
    assert light != dark


def test_a_missing_folder_is_named(tmp_path, capsys):
    assert pictures.main([str(tmp_path / "no")]) == 2
    assert "usage" in capsys.readouterr().err
