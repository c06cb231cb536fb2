"""Commands as users give them, and the declarations that they write."""

import re

from click.testing import CliRunner

from harness.cli.program import main


def invoke(*arguments):
    return CliRunner().invoke(main, [str(each) for each in arguments])


def declared(path):
    """Return the values of a file's declaration by key."""
    text = path.read_text(encoding="utf-8")
    return dict(re.findall(r"^// (\w+) += (.*)$", text, re.MULTILINE))


def init(path, *options):
    """Declare a kernel, and return what the command printed and the declaration."""
    result = invoke("init", path, *options)
    assert result.exit_code == 0, result.output
    return result.output, declared(path)


def check(path, selected="3x33 or 65x5 or 37 and nan or strided_5_5 and 33"):
    result = invoke("check", path, "-k", selected, "--device", "cpu")
    assert result.exit_code == 0, result.output
    assert re.search(r": [1-9]\d* passed, 0 failed", result.output)
