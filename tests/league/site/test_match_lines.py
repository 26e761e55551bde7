"""Lines of finished friendlies, on the page of a day."""

import pytest
from django.utils import timezone

from league.site.pages.match_lines import friendly_line, with_sides
from matches.models import Match
from matches.verbs.opening import Opening, Sitter, open_match

ONE_ALL = {"home": 1, "away": 1}


@pytest.fixture
def line(cast, django_assert_num_queries):
    """A function that draws the line of a match with a result."""

    def draw(result, name="anna", **columns):
        match = open_match(Opening(game="fuba", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
        ended = {"status": "finished", "snapshot": {}, "finished_at": timezone.now(), "result": result, **columns}
        Match.objects.filter(pk=match.pk).update(**ended)
        match.seats.filter(side="home").update(name=name)
        (read,) = with_sides(Match.objects.filter(pk=match.pk))
        with django_assert_num_queries(0):
            return friendly_line(read)

    return draw


def test_it_says_who_won_and_by_which_kicks(line):
    kicks = {"home": 4, "away": 3}
    drawn = line({"winner": "home", "score": ONE_ALL, "shootout": kicks})
    assert 'class="team home won"' in drawn and 'class="team away lost"' in drawn
    assert "<b>1</b> <i>–</i> <b>1</b>" in drawn and "FUBA · 4–3 pens" in drawn


def test_of_a_draw_nobody_won(line):
    drawn = line({"winner": None, "score": ONE_ALL})
    assert 'class="team home"' in drawn and 'class="team away"' in drawn


def test_a_title_that_is_not_the_game_s_is_told_and_escaped(line):
    drawn = {"winner": None, "score": ONE_ALL}
    assert "Cup &lt;b&gt;" in line(drawn, title="Cup <b>")
    assert '<span class="extra">FUBA</span>' in line(drawn, title="FUBA")


def test_names_are_escaped(line):
    drawn = line({"winner": None, "score": ONE_ALL}, name="<i>")
    assert "<span>&lt;i&gt;</span>" in drawn and '"sr">Replay &lt;i&gt; – ' in drawn
