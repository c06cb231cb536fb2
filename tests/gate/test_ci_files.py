"""The ready-made CI files call the program as it is."""

import re
import shlex
from pathlib import Path

import click
import pytest

from harness.cli.program import main

ROOT = Path(__file__).resolve().parents[2]
FILES = ("docs/ci/github-actions.yml", "docs/ci/gitlab-ci.yml", ".pre-commit-hooks.yaml", "docs/gate.md")


def commands(text: str) -> list[str]:
    """Return every command line of the gate, folded lines joined."""
    joined = re.sub(r"\n\s+--", " --", text)
    return [line.partition("#")[0] for line in re.findall(r"kernel-harness (gate --.*)", joined)]


@pytest.mark.parametrize("name", FILES)
def test_flags_exist(name):
    found = commands((ROOT / name).read_text())
    assert found
    command = main.commands["gate"]
    known = {
        flag for parameter in command.params if isinstance(parameter, click.Option) for flag in parameter.opts
    }
    for line in found:
        flags = {word for word in shlex.split(line.replace("`", " ")) if word.startswith("--")}
        assert flags <= known, line
