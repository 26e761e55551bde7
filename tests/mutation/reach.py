"""A pytest plugin that notes which statements of the mutated areas each test reaches, and how long it takes.

The areas are imported with a note before each statement of a function: to trace every call of a test with a database
took ten times its time. Writes JSON to the path in ``MUTATION_REACH``: "tests" has the seconds of CPU of each node id,
"reach" the node ids by "path:line" of a statement or of a function's first line.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutation.areas import PURE, VERBS
from tests.mutation.child import ChangedFinder
from tests.mutation.operators import first_line

MODULES = tuple(area.replace("/", ".") + "." for area in PURE | VERBS)

seconds: dict[str, float] = {}
reach: defaultdict[str, set[str]] = defaultdict(set)
prepared: defaultdict[Path, set[str]] = defaultdict(set)
"""Places that fixtures reach, by test file: a fixture of the module runs for its first test alone."""
nodes: defaultdict[Path, list[str]] = defaultdict(list)
reached: set[str] = set()


class Notes(ast.NodeTransformer):
    """Puts ``__reached__("path:line")`` before each statement of a function."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.is_function = False

    def note(self, line: int) -> ast.stmt:
        function = ast.Name("__reached__", ast.Load())
        return ast.Expr(ast.Call(function, [ast.Constant(f"{self.path}:{line}")], []), lineno=line, col_offset=0)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        was, self.is_function = self.is_function, self.is_function or isinstance(node, ast.FunctionDef)
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if self.is_function and isinstance(statements, list):
                setattr(node, name, [both for one in statements for both in (self.note(one.lineno), one)])
        if isinstance(node, ast.FunctionDef):
            node.body.insert(0, self.note(first_line(node)))
        self.is_function = was
        return node


def noted(name: str, source: str) -> ast.Module | None:
    """Return a module of the mutated areas with its notes."""
    if not name.startswith(MODULES):
        return None
    tree = ast.parse(source)
    Notes(name.replace(".", "/") + ".py").visit(tree)
    return ast.fix_missing_locations(tree)


builtins.__reached__ = reached.add  # type: ignore[attr-defined]
sys.meta_path.insert(0, ChangedFinder(noted))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[object]:
    nodes[item.path].append(item.nodeid)
    reached.clear()
    began = time.process_time()
    try:
        return (yield)
    finally:
        seconds[item.nodeid] = time.process_time() - began
        for place in reached:
            reach[place].add(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    yield
    prepared[item.path] |= reached


def pytest_sessionfinish() -> None:
    for path, places in prepared.items():
        for place in places:
            reach[place].update(nodes[path])
    tests = {place: sorted(nodes) for place, nodes in reach.items()}
    Path(os.environ["MUTATION_REACH"]).write_text(json.dumps({"tests": seconds, "reach": tests}))
