"""The better placed goes through where a knockout tie is level, without penalties: as in the play-offs of Serie B."""

from __future__ import annotations

import pytest

from league.competitions.errors import BadSetting, RulingRefused
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Fixture, Tie
from league.competitions.verbs import create, rulings
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Consent, Score
from matches.terms.rules import RulesOfMatch
from tests.league.builders import competition
from tests.league.competitions.documents import equal_elsewhere
from tests.league.competitions.test_venues import play, started
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish

YES = Consent(confirmed=True)


def after_a_league(cast, game="fuba", **settings):
    """Four meet once, A before B; then first against fourth and second against third, by the table."""
    stages = [
        {"format": "league", "settings": {"times": 1}},
        {"format": "knockout", "settings": {"through": 4, "better_through": True, **settings}},
    ]
    cup = started(cast, "own", 4, stages=stages, game=game)
    league = Fixture.objects.filter(competition=cup, tie__round__stage__number=1)
    for fixture in league.select_related("home", "away").order_by("tie__round__number"):
        better = min(fixture.home.name, fixture.away.name)
        score = Score(1, 0) if fixture.home.name == better else Score(0, 1)
        rulings.enter_result(fixture=fixture, score=score, by=cast.organiser)
    return cup


def legs(cup, *, step=1, number=2):
    """The matches of a tie of the knockout, in their order."""
    of_tie = Fixture.objects.filter(competition=cup, tie__round__stage__number=number, tie__round__step=step)
    return of_tie.select_related("home", "away", "match", "tie").order_by("tie__number", "leg")


def tie_of(fixture):
    return Tie.objects.select_related("winner", "home", "away").get(pk=fixture.tie_id)


def test_level_over_two_legs_without_extra_time(cast, client):
    cup = after_a_league(cast, legs=2, extra_time=False)
    first, second = legs(cup)[:2]
    rulings.enter_result(fixture=first, score=Score(2, 1), by=cast.organiser)
    second.refresh_from_db()
    assert second.match.terms == {
        "draws_allowed": False, "carry": {"home": 1, "away": 2}, "extra_time": False, "away_goals": False,
        "level_stands": True,
    }  # fmt: skip
    rulings.enter_result(fixture=second, score=Score(1, 0), by=cast.organiser)
    tie = tie_of(second)
    assert tie.winner.name == min(tie.home.name, tie.away.name) and tie.decided == "better_placed"
    assert computed_again(cup) == picture(cup)
    for page in ("bracket/", f"fixtures/{second.pk}/"):
        html = client.get(f"/competitions/{cup.slug}/{page}").content.decode()
        assert "as the better placed after 2–2" in html, page
    rules = client.get(f"/competitions/{cup.slug}/rules/").content.decode()
    assert "Still level: the better placed goes through without penalties." in rules
    rounds = client.get(f"/api/v1/competitions/{cup.id}/bracket/").json()
    assert "better_placed" in {tie["decided"] for round in rounds for tie in round["ties"]}
    assert any(tie["decided"] == "better_placed" for stage in exported(cup)["stages"] for round in stage["rounds"]
               for tie in round["ties"])  # fmt: skip


def test_extra_time_comes_first(cast):
    cup = after_a_league(cast)
    [fixture, other] = legs(cup)
    assert RulesOfMatch.of(fixture.match).in_words() == "If the score is level: extra time, without penalties"
    assert fixture.match.terms["level_stands"] and fixture.match.terms["extra_time"]
    with pytest.raises(RulingRefused, match="add extra time"):
        rulings.enter_result(fixture=fixture, score=Score(1, 1), by=cast.organiser)
    with pytest.raises(RulingRefused, match="no penalties"):
        rulings.enter_result(fixture=fixture, score=Score(1, 1, shootout=(3, 2)), by=cast.organiser)
    rulings.enter_result(fixture=fixture, score=Score(1, 1, extra_time=True), by=cast.organiser)
    assert tie_of(fixture).winner.name == min(fixture.home.name, fixture.away.name)
    rulings.enter_result(fixture=other, score=Score(1, 2, extra_time=True), by=cast.organiser)
    assert tie_of(other).winner == other.away and tie_of(other).decided == "extra_time"


def test_a_match_played_here_that_ends_level_after_extra_time(cast):
    cup = after_a_league(cast)
    fixture = legs(cup)[0]
    finish(fixture.match, 0, 0, how="extra_time")
    collect()
    tie = tie_of(fixture)
    assert (tie.winner.name, tie.decided) == (min(fixture.home.name, fixture.away.name), "better_placed")


def test_by_seeds_in_every_round_and_not_by_lots(cast):
    settings = {"better_through": True, "extra_time": False}
    cup = started(cast, "cup", 4, settings=settings, seeding="hand", game="fuba")
    for fixture in legs(cup, number=1):
        rulings.enter_result(fixture=fixture, score=Score(0, 0), by=cast.organiser)
    rulings.enter_result(fixture=legs(cup, number=1, step=2)[0], score=Score(3, 3), by=cast.organiser)
    assert Competition.objects.get(pk=cup.pk).champion.seed == 1
    lots = started(cast, "cup", 4, settings=settings, seeding="draw", game="fuba")
    fixture = legs(lots, number=1)[0]
    assert "level_stands" not in fixture.match.terms
    with pytest.raises(RulingRefused, match="add the shootout"):
        rulings.enter_result(fixture=fixture, score=Score(0, 0), by=cast.organiser)


def test_winners_of_groups_that_meet_go_to_penalties(cast):
    """Both came first: neither is better placed."""
    stages = [
        {"format": "groups", "settings": {"groups": 2, "times": 1}},
        {"format": "knockout", "settings": {"through": 1, "better_through": True, "extra_time": False}},
    ]
    cup = started(cast, "own", 4, stages=stages, game="fuba")
    for fixture in legs(cup, number=1).order_by("tie__number"):
        rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    final = legs(cup)[0]
    assert "level_stands" not in final.match.terms
    rulings.enter_result(fixture=final, score=Score(1, 1, shootout=(5, 4)), by=cast.organiser)
    assert tie_of(final).decided == "shootout"


def test_a_correction_of_the_table_turns_it(cast):
    """B and A change places by a deduction once the semi-final is level: now the other goes through."""
    cup = after_a_league(cast, through=2, extra_time=False)
    final = legs(cup)[0]
    rulings.enter_result(fixture=final, score=Score(2, 2), by=cast.organiser)
    before = tie_of(final).winner
    meeting = Fixture.objects.get(
        competition=cup,
        tie__round__stage__number=1,
        home__in=[final.home, final.away],
        away__in=[final.home, final.away],
    )
    score = Score(0, 3) if meeting.home == before else Score(3, 0)
    rulings.enter_result(fixture=meeting, score=score, by=cast.organiser, reason="wrong sheet", consent=YES)
    assert computed_again(cup) == picture(cup)
    assert tie_of(final).winner != before or tie_of(final).winner is None


def test_what_does_not_fit_is_refused(cast):
    for settings in ({"best_of": 3}, {"replay": True}):
        with pytest.raises(BadSetting) as refused:
            competition(cast.organiser, "cup", 4, settings={"better_through": True, **settings})
        assert refused.value.field == "better_through"
    cup = competition(cast.organiser, "cup", 4)
    create.change(competition=cup, by=cast.organiser, settings={"better_through": True})
    assert cup.stages.get().settings["better_through"]


def test_another_site_reads_it(cast):
    cup = after_a_league(cast, extra_time=False)
    play(cup, cast, lambda home, away: min(home, away))
    equal_elsewhere(cup, cast.stranger)
