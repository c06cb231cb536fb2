"""Compiles the extension into the wheel where there is a C compiler; without one the wheel is pure Python."""

from __future__ import annotations

import importlib.util
import os
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_FOLDER = "harness/dispatch/native"


class ExtensionHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds ``quick_call`` to a wheel; compiles it in place for an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the extension, or say why the wheel is pure."""
        folder = Path(self.root, _FOLDER)
        spec = importlib.util.spec_from_file_location("build_extension", folder / "build.py")
        assert spec is not None
        assert spec.loader is not None
        recipe = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(recipe)
        if os.environ.get(recipe.PURE, "") not in ("", "0"):
            return
        self._scratch = tempfile.TemporaryDirectory()
        try:
            library = recipe.build(folder if version == "editable" else Path(self._scratch.name))
        except recipe.BuildError as error:
            self.app.display_warning(f"kernel_harness.softmax is built without its extension: {error}")
            return
        if version == "editable":
            return
        build_data["force_include"][str(library)] = f"kernel_harness/dispatch/native/{recipe.LIBRARY}"
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"cp310-abi3-{platform}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled for the wheel."""
        del version, build_data, artifact_path
        if hasattr(self, "_scratch"):
            self._scratch.cleanup()
