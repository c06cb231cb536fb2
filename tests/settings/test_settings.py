import re
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.settings.settings import (
    PASSED_ON,
    PREFIX,
    SETTINGS,
    Settings,
    passed_environment,
    usable_cores,
    usable_memory_bytes,
)


@pytest.fixture
def load(tmp_path):
    """Load from a project folder, with nothing in the environment but what a test puts there."""

    def load(start=tmp_path, *, toml=None, environ=(), **overrides):
        if toml is not None:
            (tmp_path / "pyproject.toml").write_text(toml)
        return Settings.load(start, environ={"HOME": "/home/somebody", **dict(environ)}, **overrides)

    return load


def test_defaults(load, tmp_path):
    # docs/settings.md has those that do not depend on the machine.
    settings = load()
    assert settings.root == tmp_path
    assert settings.cache_dir == Path("/home/somebody/.cache/kernel-harness")
    assert settings.cpu_threads == usable_cores() >= 1
    assert settings.sources == settings.include_dirs == settings.operations == settings.found_cases == ()
    for name, setting in SETTINGS.items():
        assert all((setting.default_text, setting.allowed)), name
        value = getattr(settings, name)
        if name not in ("sources", "include_dirs", "operations", "found_cases", "cuda_home"):
            assert setting.reader.read(value, tmp_path) == value


