"""Compile rules and bots with mypyc: `make compile`.

One C file for each module, and as many at once as there are cores: python -m tools.compile FOLDER. The whole package
with its extension modules is then in FOLDER/lib. `pyproject.toml` lists the modules.
"""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mypyc.build import mypycify
from setuptools import Distribution  # type: ignore[import-untyped]
from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]

ROOT = Path(__file__).parent.parent


class ParallelBuild(build_ext):  # type: ignore[misc]
    """Compiles the sources of an extension at the same time."""

    def build_extensions(self) -> None:
        compile_one_by_one = self.compiler.compile

        def compile_at_once(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                objects = pool.map(lambda source: compile_one_by_one([source], **options), sources)
                return [path for compiled in objects for path in compiled]

        self.compiler.compile = compile_at_once
        super().build_extensions()


def compile_package(folder: Path) -> None:
    """Write the package with its extension modules into `folder/lib`."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    hook = wheel["hooks"]["mypyc"]
    library = folder / "lib"
    without_bytecode = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", library, ignore=without_bytecode)
    for source, target in wheel["force-include"].items():
        shutil.copytree(ROOT / source, library / target, ignore=without_bytecode)
    modules = [path for pattern in hook["include"] for path in (ROOT / "src").glob(pattern.removeprefix("src/"))]
    os.chdir(library)
    extensions = mypycify(
        sorted(str(path.relative_to(ROOT / "src")) for path in modules),
        multi_file=True,
        target_dir=str(folder / "c"),
        **hook["options"],
    )
    for extension in extensions:
        extension.extra_compile_args.append("-fvisibility=hidden")  # functions call those of other modules directly
    build = ParallelBuild(Distribution({"name": "forno", "ext_modules": extensions, "package_dir": {"": "."}}))
    build.inplace = True
    build.build_temp = str(folder / "objects")
    build.ensure_finalized()
    build.run()


if __name__ == "__main__":
    compile_package(Path(sys.argv[1]).resolve())
