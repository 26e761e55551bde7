"""The draw: committed when the registration opens, revealed when it is made, and anybody can make it again."""

import pytest

from league.competitions.errors import WrongStep
from league.competitions.verbs import create, drawing, entries
from league.formats import draw as draws
from league.sentences import translated
from tests.league.builders import NAMES, competition


@pytest.fixture
def cup(cast):
    tournament = competition(cast.organiser, places=8)
    entries.enter_names(competition=tournament, by=cast.organiser, names=NAMES[:5])
    return tournament


def test_it_works(cast, cup):
    committed = cup.draws.get()
    assert committed.revealed_at is None and draws.commitment(committed.seed) == committed.commitment
    drawn = drawing.draw(competition=cup, by=cast.organiser)
    published = draws.Drawn(drawn.algorithm, committed.commitment, drawn.seed, drawn.entrants_hash, drawn.order)
    assert draws.verify(published, drawn.entrants) == []
    assert [str(entrant.id) for entrant in cup.entrants.order_by("seed")] == drawn.order
    assert [entrant.seed for entrant in cup.entrants.order_by("seed")] == [1, 2, 3, 4, 5]


def test_there_is_no_trying_until_it_suits(cast, cup):
    first = drawing.draw(competition=cup, by=cast.organiser)
    again = drawing.draw(competition=cup, by=cast.organiser)
    assert (first.id, first.order) == (again.id, again.order)
    assert cup.draws.count() == 1


def test_a_changed_list_forces_a_new_public_draw(cast, cup):
    first = drawing.draw(competition=cup, by=cast.organiser)
    entries.enter(competition=cup, player=cast.anna)
    assert not cup.entrants.filter(seed__isnull=False).exists()
    assert cup.draws.count() == 2
    second = drawing.draw(competition=cup, by=cast.organiser)
    assert second.commitment != first.commitment and len(second.order) == 6
    first.refresh_from_db()
    assert len(first.order) == 5
    lines = cup.audit.filter(verb="draw").order_by("id").select_related("actor")
    assert [(line.actor, translated(line.message)) for line in lines] == [
        (cast.organiser, "made the draw of 5 entrants"),
        (None, "the entrants changed: a new draw is needed, its seed is committed"),
        (cast.organiser, "made the draw of 6 entrants"),
    ]


def test_the_seed_of_a_draw_says_nothing_before_it_is_revealed(cast, cup):
    """A tampered seed is found out."""
    drawn = drawing.draw(competition=cup, by=cast.organiser)
    forged = draws.Drawn(drawn.algorithm, drawn.commitment, "00" * 32, drawn.entrants_hash, drawn.order)
    assert draws.verify(forged, drawn.entrants)


def test_one_entrant_is_no_draw(cast):
    cup = competition(cast.organiser, places=8)
    entries.enter(competition=cup, player=cast.anna)
    with pytest.raises(WrongStep):
        drawing.draw(competition=cup, by=cast.organiser)


def test_a_draft_has_no_draw_to_make(cast):
    draft = create.create(by=cast.organiser, name="Draft cup", game="super_goal", preset="cup", places=4)
    with pytest.raises(WrongStep, match="while registration is open"):
        drawing.draw(competition=draft, by=cast.organiser)


@pytest.mark.parametrize("apart", [False, True])
def test_clubs_are_kept_apart_only_where_the_organiser_wants_it(cast, apart):
    cup = competition(cast.organiser, places=4, seeding="hand", settings={"clubs_apart": apart})
    for place, entrant in enumerate(entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:4]), start=1):
        entrant.strength = float(5 - place)
        entrant.save()
        entries.set_club(entrant=entrant, by=cast.organiser, club="Ajax" if place in (1, 4) else "")
    drawing.draw(competition=cup, by=cast.organiser)
    in_order = [entrant.strength for entrant in cup.entrants.order_by("seed")]
    assert (in_order == [4, 3, 2, 1]) is not apart, "the first would meet the fourth"