@pytest.mark.parametrize(
    ("cores", "gibibytes", "workers"), [(1, 64, 1), (2, 64, 2), (128, 512, 8), (16, 7, 3), (16, 1, 1)]
)
def test_workers_are_as_many_as_cores_and_memory_allow(load, monkeypatch, cores, gibibytes, workers):
    monkeypatch.setattr("harness.settings.settings.usable_cores", lambda: cores)
    monkeypatch.setattr("harness.settings.settings.usable_memory_bytes", lambda: gibibytes * 2**30)
    assert load().cpu_workers == workers
    assert load().gpu_workers == max(1, min(cores, 12, gibibytes // 2))


def test_an_override_beats_the_environment_beats_the_project_beats_the_default(load):
    toml = '[tool.kernel-harness]\narch = "sm_75"\n'
    variable = {"KERNEL_HARNESS_ARCH": "sm_80"}
    assert load().arch == "sm_90"
    assert load(toml=toml).arch == "sm_75"
    assert load(environ=variable).arch == "sm_80"
    assert load(environ=variable, arch="sm_89").arch == "sm_89"
    assert load(environ=variable, arch=None).arch == "sm_80"
    assert load(environ={"KERNEL_HARNESS_ARCH": ""}).arch == "sm_75"


def test_every_setting_can_be_set_from_the_environment(load, tmp_path):
    a, b = tmp_path / "a", tmp_path / "b"
    a.mkdir()
    b.mkdir()
    given = {
        "sources": ("a:b", (a, b)), "include_dirs": ("a", (a,)), "operations": ("b", (b,)),
        "found_cases": ("b", (b,)), "device": ("cpu", "cpu"), "gpu_index": ("3", 3), "gpu_count": ("2", 2),
        "compiler": ("nvrtc", "nvrtc"), "cuda": ("12.4", "12.4"), "arch": ("sm_100a", "sm_100a"),
        "nvcc": ("/opt/cuda/bin/nvcc", "/opt/cuda/bin/nvcc"),
        "cuda_home": ("a", a), "cache_dir": ("c", tmp_path / "c"), "cache_limit_bytes": ("0", 0),
        "isolation": ("none", "none"), "start_deadline_s": ("7", 7.0), "compile_deadline_s": ("5", 5.0),
        "launch_deadline_s": ("0.5", 0.5), "cpu_launch_deadline_s": ("2.5", 2.5),
        "case_deadline_s": ("30", 30.0), "memory_limit_bytes": ("2147483648", 2**31),
        "step_budget": ("1000", 1000), "cpu_threads": ("1", 1), "cpu_workers": ("3", 3),
        "gpu_workers": ("5", 5), "thorough": ("true", True), "numerics": ("true", True),
        "sanitizers": ("synccheck, racecheck", ("memcheck", "racecheck", "synccheck")),
        "schedules": ("3", 3), "triton_configs": ("all", "all"),
        "schedule_seed": ("7", 7),
        "stress_approximations": ("0", 0),
        "keep_going": ("true", True),
        "collect": ("false", False),
    }  # fmt: skip
    assert set(given) == set(SETTINGS)
    settings = load(environ={PREFIX + name.upper(): text for name, (text, _) in given.items()})
    values = {name: value for name, (_, value) in given.items()}
    assert settings == Settings(root=tmp_path, given=frozenset(given), **values)
    assert load().given == frozenset()


def test_the_memory_limit_follows_the_machine_and_its_container(load, tmp_path, monkeypatch):
    machine = usable_memory_bytes()
    assert load().memory_limit_bytes <= machine
    limit = tmp_path / "memory.max"
    monkeypatch.setattr("harness.settings.settings._CONTAINER_LIMITS", (tmp_path / "absent", limit))
    limit.write_text("max\n")
    assert usable_memory_bytes() >= machine
    limit.write_text(f"{2**31}\n")
    assert usable_memory_bytes() == 2**31
    assert load().memory_limit_bytes == 2**31 // 4 * 3
    # A worker has to start, however small its container.
    limit.write_text("1000\n")
    assert load().memory_limit_bytes == 2**30


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("compiler", "gcc", "one of auto, nvrtc, nvcc"),
        ("device", "tpu", "one of auto, cpu, gpu"),
        ("cuda", "12", "auto or a release such as 12.4"),
        ("cuda", "cuda124", "auto or a release such as 12.4"),
        ("arch", "hopper", "an architecture such as sm_90"),
        ("arch", "sm_90x", "an architecture such as sm_90"),
        ("arch", "sm_12", "an architecture such as sm_90"),
        ("launch_deadline_s", "0", "a number from 0.1 to 3600 seconds"),
        ("launch_deadline_s", "nan", "a number from 0.1 to 3600 seconds"),
        ("launch_deadline_s", "soon", "a number from 0.1 to 3600 seconds"),
        ("isolation", "thread", "one of process, none"),
        ("compile_deadline_s", "0", "a number from 0.1 to 3600 seconds"),
        ("cpu_launch_deadline_s", "inf", "a number from 0.1 to 86400 seconds"),
        ("memory_limit_bytes", "1000", "a whole number from 1073741824 to 1125899906842624 bytes"),
        ("step_budget", "1.5", "a whole number from 1000 to 1000000000000 PTX instructions"),
        ("cpu_threads", "0", "a whole number from 1 to 1024 threads"),
        ("cache_limit_bytes", "-1", "a whole number from 0 to 1099511627776 bytes"),
        ("sources", "nowhere", "a list of existing folders or .cu files"),
        ("include_dirs", "nowhere", "a list of existing folders"),
        ("cuda_home", "nowhere", "an existing folder"),
        ("collect", "yes", "true or false"),
    ],
)
def test_a_value_out_of_range_names_variable_value_and_range(load, name, value, allowed):
    variable = PREFIX + name.upper()
    with pytest.raises(UsageError) as refused:
        load(environ={variable: value})
    assert str(refused.value).startswith(f"{variable} must be {allowed} (got {value!r})")
    assert "literal" not in str(refused.value)  # not Python's words
    assert "convert" not in str(refused.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("cpu_threads = 0", r"cpu_threads must be a whole number from 1 to 1024 threads \(got 0\)"),
        ("cpu_threads = true", r"cpu_threads must be .* \(got True\)"),
        ('launch_deadline_s = "x"', r"launch_deadline_s must be .* \(got 'x'\)"),
        ("sources = []", r"sources must be .* \(got \[\]\): write a list of one or more paths"),
        ('sources = ["nowhere"]', r"sources must be .*nowhere does not exist"),
        ("sources = 3", r"sources must be .* \(got 3\)"),
        ("compiler = 7", r"compiler must be one of auto, nvrtc, nvcc \(got 7\)"),
    ],
)
def test_a_bad_value_in_pyproject_names_file_and_key(load, tmp_path, line, said):
    with pytest.raises(UsageError, match=said) as refused:
        load(toml=f"[tool.kernel-harness]\n{line}\n")
    assert str(tmp_path / "pyproject.toml") in str(refused.value)


