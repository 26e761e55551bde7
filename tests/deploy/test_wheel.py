"""The wheel of the engines: what is in it, what it needs, and that it plays and is typed where nothing else is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from deploy import wheel
from deploy.environment import ROOT
from tests.sizes import LONG

OF_THE_SITE = ("puzzles", "words", "choices_told", "super_goal_values")
"""Tests of the engines that read what only the repository has: puzzle files, sources of catalogues, solved values."""
NEEDED = ("pytest", "hypothesis", "PyYAML", "mypy", "msgspec", "rich", "gymnasium", "pettingzoo")
"""Packages in the empty environment, with what they need: at the versions and hashes of ``requirements/dev.txt``."""
DESCRIPTION = tomllib.loads((wheel.PACKAGING / "pyproject.toml").read_text())["project"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return wheel.build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def metadata(built):
    with zipfile.ZipFile(built) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
        return message_from_bytes(archive.read(name))


@pytest.fixture
def beside(tmp_path):
    """Copy the tests of the engines to a folder without the repository."""
    tests = tmp_path / "tests"
    unread = [f"test_{name}.py" for name in OF_THE_SITE]
    for room in ("engines", "environments"):
        shutil.copytree(ROOT / "tests" / room, tests / room, ignore=shutil.ignore_patterns("__pycache__", *unread))
    for name in ("__init__.py", "sizes.py", "cases.py"):
        shutil.copy(ROOT / "tests" / name, tests)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    long: .\n    cases: .\n    bench: .\n")
    return tmp_path


def run(command: list[str | Path], folder: Path, **environment: str) -> str:
    """Run a command in ``folder``, to which the repository is unknown; return its output."""
    known = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run(
        command, cwd=folder, env={**known, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_it_holds_every_module_and_file_of_the_engines_and_nothing_else(built):
    with zipfile.ZipFile(built) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    tracked = subprocess.run(["git", "ls-files", "engines"], cwd=ROOT, capture_output=True, text=True, check=True)
    sources = {re.sub(r"\.po$", ".mo", name) for name in tracked.stdout.split()}
    assert held >= sources - {"engines/py.typed"} and "engines/py.typed" in held
    assert {name.partition("/")[0] for name in held} == {"engines"}
    assert not [name for name in held if name.endswith((".po", ".pyc"))]


def test_it_needs_msgspec_alone(metadata):
    extras = [f'{need} ; extra == "rl"' for need in ("gymnasium>=1.0", "numpy>=1.26", "pettingzoo>=1.25")]
    assert metadata.get_all("Requires-Dist") == ["msgspec>=0.19", *extras, 'rich>=13 ; extra == "terminal"']


def test_the_same_sources_make_the_same_bytes(built, tmp_path):
    assert wheel.build(tmp_path).read_bytes() == built.read_bytes()


def test_its_changelog_begins_with_its_version():
    headings = re.findall(r"^## (\S+)", (wheel.PACKAGING / "CHANGELOG.md").read_text(), re.M)
    assert headings[0] == DESCRIPTION["version"]


def test_the_pictures_are_as_the_boards_are_drawn():
    shown = {path.name: path.read_text() for path in wheel.PICTURES.iterdir()}
    assert shown == {name: wheel.pictures()[name] for name in shown}, "python -m deploy.wheel pictures draws them anew"
    assert set(re.findall(r"pictures/(\w+\.svg)", (wheel.PACKAGING / "README.md").read_text())) == set(shown)


def test_its_readme_plays(built, tmp_path):
    """Run the example of the README against the wheel alone."""
    (program,) = re.findall(r"```python\n(.*?)```", (wheel.PACKAGING / "README.md").read_text(), re.S)
    told = run([sys.executable, "-c", program], tmp_path, PYTHONPATH=str(built))
    assert "winner" in told


def test_a_game_plays_out_of_it(built, beside):
    site = beside / "site"
    with zipfile.ZipFile(built) as archive:
        archive.extractall(site)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/engines/test_super_goal.py"]
    told = run(command, beside, PYTHONPATH=str(site), TABELLONE_LONG="0", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert re.search(r"\d+ passed", told)
    where = run([sys.executable, "-c", "import engines; print(engines.__file__)"], beside, PYTHONPATH=str(site))
    assert Path(where.strip()).is_relative_to(site)


def test_an_environment_out_of_it_conforms(built, beside):
    """Only ``engines.environments`` asks for the packages of the extra ``rl``."""
    site = beside / "site"
    with zipfile.ZipFile(built) as archive:
        archive.extractall(site)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/environments"]
    told = run(
        [*command, "-k", "conforms and super_goal"],
        beside,
        PYTHONPATH=str(site),
        TABELLONE_LONG="0",
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
    )
    assert re.search(r"2 passed", told)
    games = "import engines, sys; [engines.get(slug) for slug in engines.games()]; print('numpy' in sys.modules)"
    assert run([sys.executable, "-c", games], beside, PYTHONPATH=str(site)) == "False\n"


def pins() -> str:
    """Return the lines of ``requirements/dev.txt`` for ``NEEDED`` and what these need."""
    blocks = re.findall(
        r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?(==.*?)(?=^\S)",
        (ROOT / "requirements/dev.txt").read_text() + "end",
        re.M | re.S,
    )
    wanted = {name.lower() for name in NEEDED}
    lines: dict[str, tuple[str, str]] = {}
    for name, rest in blocks:  # a package may have a version for each Python
        earlier = lines.get(name.lower(), ("", ""))
        lines[name.lower()] = ("", f"{''.join(earlier)}{name}{rest}")
    while more := {
        name
        for name, (_, rest) in lines.items()
        if name not in wanted
        and {needer.lower() for needer in re.findall(r"# +(?:via )?([A-Za-z0-9._-]+)$", rest, re.M)} & wanted
    }:
        wanted |= more
    return "".join("".join(lines[name]) for name in sorted(wanted))


@pytest.mark.long
def test_everything_plays_and_is_typed_in_an_empty_environment(built, beside):
    place = beside / "venv"
    venv.create(place, with_pip=True)
    python = place / "bin" / "python"
    (beside / "pins.txt").write_text(pins())
    quiet = ["--quiet", "--disable-pip-version-check"]
    run([python, "-m", "pip", "install", *quiet, "--require-hashes", "-r", "pins.txt"], beside)
    run([python, "-m", "pip", "install", *quiet, "--no-deps", "--no-index", built], beside)
    assert "super_goal" in run([place / "bin" / "tabellone-engines", "bench", "--seconds", "0.2"], beside)
    (program,) = re.findall(r"```python\n(.*?)```", (wheel.PACKAGING / "README.md").read_text(), re.S)
    (beside / "user.py").write_text(program)
    run([python, "-m", "mypy", "--strict", "user.py"], beside)
    ignored = [f"--ignore=tests/engines/test_{name}.py" for name in OF_THE_SITE]
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *ignored, "tests/engines", "tests/environments"]
    assert re.search(r"\d+ passed", run(command, beside, TABELLONE_LONG="0"))
    assert LONG
