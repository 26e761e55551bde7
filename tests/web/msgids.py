"""Every message id of the site: of templates, of ``gettext`` calls, of the ``text(...)`` of stored sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.extract import extract
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
"""Calls that Django translates, by its own catalogues alone."""
STORED = {"text": None}
"""Calls that keep a sentence; engines and standings have catalogues of their own for theirs."""


@cache
def found(path: Path, stored: bool) -> set[tuple[str, str | tuple[str, ...]]]:
    """``(context, msgid)`` of one file: what it stores, or what Django translates; a plural's msgid is the pair."""
    source = path.read_text("utf-8")
    if path.suffix == ".html":
        return set() if stored else set(in_template(templatize(source, origin=str(path))))
    rows = extract("python", BytesIO(source.encode()), STORED if stored else KEYWORDS, options={"encoding": "utf-8"})
    return {(context or "", msgid) for _line, msgid, _notes, context in rows if msgid}


STRING = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"\b(_|n?p?gettext)\(((?:{STRING}|[^()'\"])*)\)")


def in_template(calls: str) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """The calls that Django makes of a template: Python's words, but not its indentation."""
    for name, arguments in CALL.findall(calls):
        strings = [ast.literal_eval(literal) for literal in re.findall(STRING, arguments)]
        context = strings.pop(0) if "p" in name.removesuffix("gettext") else ""
        yield context, tuple(strings) if name.startswith("n") else strings[0]


def of(
    *folders: str, suffix: str = ".py", kinds: tuple[bool, ...] = (False, True)
) -> set[tuple[str, str | tuple[str, ...]]]:
    """All of the files below ``folders``; ``kinds`` as in ``found``."""
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob(f"*{suffix}"))]
    return set().union(*(found(path, kind) for kind in kinds for path in paths if "migrations" not in path.parts))