def test_an_unknown_key_names_the_allowed_set_and_the_nearest(load):
    with pytest.raises(
        UsageError, match=r"\(got 'source'\); closest is 'sources'; allowed: arch, cache_dir, "
    ):
        load(toml='[tool.kernel-harness]\nsource = ["x"]\n')
    with pytest.raises(
        UsageError, match=r"environment variable is not known \(got 'KERNEL_HARNESS_COMPILE'\)"
    ):
        load(toml="", environ={"KERNEL_HARNESS_COMPILE": "nvrtc"})
    with pytest.raises(UsageError, match=r"setting is not known \(got 'deadline'\)"):
        load(deadline=3)


@pytest.mark.parametrize(
    "toml", ["not toml", "[tool]\nkernel-harness = 3\n", "[tool.kernel-harness\n", b"\xff\xfe"]
)
def test_a_file_that_is_not_what_it_should_be_is_refused(load, tmp_path, toml):
    path = tmp_path / "pyproject.toml"
    path.write_bytes(toml if isinstance(toml, bytes) else toml.encode())
    with pytest.raises(UsageError, match=r"pyproject\.toml"):
        load()


def test_paths_of_a_project_start_at_its_pyproject_wherever_the_command_starts(load, tmp_path):
    (tmp_path / "kernels").mkdir()
    deep = tmp_path / "src" / "deep"
    deep.mkdir(parents=True)
    settings = load(deep, toml='[tool.kernel-harness]\nsources = ["kernels"]\n')
    assert settings.root == tmp_path
    assert settings.sources == (tmp_path / "kernels",)
    file = deep / "k.cu"
    file.touch()
    assert load(file).sources == (tmp_path / "kernels",)


def test_the_nearest_pyproject_with_our_table_counts(load, tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text('[project]\nname = "x"\n')
    settings = load(inner, toml='[tool.kernel-harness]\narch = "sm_80"\n')
    assert (settings.root, settings.arch) == (tmp_path, "sm_80")
    (inner / "pyproject.toml").write_text('[tool.kernel-harness]\narch = "sm_75"\n')
    assert (load(inner).root, load(inner).arch) == (inner, "sm_75")


def test_without_a_table_cuda_src_is_found_at_the_start_or_beside_pyproject(load, tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "cuda_src").mkdir()
    assert load(inner).sources == ()
    assert load(inner, toml='[project]\nname = "x"\n').sources == (tmp_path / "cuda_src",)
    (inner / "cuda_src").mkdir()
    assert load(inner).sources == (inner / "cuda_src",)
    assert load().found_cases == ()
    (tmp_path / "fixtures" / "found_cases").mkdir(parents=True)
    assert load().found_cases == (tmp_path / "fixtures" / "found_cases",)


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"XDG_CACHE_HOME": "/xdg"}, "/xdg/kernel-harness"),
        ({"XDG_CACHE_HOME": "relative"}, "/home/somebody/.cache/kernel-harness"),
        ({"XDG_CACHE_HOME": "/xdg", "KERNEL_HARNESS_CACHE_DIR": "/own"}, "/own"),
    ],
)
def test_the_cache_folder_follows_xdg(load, environ, expected):
    assert load(environ=environ).cache_dir == Path(expected)


def test_a_cuda_toolkit_counts_when_it_has_headers(load, tmp_path):
    empty, full = tmp_path / "empty", tmp_path / "full"
    (full / "include").mkdir(parents=True)
    (full / "include" / "cuda_runtime.h").touch()
    assert load(environ={"CUDA_HOME": str(empty), "CUDA_PATH": str(full)}).cuda_home == full


def test_the_page_on_isolation_names_settings_and_the_variables_that_are_passed_on():
    page = (Path(__file__).parents[2] / "docs" / "trust.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+_(?:s|budget|bytes|workers))`", page))
    assert {"memory_limit_bytes", "case_deadline_s", "step_budget"} <= named <= set(SETTINGS)
    (listed,) = re.findall(r"<!-- variables passed on -->\n(.*?)<!-- end -->", page, re.DOTALL)
    assert tuple(re.findall(r"`([^`]+)`", listed)) == PASSED_ON


def test_other_variables_are_not_passed_on():
    given = {
        "PATH": "/bin",
        "LC_ALL": "C",
        "CUDA_HOME": "/cuda",
        "AWS_SECRET": "a secret",
        "MY_PATH": "x",
        "LC": "",
    }
    assert passed_environment(given) == {"PATH": "/bin", "LC_ALL": "C", "CUDA_HOME": "/cuda"}
