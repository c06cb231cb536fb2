import itertools

import pytest

from harness.compiler.compilation import maker_digest
from harness.ptx.codegen import program
from harness.store.disk_cache import sources_digest

FILES = {"__init__.py": "", "front.py": "x = 1\n", "back/__init__.py": "", "back/deep/loops.py": "y = 1\n"}
# A package that was imported once stays the one of its name.
NUMBERS = itertools.count()


@pytest.fixture
def digest(tmp_path, monkeypatch):
    """Give a function that writes a package and returns the digest of its sources."""
    monkeypatch.syspath_prepend(tmp_path)
    package = f"kept_package_{next(NUMBERS)}"
    root = tmp_path / package

    def made(files):
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        sources_digest.cache_clear()
        return sources_digest(package)

    made.root = root
    return made


@pytest.mark.parametrize("name", FILES)
def test_a_change_of_any_module_changes_the_digest(digest, name):
    before = digest(FILES)
    assert digest(FILES) == before
    assert digest({name: "z = 2\n"}) != before


def test_a_module_that_moves_changes_the_digest(digest):
    before = digest(FILES)
    (digest.root / "front.py").rename(digest.root / "back/front.py")
    assert digest({}) != before


def test_what_is_no_source_does_not(digest):
    before = digest(FILES)
    assert digest({"back/__pycache__/front.cpython-311.pyc": "", "notes.txt": ""}) == before


@pytest.mark.parametrize("maker", [program._maker, maker_digest], ids=["executor", "compiler"])
def test_what_is_kept_depends_on_it(maker, monkeypatch):
    before = maker()
    for module in ("harness.ptx.codegen.program", "harness.compiler.compilation"):
        monkeypatch.setattr(f"{module}.sources_digest", lambda _package: "0" * 64)
    assert maker() != before
