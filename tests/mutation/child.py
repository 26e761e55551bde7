"""Modules imported with other contents; as a program, pytest with one of them replaced by a mutant.

``python -m tests.mutation.child MODULE SOURCE TEST ...``
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

import pytest


class ChangedLoader(SourceFileLoader):
    """Loads a module from other contents than its file's."""

    def __init__(self, name: str, path: str, contents: str | ast.Module) -> None:
        super().__init__(name, path)
        self.contents = contents

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.contents, self.path, "exec", dont_inherit=True)


class ChangedFinder(MetaPathFinder):
    """Finds modules, before all other finders; ``change`` returns a module's contents, or None to leave it alone."""

    def __init__(self, change: Callable[[str, str], str | ast.Module | None]) -> None:
        self.change = change

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        if not fullname.startswith("league."):
            return None
        spec = PathFinder.find_spec(fullname, path)  # type: ignore[arg-type]  # as importlib calls it
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return None
        contents = self.change(fullname, Path(spec.origin).read_text())
        if contents is None:
            return None
        spec.loader = ChangedLoader(fullname, spec.origin, contents)
        return spec


if __name__ == "__main__":
    module, source, *arguments = sys.argv[1:]
    sys.argv = ["pytest", *arguments]  # tests.plugin_stores looks there for what is to be run
    sys.meta_path.insert(0, ChangedFinder(lambda name, _: Path(source).read_text() if name == module else None))
    sys.exit(pytest.main(arguments))
