"""The suite itself, on small tests of its own: what is tried again, what is red, what is told at the end.

And what a browser test may ask of a page.
"""

from __future__ import annotations

import ast
import re
import textwrap

import pytest

from deploy.environment import ROOT
from tests import suite

INI = """
[pytest]
addopts = -p xdist -p no:cacheprovider
markers =
    browser: in a browser
    faults: kills
    bench: measures
    shots: draws
"""
PASSES = "def test_it(): pass"
BREAKS = "def test_it(): assert False"
BUSY = """
import subprocess, sys
def test_it():
    subprocess.run([sys.executable, "-c", "import time\\nwhile time.process_time() < 2: pass"], check=True)
"""
FLAKY = """
from pathlib import Path
def test_{name}():
    tried = Path(__file__).with_suffix(".{name}")
    is_second = tried.exists()
    tried.touch()
    assert is_second
"""


@pytest.fixture
def sample(tmp_path, monkeypatch):
    """``sample(browser, faults, alone)`` writes a test file of each group; the suite runs them without workers."""
    monkeypatch.setattr(suite, "ROOT", tmp_path)
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_ADDOPTS", "ARGS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # Django's and others start slowly
    for group in ("ALONE", "BROWSING"):
        without_workers = ["0" if option in ("1", "2") else option for option in getattr(suite, group)]
        monkeypatch.setattr(suite, group, tuple(without_workers))

    def write(browser=PASSES, faults=PASSES, alone=PASSES):
        (tmp_path / "pytest.ini").write_text(INI)
        for group, text in (("browser", browser), ("faults", faults), ("web", alone)):
            folder = tmp_path / "tests" / group
            folder.mkdir(parents=True)
            mark = "" if group == "web" else f"import pytest\npytestmark = pytest.mark.{group}\n"
            (folder / f"test_{group}.py").write_text(mark + textwrap.dedent(text))

    return write


def run(capfd, checked=(0, 1.0)):
    """Return the exit code and the lines that were printed."""
    code = suite.run_groups(False, lambda: checked)
    return code, capfd.readouterr().out.splitlines()


def summaries(lines):
    """Closing lines of pytest."""
    return [line for line in lines if " in " in line and (" passed" in line or " failed" in line)]


def flaky(*names):
    return "\n".join(FLAKY.format(name=name) for name in names)


def test_a_browser_test_that_passes_the_second_time_is_named_and_green(sample, capfd):
    sample(browser=flaky("late") + PASSES)
    code, lines = run(capfd)
    assert code == 0
    assert "flaky: tests/browser/test_browser.py::test_late" in lines
    assert summaries(lines)[-1].startswith("1 passed"), "of the second try"
    assert [line for line in lines if "1 failed" in line] == [line for line in lines if "first try | 1 failed" in line]
    assert lines[-1] == "Green"


def test_with_workers_that_share_groups_too(sample, capfd, monkeypatch):
    """xdist adds the group to the id of a test."""
    browsing = list(suite.BROWSING)
    browsing[browsing.index("0")] = "1"
    monkeypatch.setattr(suite, "BROWSING", tuple(browsing))
    grouped = "@pytest.mark.xdist_group('file')\n@pytest.mark.parametrize('at', ['a@b'])\n"
    sample(browser=flaky("late").replace("def test_late()", f"{grouped}def test_late(at)"))
    code, lines = run(capfd)
    assert code == 0 and "flaky: tests/browser/test_browser.py::test_late[a@b]" in lines


def test_a_browser_test_that_breaks_twice_is_red(sample, capfd):
    sample(browser=flaky("late") + BREAKS)
    code, lines = run(capfd)
    assert code == 1 and lines[-1] == "Red: browser"
    assert summaries(lines)[-1].startswith("1 failed, 1 passed")
    assert [line for line in lines if line.startswith("flaky")] == ["flaky: tests/browser/test_browser.py::test_late"]


@pytest.mark.parametrize(("count", "is_red"), [(suite.MOST_FLAKY, False), (suite.MOST_FLAKY + 1, True)])
def test_few_flaky_ones_are_green_and_more_are_red(sample, capfd, count, is_red):
    sample(browser=flaky(*(f"late_{number}" for number in range(count))))
    code, lines = run(capfd)
    assert code == is_red and sum(line.startswith("flaky: ") for line in lines) == count
    assert any("are too many" in line for line in lines) == is_red


def test_where_many_break_none_is_tried_again(sample, capfd):
    sample(browser=flaky(*(f"late_{number}" for number in range(suite.MOST_AGAIN + 1))))
    code, lines = run(capfd)
    assert code == 1 and lines[-1] == "Red: browser" and not any("once more" in line for line in lines)


@pytest.mark.parametrize("group", ["faults", "alone"])
def test_no_other_test_is_tried_again(sample, capfd, group):
    sample(**{group: flaky("late")})
    code, lines = run(capfd)
    assert code == 1 and lines[-1] == f"Red: {group}"
    assert not any("once more" in line or line.startswith("flaky") for line in lines)


def test_a_second_try_mends_nothing_else(sample, capfd):
    sample(browser=flaky("late"), faults=BREAKS)
    code, lines = run(capfd)
    assert code == 1 and lines[-1] == "Red: faults" and any(line.startswith("flaky: ") for line in lines)


