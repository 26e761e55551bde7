"""The drawing of a bracket: every tie once, lines between those that follow, one way for everybody, and the picture."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import engines
from engines.core.dice import SeededDice
from league.brackets import layout
from league.brackets.drawing import Pen
from league.brackets.tree import laid_out
from league.competitions.models import Competition
from league.competitions.pages import reading
from league.competitions.verbs import rulings
from league.formats import slots
from matches.models import Match
from tests.league.builders import running
from tests.league.tables import open_fixtures


def drawn(cup):
    (stage,) = reading.stages_of(cup)
    return laid_out(layout.bracket(stage))


def overlap(one, other, size):
    return abs(one.x - other.x) < size.width and abs(one.middle - other.middle) < 2 * size.row


@pytest.mark.parametrize(
    ("preset", "entrants"), [("cup", 4), ("cup", 11), ("cup", 32), ("cup", 128), ("double", 5), ("double", 16)]
)
def test_every_tie_stands_alone_and_leads_on(cast, preset, entrants):
    tree = drawn(running(cast.organiser, preset, entrants))
    ties = [box for box in tree.boxes if not box.drawn.nobody]
    assert len({box.drawn.tie.pk for box in ties}) == len(ties)
    for number, box in enumerate(tree.boxes):
        assert 0 <= box.x <= tree.width - tree.size.width and tree.size.row <= box.middle <= tree.height - tree.size.row
        assert not any(overlap(box, other, tree.size) for other in tree.boxes[:number])
    fed = [slot for box in ties for slot in (box.drawn.tie.home_slot, box.drawn.tie.away_slot) if "winner" in slot]
    assert len(tree.lines) == len(fed)
    if entrants == 128:
        assert len({box.x for box in tree.boxes[:64]}) == 2 and tree.width / tree.height < 1.8


def test_the_page_marks_the_way_of_one_entrant(client, cast):
    cup = running(cast.organiser, "cup", 4)
    first, _second = cup.stages.get().rounds.get(number=1).ties.order_by("number")
    rulings.enter_result(fixture=first.fixtures.get(), score=rulings.Score(2, 2, (4, 3)), by=cast.organiser)
    page = f"/competitions/{cup.slug}/bracket/"
    plain = client.get(page).content.decode()
    assert "data-path" not in plain and "4–3 on pens" in plain
    marked = client.get(page, {"of": first.home_id}).content.decode()
    # The row of the first round, that of the final and the line between them; in the list the two rows again.
    assert len(re.findall(rf'data-e="{first.home_id}" data-path', marked)) == 5
    assert "data-path" not in client.get(page, {"of": "nobody"}).content.decode()


def test_a_tie_that_is_being_played_shows_the_minute_of_its_game(client, cast):
    cup = running(cast.organiser, "cup", 4)
    match = open_fixtures(cup)[0].match
    game = engines.get(match.game)
    state, _events = game.new(match.options, match.terms, SeededDice(1))
    match.status, match.snapshot = Match.Status.LIVE, game.to_wire(state)
    match.save()
    minute = game.clock(game.view(state, None))["minute"]
    page = client.get(f"/competitions/{cup.slug}/bracket/").content.decode()
    assert minute is not None and f"Live {minute}′" in page


@pytest.mark.parametrize(("preset", "entrants"), [("cup", 11), ("double", 5), ("double", 16)])
def test_rounds_beside_each_other_join_as_the_tree_does(cast, preset, entrants):
    """The style sheet draws a line from the ``n``-th tie of a round to the ``n // joins``-th of the next one."""
    (stage,) = reading.stages_of(running(cast.organiser, preset, entrants))
    lines = 0
    for part in layout.bracket(stage):
        assert part.rounds[-1].joins == 0
        for row, after in pairwise(part.rounds):
            places = {tie.tie.number: place for place, tie in enumerate(row.ties)}
            for at, drawn in enumerate(after.ties):
                sources = [
                    slots.source(slot) for slot in (drawn.tie.home_slot, drawn.tie.away_slot) if "winner" in slot
                ]
                before = [
                    number for key, step, number in filter(None, sources) if (key, step) == (part.key, row.round.step)
                ]
                assert {places[number] // row.joins for number in before} <= {at}
                lines += len(before)
    assert lines


def test_rounds_tree_and_list_can_be_chosen(client, cast):
    page = f"/competitions/{running(cast.organiser, 'cup', 4).slug}/bracket/"
    both, rounds, tree, rows = (
        client.get(page, {"view": view}).content.decode() for view in ("", "rounds", "tree", "list")
    )
    for all_of_it in (both, rounds):
        assert 'class="treebox"' in all_of_it and 'class="listed' in all_of_it and 'data-joins="2"' in all_of_it
    assert 'class="treebox"' in tree and 'class="listed' not in tree
    assert 'class="treebox"' not in rows and 'class="listed' in rows


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_is_a_whole_file(client, cast, theme):
    cup = running(cast.organiser, "double", 8)
    Competition.objects.update(name="Ada & <Bice>")
    answer = client.get(f"/competitions/{cup.slug}/bracket.svg", {"theme": theme})
    assert answer["Content-Type"].startswith("image/svg+xml")
    root = ElementTree.fromstring(answer.content)
    words = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Ada & <Bice>", "Aldo", "Hilde"} <= words
    assert not any(
        "class" in element.attrib or "href" in element.attrib for element in root.iter() if "use" not in element.tag
    )


@pytest.mark.parametrize("words", ["ill…", "Bo by walkover: ill…", "Bo by walkover against Al: ill, they say…", "Bo"])
def test_words_that_end_in_dots_leave_the_picture_whole(words):
    pen = Pen("light")
    pen.words("told", (0, 0), words, 11, room=110)
    ElementTree.fromstring(f"<svg>{''.join(pen.out)}</svg>")


def test_there_is_no_picture_of_a_league(client, cast):
    league = running(cast.organiser, "league", 4)
    assert client.get(f"/competitions/{league.slug}/bracket.svg").status_code == 404
