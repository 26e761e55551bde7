"""Annotations of a class name nothing that the class defines, as Python 3.14 looks them up once it is whole.

``def attendance(self) -> list[attendance.Standing]`` means the module up to Python 3.13, and the method from then on:
the API's document was an error there.
"""

from __future__ import annotations

import ast

import pytest

from deploy.environment import ROOT

PACKAGES = ("deploy", "engines", "league", "matches")


def annotations(node):
    """The annotations of a statement in the body of a class."""
    if isinstance(node, ast.AnnAssign):
        return [node.annotation]
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return []
    found = node.args
    arguments = (*found.posonlyargs, *found.args, *found.kwonlyargs, found.vararg, found.kwarg)
    return [*(each.annotation for each in arguments if each and each.annotation), *filter(None, [node.returns])]


def hidden(text):
    """Class, line and name of each annotation in ``text`` that names a value or a method of its own class."""
    for known in ast.walk(ast.parse(text)):
        if not isinstance(known, ast.ClassDef):
            continue
        own = {node.name for node in known.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
        own |= {node.target.id for node in known.body if isinstance(node, ast.AnnAssign) and node.value}
        for annotation in (each for node in known.body for each in annotations(node)):
            for name in ast.walk(annotation):
                if isinstance(name, ast.Name) and name.id in own:
                    yield known.name, name.lineno, name.id


@pytest.mark.parametrize("package", PACKAGES)
def test_no_annotation_names_what_its_class_hides(package):
    found = {path: list(hidden(path.read_text())) for path in (ROOT / package).rglob("*.py")}
    assert found and not {path: names for path, names in found.items() if names}


def test_a_name_that_is_hidden_is_found():
    assert list(hidden("class A:\n    kind: kind.Kind\n    def b(self, to: c.D) -> b.C: ...")) == [("A", 3, "b")]
