"""A season that ends early: the table by each way, what follows from it, what is refused, and the way back."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from league.competitions.derivation.placings import placings
from league.competitions.errors import NeedsConfirmation, RulingRefused, WrongStep
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Fixture, ResultEntry, Tie
from league.competitions.verbs import importing, rulings
from league.competitions.verbs.rulings import Consent, Score
from league.competitions.verbs.seasons import following, placed
from league.seasons.verbs.early_closing import close_early, previews, reopen
from tests.cast import Cast
from tests.league.builders import running
from tests.league.competitions.documents import forget
from tests.league.recomputed import computed_again, picture
from tests.league.tables import play_out

YES = Consent(confirmed=True)


def open_fixtures(cup: Competition) -> list[Fixture]:
    """Return the matches to be played now, by the rows (a stopped match has its command, no more)."""
    rows = Fixture.objects.filter(tie__round__stage__competition=cup, status=Fixture.Status.OPEN)
    return list(rows.select_related("home", "away", "match", "tie__round__stage"))


def enter(cup: Competition, by, count: int) -> None:
    """Enter the first ``count`` results that are open: the lower seed wins by its opponent's number."""
    for _at in range(count):
        fixture = sorted(open_fixtures(cup), key=lambda one: (one.tie.round.number, one.tie.number))[0]
        home = fixture.home.seed < fixture.away.seed
        goals = max(fixture.home.seed, fixture.away.seed)
        rulings.enter_result(fixture=fixture, score=Score(goals if home else 0, 0 if home else goals), by=by)


def close(cup, by, way, **more):
    close_early(competition=cup, way=way, by=by, reason="the hall is closed", consent=YES, **more)
    cup.refresh_from_db()


def order(cup) -> list[int]:
    seeds = {str(entrant.pk): entrant.seed for entrant in cup.entrants.all()}
    return [seeds[row["entrant"]] for row in cup.stages.first().groups.first().table["rows"]]


def begun():
    """Return the cast and a league of five, home and away, of which seven results are in: some have played more."""
    cast = Cast.make()
    cup = running(cast.organiser, "league", 5, settings={"times": 2})
    enter(cup, cast.organiser, 7)
    return cast, cup


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(begun)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def league(copied):
    return copied[1]


def test_it_is_shown_before_it_is_done(cast, league):
    with pytest.raises(NeedsConfirmation) as asked:
        close_early(competition=league, way="points_per_game", by=cast.organiser, reason="flood")
    assert any("matches not played: 13" in effect for effect in asked.value.effects)
    assert not league.results.filter(kind="closed").exists()
    league.refresh_from_db()
    assert league.status == Competition.Status.RUNNING


def test_points_per_match_decide_and_one_entry_says_so(cast, league):
    close(league, cast.organiser, "points_per_game")
    assert league.status == Competition.Status.FINISHED
    entry = league.results.get(kind=ResultEntry.Kind.CLOSED)
    assert entry.closing == {"stage": 1, "way": "points_per_game", "round": None} and entry.reason
    rows = league.stages.get().groups.get().table["rows"]
    ratios = [row["points"] / row["played"] if row["played"] else 0 for row in rows]
    assert ratios == sorted(ratios, reverse=True)
    assert [row["per_match"] for row in rows] == [f"{ratio:.2f}" for ratio in ratios]
    assert league.champion is not None and str(league.champion.pk) == rows[0]["entrant"]
    left = Tie.objects.filter(round__stage__competition=league, decided="void")
    assert left.count() == 13 and not open_fixtures(league)
    assert computed_again(league) == picture(league)


def test_annulled_nobody_is_champion_and_nobody_has_a_place(cast, league):
    close(league, cast.organiser, "annulled")
    assert (league.status, league.champion) == (Competition.Status.FINISHED, None)
    assert placings([league])[league.pk] == []


def test_the_first_half_leaves_out_what_was_played_after_it(cast):
    cup = running(cast.organiser, "league", 3, settings={"times": 2})
    enter(cup, cast.organiser, 4)
    close(cup, cast.organiser, "first_half")
    rows = cup.stages.get().groups.get().table["rows"]
    assert [row["played"] for row in rows] == [2, 2, 2]
    assert order(cup) == [1, 2, 3]


