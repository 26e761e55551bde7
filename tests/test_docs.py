"""Names in the documents are names of the code: files, modules, what stands in them, members of classes, commands."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    [
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("docs/competitions/*.md"),
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    ]
)
PACKAGES = ("engines", "matches", "league", "deploy")
FOLDERS = (*PACKAGES, "tests", "docs", "templates", "static", "requirements", "packaging")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w<>*.-]+(?:/[\w<>*.-]*)+(?:::\w+)?|[\w<>*-]+\.(?:py|js|html|po|sql|toml|json|md)")
DOTTED = re.compile(r"(\w+(?:\.\w+)+)(?:\(.*\))?")
RUN = re.compile(r"python -m ([\w.]+)")
ENDINGS = ("conf", "csv", "jsonl", "log", "svg", "txt", "xml", "zip")
"""Of files that are no code: ``demo.txt`` names none of ours."""
ELSEWHERE = {
    "clock.resume": "a field of a frame",
    "clock.starts": "a field of a frame",
    "prepare.databaseUrlKey": "a value of the chart",
}
"""Names that are written like those of our code: name -> what they are."""


@cache
def files() -> frozenset[str]:
    """Every file and folder of the project, but for what is made on the way."""
    found = {path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts}
    found |= {ROOT / folder for folder in FOLDERS} | {path for path in ROOT.iterdir() if path.is_file()}
    return frozenset(str(path.relative_to(ROOT)) for path in found)


@cache
def modules() -> dict[tuple[str, ...], list[Path]]:
    """Each way to name a module from some folder on: the end of its path -> files."""
    found: dict[tuple[str, ...], list[Path]] = defaultdict(list)
    for package in (*PACKAGES, "tests"):
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            for start in range(len(parts)):
                found[parts[start:]].append(path)
    return found


@cache
def names(path: Path) -> dict[str, ast.ClassDef | None]:
    """What a module binds at its top, classes with their body; of a package also its modules."""
    found: dict[str, ast.ClassDef | None] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found[node.name] = None
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(alias.asname or alias.name): None for alias in node.names}
        else:
            found |= {each.id: None for each in ast.walk(node) if isinstance(each, ast.Name)}
    if path.name == "__init__.py":
        found |= {beside.stem: None for beside in path.parent.iterdir()}
    return found


@cache
def classes() -> dict[str, list[ast.ClassDef]]:
    found: dict[str, list[ast.ClassDef]] = defaultdict(list)
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for name, node in names(path).items():
                if node is not None:
                    found[name].append(node)
    return found


def members(node: ast.ClassDef) -> set[str]:
    """The attributes that a class and its bases of ours write, in its body or by ``self``."""
    found = {each.name for each in ast.walk(node) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    found |= {each.name for each in node.body if isinstance(each, ast.ClassDef)}
    found |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    found |= {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    for base in node.bases:
        name = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
        for inherited in classes().get(name, ()):
            if inherited is not node:
                found |= members(inherited)
    return found


def is_file(text: str) -> bool:
    """Whether there is such a file or folder: from the root on if it begins there, else from any folder on."""
    begins = "" if text.split("/")[0] in FOLDERS else "(?:.*/)?"
    path = re.sub(r"<\w+>|\\\*", "[^/]*", re.escape(text.partition("::")[0].rstrip("/")))
    return any(re.fullmatch(begins + path, known) for known in files())


def is_name(parts: tuple[str, ...]) -> bool:
    """Whether a dotted name leads to a module, a name in one, or a member of a class (``game.legal``: of ``Game``)."""
    for end in range(len(parts), 0, -1):
        for path in modules().get(parts[:end], ()):
            rest = parts[end:]
            if not rest:
                return True
            bound = names(path)
            node = bound.get(rest[0])
            if rest[0] in bound and (len(rest) == 1 or (node is not None and rest[1] in members(node))):
                return True
    if (ROOT / "league" / parts[0] / "__init__.py").exists() or parts[0] in PACKAGES:
        return is_of_app(*parts)
    return any(parts[1] in members(node) for node in classes().get(parts[0][:1].upper() + parts[0][1:], ()))


def is_of_app(app: str, name: str, *more: str) -> bool:
    """Whether ``app.name`` is a model, a task or a migration, as Django and Celery name them."""
    folder = ROOT / app if app in PACKAGES else ROOT / "league" / app
    homes = [*folder.glob("models/*.py"), *folder.glob("models.py"), *folder.glob("tasks.py")]
    return not more and (any(name in names(path) for path in homes) or (folder / "migrations" / f"{name}.py").exists())


def is_ours(parts: tuple[str, ...]) -> bool:
    return parts[-1] not in ENDINGS and (parts[:1] in modules() or parts[0] in classes())


def missing(text: str) -> list[str]:
    """The names in a document that the code does not have."""
    found = []
    for span in CODE.findall(FENCE.sub("", text)):
        run, dotted = RUN.match(span), DOTTED.fullmatch(span)
        if span in ELSEWHERE:
            continue
        if run and run[1].split(".")[0] in PACKAGES:
            found += [] if is_name(tuple(run[1].split("."))) else [span]
        elif PATH.fullmatch(span):
            ours = span.split("/")[0] in FOLDERS or span.endswith((".py", ".po"))
            found += [span] if ours and not is_file(span) else []
        elif dotted and is_ours(parts := tuple(dotted[1].split("."))):
            found += [] if is_name(parts) else [span]
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_in_documents_exist(document):
    assert missing(document.read_text(encoding="utf-8")) == []


def test_a_name_that_is_gone_is_found():
    gone = "`engines/gone.py` `league/<app>/gone.py` `live.moves.gone` `Game.gone` `python -m engines.gone` `gone.py`"
    assert len(missing(gone)) == 6
    there = (
        "`engines/__main__.py` `league/<app>/urls.py` `live.moves.submit` `Game.position` `python -m engines` `run(x)`"
    )
    assert missing(there) == []
