"""A forfeit costs the match, three to nil; who leaves the tie is out. Entries of older releases are read as then."""

import copy
from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.derivation.recompute import recompute
from league.competitions.errors import RulingRefused
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, ResultEntry, Round, Tie
from league.competitions.tasks import close_due_rounds
from league.competitions.verbs import entries, rounds, rulings
from league.competitions.verbs.importing import take_in
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from matches.models import Seat
from tests.cast import Cast
from tests.league.builders import competition, running
from tests.league.competitions.documents import forget, written
from tests.league.tables import finish, open_fixtures

TWO = {"legs": 2, "neutral_final": False}


def furnished():
    """Return the cast and a running tie of two legs."""
    cast = Cast.make()
    return cast, running(cast.organiser, "cup", 2, settings=TWO)


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def cup(copied):
    return copied[1]


def tie_in(cup):
    return Tie.objects.select_related("home", "away", "winner").get(round__stage__competition=cup)


def leg(cup, number):
    return Fixture.objects.select_related("home", "away", "match").get(competition=cup, leg=number)


def open_legs(cup):
    return list(Fixture.objects.filter(competition=cup, status="open").order_by("leg").values_list("leg", flat=True))


def entered(cup, number, home, away, by):
    rulings.enter_result(fixture=leg(cup, number), score=Score(home, away), by=by)


def awarded(cup, number, winner, by, **more):
    rulings.walkover(fixture=leg(cup, number), winner=winner, by=by, reason="no boards", **more)


def test_a_forfeited_second_leg_counts_three_to_nil(cast, cup):
    entered(cup, 1, 5, 0, cast.organiser)
    awarded(cup, 2, "home", cast.organiser)
    tie = tie_in(cup)
    assert (tie.winner, tie.decided) == (tie.home, "aggregate")
    assert tie.reason == ["{winner} {most}–{least} on aggregate", {"winner": "@home", "most": 5, "least": 3}]
    assert (leg(cup, 2).status, leg(cup, 2).home_goals) == ("walkover", 3)
    assert Competition.objects.get(id=cup.id).champion == tie.home


def test_a_forfeited_first_leg_is_carried_on(cast, cup):
    awarded(cup, 1, "home", cast.organiser)
    assert tie_in(cup).decided == ""
    assert open_legs(cup) == [2]
    second = leg(cup, 2)
    assert second.match.terms["carry"] == {"home": 0, "away": 3}
    entered(cup, 2, 4, 0, cast.organiser)
    assert tie_in(cup).winner == tie_in(cup).away


def test_a_tie_that_a_forfeit_leaves_level_goes_to_the_other_side(cast, cup):
    entered(cup, 1, 3, 0, cast.organiser)
    awarded(cup, 2, "home", cast.organiser)
    tie = tie_in(cup)
    assert (tie.winner, tie.decided) == (tie.away, "walkover")


def test_nobody_came_to_one_leg(cast, cup):
    entered(cup, 1, 2, 1, cast.organiser)
    awarded(cup, 2, None, cast.organiser)
    assert (tie_in(cup).winner, tie_in(cup).decided) == (tie_in(cup).home, "aggregate")


def test_nobody_came_to_either_leg(cast, cup):
    awarded(cup, 1, None, cast.organiser)
    assert open_legs(cup) == [2]
    awarded(cup, 2, None, cast.organiser)
    assert (tie_in(cup).winner, tie_in(cup).decided) == (None, "double_walkover")


@pytest.mark.parametrize("number", [1, 2])
def test_who_leaves_the_tie_is_out_whatever_the_other_leg_says(cast, cup, number):
    if number == 2:
        entered(cup, 1, 5, 0, cast.organiser)
    awarded(cup, number, "away" if number == 1 else "home", cast.organiser, tie=True)
    tie = tie_in(cup)
    assert (tie.winner, tie.decided) == (tie.away, "walkover") and not open_legs(cup)


def test_a_tie_is_left_before_its_first_leg(cast, cup):
    awarded(cup, 2, "home", cast.organiser, tie=True)
    assert (tie_in(cup).winner, tie_in(cup).decided) == (tie_in(cup).away, "walkover")
    with pytest.raises(RulingRefused, match="goes through"):
        awarded(cup, 2, None, cast.organiser, tie=True)


@pytest.mark.parametrize(("how", "ahead"), [("resignation", 5), ("time", 4), ("forfeit", 4)])
def test_who_gives_up_the_second_leg_far_ahead_goes_through(cast, cup, how, ahead):
    finish(open_fixtures(cup)[0].match, ahead, 0)
    collect()
    finish(open_fixtures(cup)[0].match, 1, 0, winner="home", how=how)
    collect()
    assert (tie_in(cup).winner, tie_in(cup).decided) == (tie_in(cup).home, "aggregate")


def test_in_a_best_of_three_one_match_is_lost_or_the_tie(cast):
    cup = running(cast.organiser, "cup", 2, settings={"best_of": 3})
    awarded(cup, 1, None, cast.organiser)
    awarded(cup, 2, "home", cast.organiser)
    assert tie_in(cup).decided == "" and open_legs(cup) == [3]
    awarded(cup, 3, "home", cast.organiser, tie=True)
    assert (tie_in(cup).winner, tie_in(cup).decided) == (tie_in(cup).home, "walkover")