def test_up_to_a_matchday(cast, league):
    first = league.stages.get().rounds.order_by("number").first()
    close(league, cast.organiser, "matchday", number=first.number)
    assert sum(row["played"] for row in league.stages.get().groups.get().table["rows"]) == 4


def test_the_previews_are_what_closing_gives(cast, league):
    preview_by_way = {preview.way: preview for preview in previews(league)}
    assert set(preview_by_way) == {"stands", "points_per_game", "weighted_points_per_game", "first_half"}
    names = {entrant.seed: entrant.name for entrant in league.entrants.all()}
    for way, shown in preview_by_way.items():
        close(league, cast.organiser, way)
        assert [names[seed] for seed in order(league)] == [line.name for line in shown.tables[0][1]]
        reopen(competition=league, by=cast.organiser, reason="not yet", consent=YES)
        league.refresh_from_db()
        assert league.status == Competition.Status.RUNNING


def test_the_previews_write_decimals_in_the_language_of_the_reader(league):
    with translation.override("it"):
        shown = next(preview for preview in previews(league) if preview.way == "points_per_game")
    assert all(re.fullmatch(r"\d,\d\d", line.figure) for _name, lines in shown.tables for line in lines)


def test_taken_back_it_is_played_to_its_end(cast, league):
    before = {fixture.pk for fixture in open_fixtures(league)}
    close(league, cast.organiser, "stands")
    reopen(competition=league, by=cast.organiser, reason="the hall is open", consent=YES)
    assert {fixture.pk for fixture in open_fixtures(league)} >= before
    play_out(league)
    league.refresh_from_db()
    assert league.status == Competition.Status.FINISHED
    assert not Fixture.objects.filter(tie__round__stage__competition=league).exclude(status="played").exists()
    assert computed_again(league) == picture(league)


def test_a_result_can_be_corrected_after_it(cast, league):
    fixture = Fixture.objects.filter(tie__round__stage__competition=league, status="played").first()
    close(league, cast.organiser, "stands")
    rulings.enter_result(fixture=fixture, score=Score(9, 9), by=cast.organiser, reason="misread", consent=YES)
    fixture.refresh_from_db()
    assert (fixture.status, fixture.home_goals) == ("played", 9)
    left = Fixture.objects.filter(tie__round__stage__competition=league, status="void").first()
    rulings.enter_result(fixture=left, score=Score(1, 0), by=cast.organiser, reason="played at home", consent=YES)
    left.refresh_from_db()
    assert left.status == "void"


def test_qualifiers_follow_from_it_and_then_it_stands(cast):
    cup = running(cast.organiser, "page", 5)
    enter(cup, cast.organiser, 8)
    close(cup, cast.organiser, "points_per_game")
    assert cup.status == Competition.Status.RUNNING
    first = open_fixtures(cup)
    assert [one.tie.round.stage.number for one in first] == [2, 2]
    reopen(competition=cup, by=cast.organiser, reason="no", consent=YES)
    close(cup, cast.organiser, "points_per_game")
    rulings.enter_result(fixture=open_fixtures(cup)[0], score=Score(1, 0), by=cast.organiser)
    with pytest.raises(RulingRefused, match="next stage"):
        reopen(competition=cup, by=cast.organiser, reason="no", consent=YES)


def test_an_annulled_league_sends_nobody_on(cast):
    cup = running(cast.organiser, "page", 5)
    enter(cup, cast.organiser, 8)
    close(cup, cast.organiser, "annulled")
    assert (cup.status, cup.champion) == (Competition.Status.FINISHED, None)


@pytest.mark.parametrize("way", ["points_per_game", "annulled"])
def test_promotion_follows_from_it(cast, way):
    cup = running(cast.organiser, "divisions", 8, settings={"times": 1, "playoff": 0})
    enter(cup, cast.organiser, 8)
    before = [[row["entrant"] for row in group.table["rows"]] for group in cup.stages.first().groups.order_by("number")]
    close(cup, cast.organiser, way)
    after = placed(cup)
    moved = len(set(before[0]) - set(after[0]))
    assert moved == (0 if way == "annulled" else 1)
    following(competition=cup, by=cast.organiser)
    with pytest.raises(RulingRefused, match="next season"):
        reopen(competition=cup, by=cast.organiser, reason="no", consent=YES)


