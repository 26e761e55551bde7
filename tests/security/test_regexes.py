"""No text costs a regular expression of ours more than its length: each is tried with repeats that it may retrace.

Found in the sources by their syntax tree, with the methods that are called on them; the validators of the model fields
and the routes of the addresses too. Times are compared with each other and with those of a harmless expression, on the
same text: nothing here depends on how fast the machine is.
"""

from __future__ import annotations

import ast
import itertools
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.core.validators import RegexValidator

from deploy.environment import ROOT
from league.privacy.names import Names
from tests.security.town import addresses_of_all

ROOMS = ("engines", "league", "matches", "deploy")
METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
NOT_SENT = {("deploy/static.py", "UNREAD"), ("league/seasons/verbs/archives.py", "match")}
"""They read what we write ourselves: our style sheets, and a drawing."""
PUT_TOGETHER = ("league/privacy/names.py",)
"""Patterns of a person's escaped names: ``test_names_are_found_in_time_that_the_text_is_long`` builds some."""
LENGTHS = (1_000, 4_000)
HARMLESS = re.compile(r"[^\x00]*\x00")
"""Reads a text once from each place that it is tried at: matched, not searched."""
TRIES = 3


def sources() -> Iterator[tuple[str, ast.Module]]:
    """Every file that names the module ``re``: to parse all of them takes each process that collects tests 2 s."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts and re.search(r"\bre\b", text := path.read_text()):
                yield str(path.relative_to(ROOT)), ast.parse(text)


def flags_of(call: ast.Call, first: int) -> int:
    given = [*call.args[first:], *(word.value for word in call.keywords if word.arg == "flags")]
    written = [ast.unparse(value) for value in given if "re." in ast.unparse(value)]
    return int(eval(written[0], {"re": re})) if written else 0


def expressions() -> Iterator[tuple[str, re.Pattern[Any], str]]:
    """Each expression of the sources as ``(where, compiled, method)``."""
    for file, tree in sources():
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
        asked: dict[str, set[str]] = {}
        for call in calls:
            if isinstance(call.func.value, ast.Name):  # type: ignore[attr-defined]
                asked.setdefault(call.func.value.id, set()).add(call.func.attr)  # type: ignore[attr-defined]
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and node.args):
                continue
            if node.func.attr != "compile" and node.func.attr not in METHODS:
                continue
            if str(file) in PUT_TOGETHER:
                continue
            assert isinstance(node.args[0], ast.Constant), f"{file}:{node.lineno}: a pattern that is put together"
            last = {"compile": 1, "sub": 3, "subn": 3}.get(node.func.attr, 2)
            compiled = re.compile(node.args[0].value, flags_of(node, last))
            name = next(
                (
                    target.id
                    for parent in ast.walk(tree)
                    if isinstance(parent, (ast.Assign, ast.AnnAssign)) and parent.value is node
                    for target in (parent.targets if isinstance(parent, ast.Assign) else [parent.target])
                    if isinstance(target, ast.Name)
                ),
                node.func.attr,
            )
            if (file, name) in NOT_SENT:
                continue
            methods = asked.get(name, set()) & set(METHODS) if node.func.attr == "compile" else {node.func.attr}
            for method in sorted(methods) or ["search"]:
                yield f"{file}:{name}.{method}", compiled, method


def registered() -> Iterator[tuple[str, re.Pattern[Any], str]]:
    """The validators of our fields and the routes."""
    for model in apps.get_models():
        for field in model._meta.get_fields():
            for validator in getattr(field, "validators", ()):
                if isinstance(validator, RegexValidator):
                    yield f"{model.__name__}.{field.name}", validator.regex, "search"
    for name, (_route, pattern) in addresses_of_all().items():
        yield f"address {name}", pattern.pattern.regex, "search"


def pieces(pattern: re.Pattern[Any]) -> list[str]:
    """Short texts that an expression may read: its own characters, one of each class, and pairs of them."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode()
    plain = re.sub(r"\\[dDwWsSbBAZ]|\(\?[:=!<P][^)]{0,12}>?|[\\^$()*+?{}|\[\]]", " ", source)
    single = list(dict.fromkeys(sign for sign in plain if not sign.isspace()))[:8]
    single += [sign for sign in ("a", "0", " ", "\n", "\t", "-", '"', "\\", "{", "[", ".", ",") if sign not in single]
    pairs = ["".join(pair) for pair in itertools.permutations(single[:4], 2)]
    return single + pairs


