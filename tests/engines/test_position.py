"""A position as one line: it comes back exactly, is short and plain, and a wrong one is refused with its part."""

from __future__ import annotations

import random
import statistics

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engines
from engines.__main__ import main
from engines.core import position as lines
from engines.core.dice import SeededDice
from engines.core.errors import BadState, EngineError
from tests import cases
from tests.engines import battery, stored
from tests.engines.battery import plain
from tests.engines.openings import OPENINGS, random_opening
from tests.engines.test_stored import load
from tests.sizes import size


def same(game, state) -> str:
    line = game.position(state)
    back = game.from_position(line)
    assert plain(game.to_wire(back)) == plain(game.to_wire(state)), line
    assert game.position(back) == line
    assert line.isascii() and line.isprintable() and " " not in line
    return line


@pytest.mark.parametrize("slug", cases.built())
@settings(
    max_examples=size(2, 400), deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
@given(seed=st.integers(0, 2**32))
def test_every_position_of_a_match_comes_back(slug, seed):
    game = engines.get(slug)
    for step in battery.sample(
        battery.play(game, battery.random_plan(game, random.Random(seed))), random.Random(1), 0.2
    ):
        same(game, step.state)
        same(game, step.after)


@pytest.mark.parametrize("slug", sorted(OPENINGS))
def test_every_position_from_one_set_up_at_random_comes_back(slug):
    game = engines.get(slug)
    for seed in range(size(10, 500)):
        plan = random_opening(slug, seed)
        same(game, game.setup(plan.setup, plan.options, plan.terms))
        for step in battery.play(game, plan):
            same(game, step.after)


@pytest.mark.parametrize("slug", cases.built())
def test_a_line_is_short(slug, capsys):
    game = engines.get(slug)
    lengths = [
        len(same(game, step.state)) for seed in range(1, 2) for step in battery.play(game, battery.Plan(seed=seed))
    ]
    print(f"{slug}: median {statistics.median(lengths)}, longest {max(lengths)} of {len(lengths)}")
    assert max(lengths) < 200


@pytest.mark.parametrize("file", stored.of_today(), ids=lambda file: file.stem)
def test_the_positions_of_the_corpus_come_back(file):
    """Extra time, shootouts, sealed choices, cards and ends: what random play with usual terms seldom sees."""
    played = stored.sheets.replay(stored.sheets.from_json(load(file.name)["sheet"]))
    for state in [*played.states[::5], played.states[-1]]:
        same(played.game, state)


@pytest.mark.parametrize("slug", cases.built())
def test_two_positions_never_share_a_list(slug):
    game = engines.get(slug)
    table = game._positions()
    line = game.position(game.new(None, None, SeededDice(1))[0])
    one, two = table.read(line), table.read(line)
    assert one == two
    for key, value in one.items():
        if isinstance(value, dict | list):
            assert value is not two[key], key


@pytest.mark.parametrize("slug", cases.built())
@settings(
    max_examples=size(40, 5000),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 2**32), letters=st.text(alphabet="ah-/.,:=_0123459ABZcfz1é ?", max_size=6))
def test_a_spoilt_line_is_refused_or_read(slug, seed, letters):
    """A line with letters put in, taken out or changed is a position of the game, or a BadState."""
    game = engines.get(slug)
    chance = random.Random(seed)
    line = chance.choice(LINES.setdefault(slug, list(_some(game))))
    at = chance.randrange(len(line))
    line = line[:at] + letters + line[at + chance.randrange(4) :]
    try:
        same(game, game.from_position(line))
    except BadState as refused:
        assert str(refused)


LINES: dict[str, list[str]] = {}


def _some(game):
    for step in list(battery.play(game, battery.Plan({}, {"draws_allowed": False}, seed=4)))[::7]:
        yield game.position(step.state)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("super_goal///half_time", "period must be one of"),
        ("super_goal/tempo=3", "options must be names among"),
        ("super_goal/half_turns=x", "options must be a whole number"),
        ("super_goal//carry=1", "terms must be a value for home and one for away"),
        ("super_goal///////////////x=1", "pending must be d=, r= or w="),
        ("dom_jim////////A1", "pieces must be 24 groups of 2 letters"),
        ("dom_jim" + "/" * 60, "at most"),
        ("fuba///////x", "score must be a value for home"),
        ("fuba////////1", "pieces must be 22 groups of 1 letters"),
        ("chess/", "begins with super_goal/"),
        ("super_goal/" + "x" * 5000, "a line of at most"),
    ],
)
def test_a_wrong_line_says_which_part(line, words):
    slug = line.split("/")[0]
    game = engines.get(slug if slug in engines.games() else "super_goal")
    with pytest.raises(BadState, match=words):
        game.from_position(line)


def test_parts_of_their_own():
    groups = lines.pieces("home.a", "home.b", "away.a", "away.b", groups=("home.d", "away.d"))
    tally = lines.Tally(groups)
    assert tally.write({"home.a": 1, "away.b": 2, "away.d": 1}) == "A1b2z1"
    assert tally.read("A1b2z1") == {"home.a": 1, "away.b": 2, "away.d": 1}
    assert lines.KICKS.write({"home": [True, False], "away": []}) == "10:"
    assert lines.KICKS.read("10:") == {"home": [True, False], "away": []}
    assert lines.cells("E12", "A0").write("E12") == "Ec"
    with pytest.raises(ValueError, match="whole number"):
        lines.COUNT.read("٣")
    with pytest.raises(EngineError):
        engines.get("chess")


def test_the_command(capsys):
    assert main(["show", "super_goal///second_half//a/a/1:0/B4//h.long_shot/99/23/a/control"]) == 0
    told = capsys.readouterr().out
    assert "away: " in told and "roll pass" in told and "home: " not in told
    assert main(["show", "super_goal///half_time"]) == 2
    assert "period must be" in capsys.readouterr().err
    assert main(["show", "chess/1"]) == 2
    assert "chess" in capsys.readouterr().err
