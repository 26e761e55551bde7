"""Cards: counted from the match's own events, told by whoever enters a result, and what the fair-play criterion makes
of them."""

from uuid import uuid4

import pytest
from django.utils import timezone

from league.competitions.errors import RulingRefused
from league.competitions.log.cards import cards_by_seat
from league.competitions.models import Competition, Group, ResultEntry
from league.competitions.verbs import rulings
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from matches.models import MatchEvent
from tests.league.builders import running
from tests.league.tables import finish, open_fixtures


@pytest.mark.parametrize(
    ("events", "home"),
    [
        ([{"type": "yellow", "piece": "home.3"}], ["yellow"]),
        ([{"type": "red", "seat": "home"}], ["red"]),
        ([{"type": "yellow", "piece": "home.3"}, {"type": "red", "piece": "home.3"}], ["second_yellow"]),
        ([{"type": "yellow", "piece": "home.3"}, {"type": "red", "piece": "home.4"}], ["yellow", "red"]),
        (
            [{"type": "yellow", "piece": "home.3"}] * 2 + [{"type": "red", "piece": "home.3"}],
            ["second_yellow"],
        ),
        (
            [{"type": "yellow", "seat": "home", "count": n} for n in (1, 2)]
            + [{"type": "red", "seat": "home", "piece": "home.9"}],
            ["yellow", "second_yellow"],
        ),
    ],
)
def test_a_second_caution_is_one_card(events, home):
    assert cards_by_seat([{"type": "foul", "seat": "away"}, *events]) == {"home": home, "away": []}


@pytest.fixture
def level(cast):
    """Two in a league by points, disciplinary points and lots."""
    cup = running(cast.organiser, "league", entrants=2)
    Competition.objects.filter(id=cup.id).update(criteria=["points", "disciplinary", "lots"])
    cup.refresh_from_db()
    return cup


def show(match, *cards):
    for seq, (kind, seat) in enumerate(cards, start=1):
        events = [{"type": kind, "seat": seat}]
        MatchEvent.objects.create(
            match=match, seq=seq, kind="move", seat=seat, client_id=uuid4(), move={}, events=events, at=timezone.now()
        )


def table(cup):
    return Group.objects.get(stage__competition=cup).table


def test_the_cards_of_a_match_order_the_table_and_are_told(level):
    fixture = open_fixtures(level)[0]
    show(fixture.match, ("yellow", "home"), ("yellow", "home"), ("yellow", "away"))
    finish(fixture.match, 1, 1)
    collect()
    assert ResultEntry.objects.get(fixture=fixture).cards == {"home": ["yellow", "yellow"], "away": ["yellow"]}
    standings = table(level)
    assert [row["entrant"] for row in standings["rows"]] == [str(fixture.away_id), str(fixture.home_id)]
    [step] = standings["blocks"][0]["steps"]
    assert step == {"rows": [0, 1], "decided_by": "disciplinary", "values": [1, 2]}
    assert standings["cards_untold"] == 0


def test_without_cards_the_criterion_is_left_out_until_they_are_told(cast, level, client):
    fixture = open_fixtures(level)[0]
    rulings.enter_result(fixture=fixture, score=Score(1, 1), by=cast.organiser)
    standings = table(level)
    assert standings["cards_untold"] == 1
    assert standings["blocks"][0]["steps"][0]["decided_by"] != "disciplinary"
    path = f"/competitions/{level.slug}/table/"
    assert b"the cards of" in client.get(path).content
    told = Score(1, 1, cards={"home": ["red"], "away": []})
    rulings.enter_result(fixture=fixture, score=told, by=cast.organiser, reason="the sheet was found")
    standings = table(level)
    assert standings["cards_untold"] == 0
    assert standings["rows"][0]["entrant"] == str(fixture.away_id)
    assert b"the cards of" not in client.get(path).content
    # A correction of the score alone leaves the cards as they were told.
    rulings.enter_result(fixture=fixture, score=Score(2, 2), by=cast.organiser, reason="the sheet again")
    assert table(level)["rows"][0]["entrant"] == str(fixture.away_id)


def test_cards_that_cannot_be_are_refused(cast, level):
    fixture = open_fixtures(level)[0]
    for cards in ({"home": ["green"], "away": []}, {"guest": []}, {"home": ["red"] * 41, "away": []}):
        with pytest.raises(RulingRefused, match="Cards"):
            rulings.enter_result(fixture=fixture, score=Score(1, 1, cards=cards), by=cast.organiser)


def test_the_form_asks_for_cards_where_the_table_needs_them(cast, level, client):
    client.force_login(cast.organiser)
    fixture = open_fixtures(level)[0]
    path = f"/competitions/{level.slug}/console/{fixture.id}/"
    page = client.get(path)
    assert b"home_second_yellow" in page.content
    said = {"do": "result", "home_goals": 0, "away_goals": 0, "home_yellow": 2}
    client.post(path, said)
    assert ResultEntry.objects.get(fixture=fixture).cards == {"home": ["yellow", "yellow"], "away": []}
    other = open_fixtures(running(cast.organiser, "cup", entrants=2))[0]
    path = f"/competitions/{other.tie.round.stage.competition.slug}/console/{other.id}/"
    assert b"home_second_yellow" not in client.get(path).content
