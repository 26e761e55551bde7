"""Every preset is played through to its end with random results, by the verbs that the pages use.

Every slot is filled once, every recomputation from nothing gives the same, and the end adds up.
"""

import random

import pytest

from league.competitions.derivation.recompute import recompute
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Tie
from league.competitions.setup.presets import PRESETS
from tests.league.builders import running
from tests.league.recomputed import computed_again, picture
from tests.league.tables import play_out
from tests.sizes import size

SHAPES = [
    ("cup", 8, {}),
    ("cup", 11, {"redraw": True, "third_place": True}),
    ("cup", 6, {"best_of": 3, "neutral_final": True}),
    ("league", 6, {"times": 2}),
    ("world_cup", 16, {}),
    ("world_cup", 24, {"groups": 6, "best": 4}),
    ("world_cup", 12, {"groups": 3, "through": 2, "best": 2}),
    ("world_cup", 10, {"groups": 3, "through": 1, "best": 1, "redraw": True}),
    ("world_cup", 8, {"groups": 2, "redraw": True}),
    ("champions", 7, {}),
    ("swiss", 9, {"rounds": 5}),
    ("swiss", 8, {"rounds": 3, "system": "monrad"}),
    ("swiss", 12, {"rounds": 5, "accelerated": True}),
    ("evening", 7, {"rounds": 4}),
    ("evening", 9, {"rounds": 4, "odd": "house_player", "house_name": "Oste"}),
    ("cup", 13, {"consolation": "places"}),
    ("plate", 9, {}),
    ("plate", 8, {"legs": 2}),
    ("stepladder", 6, {"through": 5}),
    ("page", 5, {"best_of": 3}),
    ("double", 2, {}),
    ("double", 8, {}),
    ("double", 13, {"reset": False}),
    ("double", 6, {"best_of": 3}),
    ("league_phase", 12, {"pots": 2, "opponents": 4, "through": 6}),
    ("split", 7, {}),
    ("divisions", 12, {}),
    ("divisions", 9, {"divisions": 3, "move": 1, "playoff": 1}),
    ("own", 16, {}),
]


def stands(cup):
    """Everything derived is equal to what a recomputation from nothing gives."""
    before = picture(cup)
    with locked(cup.id) as row:
        position = row.log_position
        recompute(row)
        assert row.log_position == position
    assert picture(cup) == before


LONG_WAY = [("world_cup", 24), ("world_cup", 12), ("divisions", 12), ("swiss", 12)]
"""Large ones of a shape that is played smaller too: in a long run."""


@pytest.mark.parametrize(
    ("preset", "entrants", "settings"),
    [pytest.param(*shape, marks=[pytest.mark.long] if shape[:2] in LONG_WAY else []) for shape in SHAPES],
)
def test_every_preset_is_played_to_its_end(cast, preset, entrants, settings):
    cup = running(cast.organiser, preset, entrants=entrants, settings=settings, advance="auto")
    rng = random.Random(f"{preset} {entrants}")
    for step in range(400):
        if not play_out(cup, seed=rng.randrange(10_000), until=size(10, 5)):
            break
        if step % size(2, 4) == 0:
            stands(cup)
    stands(cup)
    assert cup.status == Competition.Status.FINISHED
    assert cup.champion is not None
    assert computed_again(cup) == picture(cup)
    adds_up(cup)


def adds_up(cup):
    """Each slot is filled once, nobody plays twice in a round, and all is decided."""
    for stage in cup.stages.all():
        for round in stage.rounds.all():
            ties = list(round.ties.all())
            assert ties
            inside = [side for tie in ties for side in (tie.home_id, tie.away_id) if side is not None]
            assert len(inside) == len(set(inside)), f"somebody plays twice in round {round.number}"
            assert all(tie.decided for tie in ties)
    slots = [
        (str(sorted(slot.items())), tie.round.stage_id)
        for tie in Tie.objects.filter(round__stage__competition=cup, group=None).select_related("round")
        for slot in (tie.home_slot, tie.away_slot)
        if not slot.get("bye") and not slot.get("house") and "seed" not in slot
    ]
    assert len(slots) == len(set(slots)), "a slot of a bracket is filled twice"


def test_all_presets_are_here():
    assert {preset for preset, _entrants, _settings in SHAPES} == set(PRESETS)
