import pytest

from harness.cli.commands.run import run_command


@pytest.mark.parametrize(
    ("words", "module", "arguments"),
    [
        ("prog.py --json x -m y", None, ("prog.py", "--json", "x", "-m", "y")),
        ("--as sm_80 prog.py", None, ("prog.py",)),
        ("-m pytest -q --json x tests", "pytest", ("-q", "--json", "x", "tests")),
        ("--leak-check --as sm_80 -m pytest -m slow", "pytest", ("-m", "slow")),
        ("-- prog.py -m x", None, ("prog.py", "-m", "x")),
    ],
)
def test_everything_behind_the_program_is_its_own(words, module, arguments):
    context = run_command.make_context("run", words.split())
    assert (context.params["module"], context.params["arguments"]) == (module, arguments)
