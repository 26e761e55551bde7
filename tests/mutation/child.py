"""Run pytest with one module replaced by a mutant: ``python -m tests.mutation.child MODULE SOURCE TEST ...``."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

import pytest


class MutantLoader(SourceFileLoader):
    """Loads the module of a path from another source."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec")


class MutantFinder(MetaPathFinder):
    """Finds one module, before all other finders."""

    def __init__(self, module: str, source: str) -> None:
        self.module = module
        self.source = source

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        if fullname != self.module:
            return None
        spec = PathFinder.find_spec(fullname, path)  # type: ignore[arg-type]  # as importlib calls it
        assert spec is not None and spec.origin is not None
        spec.loader = MutantLoader(fullname, spec.origin, self.source)
        return spec


if __name__ == "__main__":
    module, source, *arguments = sys.argv[1:]
    sys.argv = ["pytest", *arguments]  # tests.plugin_stores looks there for what is to be run
    sys.meta_path.insert(0, MutantFinder(module, Path(source).read_text()))
    sys.exit(pytest.main(arguments))