def texts(pattern: re.Pattern[Any]) -> Iterator[Callable[[int], str]]:
    """Texts of any length that make an expression begin, repeat and fail in the end."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode()
    words = re.findall(r"[A-Za-z<\[{\"$`/ ]{2,}", source.replace("\\", " "))
    beginnings = dict.fromkeys(["", "1", *words[:2]])
    for before, piece, after in itertools.product(beginnings, pieces(pattern), ("", "\x00")):
        yield lambda length, before=before, piece=piece, after=after: before + piece * (length // len(piece)) + after


def cost(work: Callable[[], object]) -> float:
    """The least time of a few tries."""
    best = float("inf")
    for _try in range(TRIES):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best


def work_of(pattern: re.Pattern[Any], method: str, text: str) -> Callable[[], object]:
    given: Any = text if isinstance(pattern.pattern, str) else text.encode()
    if method in ("sub", "subn"):
        return lambda: getattr(pattern, method)("" if isinstance(given, str) else b"", given)
    if method == "finditer":
        return lambda: sum(1 for _found in pattern.finditer(given))
    return lambda: getattr(pattern, method)(given)


def once(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


@cache
def plain() -> float:
    """Time one reading of the longer text."""
    return cost(lambda: HARMLESS.match("a" * LENGTHS[1]))


def grows_too_fast(pattern: re.Pattern[Any], method: str) -> str:
    """A text whose cost grows faster than its length, or nothing. Twenty letters come first: they cannot hang."""
    for text in texts(pattern):
        if once(work_of(pattern, method, text(20))) > 20 * plain() and doubles(pattern, method, text):
            return repr(text(12))
        if once(work_of(pattern, method, text(LENGTHS[1]))) < 100 * plain():
            continue
        if all(
            squares(pattern, method, text) for _ in range(3)
        ):  # another process may take a turn within one measurement
            return repr(text(12))
    return ""


def squares(pattern: re.Pattern[Any], method: str, text: Callable[[int], str]) -> bool:
    """Return whether four times the length costs over nine times as much: 4 if it is linear, 16 if not."""
    short, long = (cost(work_of(pattern, method, text(length))) for length in LENGTHS)
    return long > 9 * short


def doubles(pattern: re.Pattern[Any], method: str, text: Callable[[int], str]) -> bool:
    """Return whether a few letters more cost many times as much."""
    times = [cost(work_of(pattern, method, text(length))) for length in (12, 20)]
    return times[1] > 60 * max(times[0], 1e-6)


FOUND = list(dict.fromkeys(expressions()))


def test_the_sources_hold_expressions() -> None:
    assert len(FOUND) > 25


@pytest.mark.parametrize(("where", "pattern", "method"), FOUND, ids=[where for where, _pattern, _method in FOUND])
def test_an_expression_costs_what_its_text_is_long(where: str, pattern: re.Pattern[Any], method: str) -> None:
    assert not grows_too_fast(pattern, method), where


def test_validators_and_routes_cost_what_their_text_is_long() -> None:
    tried = {(pattern.pattern, method): (where, pattern) for where, pattern, method in registered()}
    shapes = {}
    for (source, method), (where, pattern) in tried.items():
        shape = re.sub(r"[a-z]{2,}", "x", source if isinstance(source, str) else source.decode())
        shapes.setdefault(shape, (where, pattern, method))  # one of each form: words in it change nothing
    wrong = [where for where, pattern, method in shapes.values() if grows_too_fast(pattern, method)]
    assert wrong == []


@pytest.mark.parametrize(
    "names",
    [["a" * 80], ["ab" * n for n in range(1, 6)], ["Al", "Al Al", "Al Al Al Al"], ["(a+)+$", "<b>" * 20], ["éß" * 30]],
)
def test_names_are_found_in_time_that_the_text_is_long(names: list[str]) -> None:
    pattern = Names(names, "deleted player")._pattern
    assert pattern is not None
    assert not grows_too_fast(pattern, "sub")


@pytest.mark.parametrize("source", [r"(a+)+$", r"\s+$"])
def test_the_trial_finds_what_it_looks_for(source: str) -> None:
    assert grows_too_fast(re.compile(source), "search")


def test_the_trial_lets_pass_what_is_linear() -> None:
    assert not grows_too_fast(re.compile(r"^[a-z]+-\d+$"), "match")