def test_a_run_that_ended_at_the_first_failure_is_not_made_good(sample, capfd, monkeypatch):
    """The tests after it were not run."""
    monkeypatch.setenv("ARGS", "-x")
    sample(browser=flaky("late") + BREAKS)
    code, lines = run(capfd)
    assert code == 1 and not any("once more" in line for line in lines)


def test_what_pytest_cannot_read_is_red_at_once(sample, capfd):
    sample(browser="import nothing_of_that_name")
    code, lines = run(capfd)
    assert code == 1 and lines[-1] == "Red: browser" and not any("once more" in line for line in lines)


def test_args_choose_in_the_first_try_only(sample, capfd, monkeypatch):
    monkeypatch.setenv("ARGS", "-k late")
    sample(browser=flaky("late"))
    code, lines = run(capfd)
    assert code == 0 and any(line.startswith("flaky: ") for line in lines)


def test_a_choice_of_nothing_is_red(sample, capfd, monkeypatch):
    monkeypatch.setenv("ARGS", "-k nothing_of_that_name")
    sample()
    code, lines = run(capfd)
    assert code == 1 and "No test was run." in lines and lines[-1] == "Red: no test"


def test_each_group_tells_its_time_and_cpu_and_failed_checks_are_red(sample, capfd):
    sample()
    code, lines = run(capfd, checked=(1, 7.0))
    assert code == 1 and lines[-1] == "Red: checks"
    times, cpu = (figures_of(line) for line in lines[-3:-1])
    assert set(times) == {"Time: checks", "alone", "browser", "faults"} and times["Time: checks"] == "7"
    assert set(cpu) == {"CPU: alone", "browser", "faults", "in all"}


def test_the_processes_that_a_test_starts_count_in_the_cpu_of_its_group(sample, capfd):
    sample(faults=BUSY)
    _code, lines = run(capfd)
    cpu = figures_of(lines[-2])
    assert int(cpu["faults"]) > int(cpu["browser"]) and int(cpu["in all"]) > int(cpu["faults"])


def figures_of(line):
    """Return the seconds of a closing line by their names."""
    return dict(part.removesuffix(" s").rsplit(" ", 1) for part in line.split(", "))


TEXT_OF_PAGE = {"get_by_text", "to_have_text", "to_contain_text", "not_to_have_text", "not_to_contain_text"}
READ_FROM_PAGE = {"inner_text", "text_content", "all_inner_texts", "all_text_contents"}


def is_sentence(literal):
    """Return whether ``literal`` is more than a name or a label: three words, or a full stop at its end."""
    shown = re.sub(r"\\.", " ", literal).strip()
    words = re.findall(r"[^\W\d_]{2,}", shown)
    return len(words) >= 3 or (bool(words) and shown.endswith((".", "!", "?", "…", ":")))


def texts_asked_of_page(tree):
    """Yield the literals of ``tree`` that are looked for in the text of a page."""
    for node in ast.walk(tree):
        looked_for = []
        match node:
            case ast.Call(func=ast.Attribute(attr=name), args=arguments, keywords=keywords):
                looked_for = arguments if name in TEXT_OF_PAGE else []
                looked_for = looked_for + [each.value for each in keywords if each.arg in ("has_text", "has_not_text")]
            case ast.Compare(left=left, comparators=comparators):
                sides = [left, *comparators]
                attributes = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
                if attributes & READ_FROM_PAGE:
                    looked_for = [side for side in sides if isinstance(side, ast.Constant | ast.JoinedStr)]
            case ast.Constant(value=str() as selector) if ":has-text(" in selector or selector.startswith("text="):
                looked_for = [node]
        for place in looked_for:
            yield from (part for part in ast.walk(place) if isinstance(part, ast.Constant) and type(part.value) is str)


def sentences_asked(source):
    return [literal.value for literal in texts_asked_of_page(ast.parse(source)) if is_sentence(literal.value)]


def test_browser_tests_ask_for_roles_and_states_and_never_for_sentences():
    """Who polishes a sentence breaks no test: a name, a number and the label of a control are what people go by."""
    found = {
        path.name: asked
        for path in sorted((ROOT / "tests/browser").glob("*.py"))
        if (asked := sentences_asked(path.read_text()))
    }
    assert not found


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('page.get_by_text("The draw is done.").first.wait_for()', 1),
        ('page.get_by_text(f"{name} is on the list").wait_for()', 1),
        ('page.locator("p", has_text="Saved.").wait_for()', 1),
        ('expect(told).to_contain_text("Nobody is here")', 1),
        ('assert "You sign in as anna" in page.locator("main").inner_text()', 1),
        ("page.wait_for_selector(\"h1:has-text('Nobody has entered yet')\")", 1),
        ('page.get_by_role("button", name="Make the draw").click()', 0),
        ('page.get_by_label("Names, one per line").fill("What a person types.")', 0),
        ('page.get_by_text("Zia Pina").wait_for()', 0),
        ('expect(goals).to_have_text("2")', 0),
        ('expect(told).to_contain_text(re.compile(rf"anna\\b.*\\b{value}\\b"))', 0),
    ],
)
def test_a_sentence_that_is_asked_of_a_page_is_found(source, count):
    assert len(sentences_asked(source)) == count