def test_what_is_refused(cast, league):
    with pytest.raises(RulingRefused, match="one of"):
        close(league, cast.organiser, "by_lot")
    with pytest.raises(RulingRefused, match="Give a reason"):
        close_early(competition=league, way="stands", by=cast.organiser, reason=" ", consent=YES)
    with pytest.raises(RulingRefused, match="no matchday"):
        close(league, cast.organiser, "matchday", number=99)
    with pytest.raises(RulingRefused, match="No season was closed"):
        reopen(competition=league, by=cast.organiser, reason="no", consent=YES)
    with pytest.raises(RulingRefused, match="No league"):
        close(running(cast.organiser, "cup", 4), cast.organiser, "stands")
    single = running(cast.organiser, "league", 4, settings={"times": 1})
    with pytest.raises(RulingRefused, match="no first half"):
        close(single, cast.organiser, "first_half")
    play_out(single)
    with pytest.raises(WrongStep):
        close(single, cast.organiser, "stands")


def test_it_goes_out_and_comes_in_as_a_file(cast, league):
    close(league, cast.organiser, "points_per_game")
    document, before = exported(league), order(league)
    forget(league)
    again, _new = importing.take_in(by=cast.organiser, document=document)
    assert order(again) == before
    assert exported(again)["log"] == document["log"]
    assert exported(again)["stages"] == document["stages"]


def test_the_pages_show_it_and_do_it(cast, league, client):
    client.force_login(cast.organiser)
    path = f"/competitions/{league.slug}/console/close/"
    page = client.get(path).content.decode()
    assert "By points per match" in page and page.count('<th scope="col">') == 4
    given = {"do": "close", "way": "points_per_game", "reason": "the hall is closed"}
    response = client.post(path, given)
    assert response.status_code == 409 and not league.results.filter(kind="closed").exists()
    client.post(path, {**given, "confirmed": "yes", "seen": response.context["seen"]})
    league.refresh_from_db()
    assert league.status == Competition.Status.FINISHED
    for part in ("table/", "rules/", "console/close/"):
        assert (
            "by points per match: the hall is closed"
            in client.get(f"/competitions/{league.slug}/{part}").content.decode()
        )
    given = {"do": "reopen", "reason": "it is open again"}
    response = client.post(path, given)
    client.post(path, {**given, "confirmed": "yes", "seen": response.context["seen"]})
    league.refresh_from_db()
    assert league.status == Competition.Status.RUNNING
    assert client.post(path, {"do": "explode"}).status_code == 404


def test_the_console_leads_to_it_where_there_is_something_to_close(cast, league, client):
    client.force_login(cast.organiser)

    def offered(row):
        return f"/competitions/{row.slug}/console/close/" in client.get(f"/competitions/{row.slug}/console/").text

    swiss = running(cast.organiser, "swiss", 4)
    assert offered(league) and not offered(swiss)
    played = running(cast.organiser, "league", 2)
    play_out(played)
    assert played.status == Competition.Status.FINISHED and not offered(played)
    close(league, cast.organiser, "stands")
    league.refresh_from_db()
    assert league.status == Competition.Status.FINISHED and offered(league), "to take it back"


@pytest.mark.parametrize(("way", "counts"), [("stands", True), ("points_per_game", False)])
def test_a_play_off_that_was_played_counts_where_the_table_stays_as_it_is(cast, way, counts):
    settings = {"times": 1, "divisions": 2, "boundary_playoffs": True, "playoff": 0}
    row = running(cast.organiser, "divisions", 8, settings=settings)
    while fixtures := [fixture for fixture in open_fixtures(row) if fixture.tie.group_id]:
        for fixture in fixtures:
            rulings.enter_result(fixture=fixture, score=Score(1, 1), by=cast.organiser)
    title = next(fixture for fixture in open_fixtures(row) if fixture.home.seed in order(row)[:1])
    rulings.enter_result(fixture=title, score=Score(0, 2), by=cast.organiser)
    assert order(row)[:2] == [title.away.seed, title.home.seed]
    close(row, cast.organiser, way)
    assert row.status == Competition.Status.FINISHED
    assert row.champion == (title.away if counts else title.home)
    assert picture(row) == computed_again(row)
    rulings.replay(fixture=title, by=cast.organiser, reason="a wrong die", confirmed=True)
    assert Tie.objects.get(pk=title.tie_id).decided == "not_needed" and not open_fixtures(row)