def older(cup):
    """Make the entries those of an older release, and derive from them."""
    ResultEntry.objects.filter(competition=cup).update(forfeits="")
    with locked(cup.id) as row:
        recompute(row)


def test_entries_of_older_releases_are_read_as_then(cast, cup):
    entered(cup, 1, 5, 0, cast.organiser)
    awarded(cup, 2, "home", cast.organiser)
    older(cup)
    assert (tie_in(cup).winner, tie_in(cup).decided) == (tie_in(cup).away, "walkover")
    document = written(Competition.objects.get(id=cup.id))
    assert {entry.pop("forfeits") for entry in document["log"]} == {""}
    for entry in document["log"]:
        del entry["chain"]
    forget(cup)
    taken, _new = take_in(by=cast.stranger, document=copy.deepcopy(document))
    assert tie_in(taken).winner == tie_in(taken).away, "a document of before does not tell"


def test_an_older_resignation_of_the_second_leg_gave_the_tie(cast, cup):
    finish(open_fixtures(cup)[0].match, 5, 0)
    collect()
    finish(open_fixtures(cup)[0].match, 1, 0, winner="home", how="resignation")
    collect()
    older(cup)
    assert tie_in(cup).winner == tie_in(cup).away


def test_an_older_match_of_a_best_of_three_that_nobody_played_ended_the_tie(cast):
    cup = running(cast.organiser, "cup", 2, settings={"best_of": 3})
    awarded(cup, 1, None, cast.organiser)
    older(cup)
    assert tie_in(cup).decided == "double_walkover"


def over(cup):
    Round.objects.filter(stage__competition=cup, status="open").update(closes_at=timezone.now() - timedelta(hours=1))
    return close_due_rounds()


@pytest.mark.parametrize(("settings", "legs"), [(TWO, 2), ({"best_of": 5}, 3)])
def test_who_came_alone_has_every_match_that_is_left_when_the_time_is_over(cast, settings, legs):
    cup = competition(cast.organiser, "cup", 2, settings=settings)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    cup = rounds.start(competition=cup, by=cast.organiser)
    Seat.objects.filter(match=open_fixtures(cup)[0].match, user=cast.anna).update(seen_at=timezone.now())
    assert over(cup) == legs
    assert tie_in(cup).winner.player == cast.anna and close_due_rounds() == 0
    assert Competition.objects.get(id=cup.id).champion.player == cast.anna


def test_a_leg_that_opens_when_the_time_is_over_is_left_to_the_organiser(cast):
    cup = competition(cast.organiser, "cup", 2, settings=TWO)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    cup = rounds.start(competition=cup, by=cast.organiser)
    first = open_fixtures(cup)[0]
    Seat.objects.filter(match=first.match).update(seen_at=timezone.now())
    assert over(cup) == 0
    finish(first.match, 2, 0)
    collect()
    assert over(cup) == 0 and leg(cup, 2).status == "open"
    Seat.objects.filter(match=leg(cup, 2).match, user=cast.anna).update(seen_at=timezone.now())
    assert over(cup) == 0, "the other side had no time to come"


def test_the_page_of_the_match_says_what_giving_it_up_costs(client, cast, cup):
    first = leg(cup, 1)
    client.force_login(first.home.player, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/matches/{first.match_id}/"
    assert "wins by at least 3–0, whatever the score" in client.get(page).text
    finish(first.match, 1, 0, winner="away", how="resignation")
    assert "resigned. The result counts as 0–3." in client.get(page).text
    finish(first.match, 0, 4, winner="away", how="resignation")
    assert "The result counts as" not in client.get(page).text, "the score is worse"


def test_the_page_and_the_api_award_a_match_or_the_tie(client, cast, cup):
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    entered(cup, 1, 5, 0, cast.organiser)
    page = f"/competitions/{cup.slug}/console/{leg(cup, 2).id}/"
    assert 'name="tie"' in client.get(page).content.decode()
    path = f"/api/v1/competitions/{cup.id}/fixtures/{leg(cup, 2).id}/walkover/"
    answer = client.post(path, {"winner": "home", "reason": "late"}, content_type="application/json")
    assert answer.status_code == 200 and tie_in(cup).winner == tie_in(cup).home
    body = {"winner": "home", "tie": True, "reason": "left", "confirmed": True}
    assert client.post(path, body, content_type="application/json").status_code == 200
    assert tie_in(cup).winner == tie_in(cup).away
    sent = {"do": "walkover", "winner": "home", "reason": "back", "confirmed": "yes"}
    client.post(page, sent)
    assert tie_in(cup).winner == tie_in(cup).home
    client.post(page, {**sent, "tie": "yes"})
    assert tie_in(cup).winner == tie_in(cup).away
    single = running(cast.organiser, "cup", 2, settings={"legs": 1})
    page = f"/competitions/{single.slug}/console/{open_fixtures(single)[0].id}/"
    assert 'name="tie"' not in client.get(page).content.decode()
    assert client.get(f"/competitions/{cup.slug}/bracket/").status_code == 200
