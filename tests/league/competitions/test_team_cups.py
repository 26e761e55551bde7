"""Rules of a tie of teams, and their cups: who goes through and by what, corrections, walkovers, any history."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.competitions.derivation.derive import derive
from league.competitions.derivation.recompute import recompute
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.errors import BadSetting, CompetitionError, NeedsConfirmation
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Fixture, Round, TeamLineUp, Tie
from league.competitions.setup.line_ups import time_of
from league.competitions.verbs import create, line_ups, rulings, silent_captains
from league.competitions.verbs.closing import close_due
from league.competitions.verbs.copying import like
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from league.players.models import Notification
from matches.models import Match
from tests.league.competitions.documents import equal_elsewhere
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, finish_by_terms, open_fixtures
from tests.league.teams import boards_of, league, open_line_ups, past_the_deadline, running_teams, seal, ties_of
from tests.sizes import size

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def play(fixture, home, away):
    end(fixture, lambda match: finish(match, home, away))
    collect()


def end(fixture, finish_match):
    """End the match of ``fixture``; of one that has begun there is nothing to be told but the result."""
    Match.objects.filter(fixture=fixture).update(status=Match.Status.WAITING, snapshot=None)
    finish_match(fixture.match)


def play_tie(tie, *scores):
    """Play the boards of ``tie`` from board 1 on; its line-ups are opened first."""
    seal(tie, tie.home)
    seal(tie, tie.away)
    for board, score in enumerate(scores, start=1):
        play(boards_of(tie)[board - 1], *score)
    tie.refresh_from_db()


def cup_of(cast, teams=2, boards=2, **values):
    return running_teams(cast.organiser, teams, boards, preset="cup", **values)


def begin(fixture):
    """Let the match of ``fixture`` be played now."""
    Match.objects.filter(fixture=fixture).update(status=Match.Status.LIVE, snapshot={"score": {"home": 0, "away": 0}})


def adds_up(cup):
    """What is stored follows from structure and log, here and elsewhere."""
    assert picture(cup) == computed_again(cup)


# ── when a tie is decided ──
def statuses(tie):
    return [fixture.status for fixture in boards_of(tie)]


def test_boards_are_closed_once_the_tie_is_decided(cast):
    cup = running_teams(cast.organiser, boards=4, team_rules={"play_on": False})
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 0), (2, 0), (3, 0))
    assert (tie.decided, tie.home_points, statuses(tie)) == ("board_points", 3, ["played"] * 3 + ["void"])
    assert boards_of(tie)[3].match is None, "nobody waits at a table that is not needed"
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_all_boards_are_played_unless_the_rules_close_them(cast):
    cup = running_teams(cast.organiser, boards=4)
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 0), (2, 0), (3, 0))
    assert (tie.decided, statuses(tie)) == ("", ["played"] * 3 + ["open"])
    adds_up(cup)


def test_a_board_that_has_begun_is_played_to_its_end(cast):
    cup = running_teams(cast.organiser, boards=4, team_rules={"play_on": False})
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    seal(tie, tie.away)
    begin(boards_of(tie)[3])
    for fixture in boards_of(tie)[:3]:
        play(fixture, 2, 0)
    tie.refresh_from_db()
    assert (tie.decided, statuses(tie)) == ("board_points", ["played"] * 3 + ["open"])
    adds_up(cup)
    play(boards_of(tie)[3], 0, 1)
    tie.refresh_from_db()
    assert (tie.winner, tie.home_points, tie.away_points) == (tie.home, 3, 1)
    adds_up(cup)


def test_a_correction_opens_a_closed_board_again(cast):
    cup = running_teams(cast.organiser, boards=3, team_rules={"play_on": False})
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 0), (2, 0))
    assert statuses(tie) == ["played", "played", "void"]
    correct(boards_of(tie)[0], 0, 1, cast.organiser)
    tie.refresh_from_db()
    assert (tie.decided, statuses(tie)) == ("", ["played", "played", "open"])
    play(boards_of(tie)[2], 1, 0)
    tie.refresh_from_db()
    assert tie.winner == tie.home
    adds_up(cup)


def correct(fixture, home, away, organiser, *, confirmed=True):
    score = Score(home=home, away=away)
    rulings.enter_result(fixture=fixture, score=score, by=organiser, reason="read wrong", confirmed=confirmed)


def test_first_to_counts_in_the_order_in_which_boards_end(cast):
    rules = {"first_to": 1, "play_on": False}
    cup = running_teams(cast.organiser, boards=4, team_rules=rules)
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    seal(tie, tie.away)
    begin(boards_of(tie)[0])
    play(boards_of(tie)[2], 0, 1)
    tie.refresh_from_db()
    assert (tie.decided, tie.winner) == ("first_to", tie.away)
    play(boards_of(tie)[0], 5, 0)
    tie.refresh_from_db()
    assert (tie.winner, tie.home_points) == (tie.away, 1), "what ends later turns nothing"
    adds_up(cup)


def test_a_closed_tie_of_the_last_round_ends_the_league(cast):
    cup = running_teams(cast.organiser, boards=3, team_rules={"play_on": False})
    play_tie(ties_of(cup)[0], (1, 0), (2, 0))
    cup.refresh_from_db()
    assert (cup.status, cup.champion) == ("finished", ties_of(cup)[0].home)


# ── the other rules ──
def test_boards_of_different_worth(cast):
    cup = running_teams(cast.organiser, boards=2, team_rules={"board_values": [3, 1], "board_points": [2, 1, 0]})
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 0), (0, 1))
    assert (tie.home_points, tie.away_points, tie.winner) == (6, 2, tie.home)
    adds_up(cup)


def test_goals_decide_where_the_rules_say_so(cast):
    cup = running_teams(cast.organiser, boards=2, team_rules={"tie_by": ["boards_won", "goal_difference"]})
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 0), (0, 4))
    assert (tie.decided, tie.winner) == ("goal_difference", tie.away)


def test_awarded_boards_count_the_goals_of_the_rules(cast):
    cup = running_teams(cast.organiser, boards=2, team_rules={"awarded_goals": [5, 1], "tie_by": ["goals_for"]})
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    seal(tie, tie.away)
    first, second = boards_of(tie)
    rulings.walkover(fixture=first, winner="away", by=cast.organiser, reason="absent")
    play(second, 3, 0)
    first.refresh_from_db()
    tie.refresh_from_db()
    assert (first.home_goals, first.away_goals, tie.winner) == (1, 5, tie.away)
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_a_board_without_a_player_may_be_won_by_nobody(cast):
    cup = running_teams(cast.organiser, boards=2, squad=2, team_rules={"missing_player": "nobody"})
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    tie.home.members.get().delete()
    seal(tie, tie.away)
    play(boards_of(tie)[0], 1, 0)
    tie.refresh_from_db()
    assert (boards_of(tie)[1].how, tie.home_points, tie.away_points) == ("double_walkover", 1, 0)
    adds_up(cup)


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ([], "team_rules"),
        ({"golden": 1}, "team_rules"),
        ({"match_points": [2, 1, 0]}, "team_rules"),
        ({"tie_by": ["luck"]}, "tie_by"),
        ({"board_values": [1]}, "board_values"),
        ({"first_to": 5}, "first_to"),
        ({"board_points": [0, 1, 2]}, "board_points"),
        ({"cup_by": ["board_points"]}, "cup_by"),
        ({"cup_by": ["holder", "lots"]}, "cup_by"),
        ({"cup_by": ["extra_board", "sudden_death"]}, "cup_by"),
    ],
)
def test_rules_that_are_none_are_named(cast, rules, field):
    cup = league(cast.organiser, boards=2)
    with pytest.raises(BadSetting) as refused:
        create.change(competition=cup, by=cast.organiser, team_rules=rules)
    assert refused.value.field == field


def test_rules_are_put_over_those_before(cast):
    cup = league(cast.organiser, boards=2, team_rules={"play_on": False})
    cup = create.change(competition=cup, by=cast.organiser, team_rules={"first_to": 1})
    assert cup.team_rules == {"play_on": False, "first_to": 1}
    cup = create.change(competition=cup, by=cast.organiser, team_rules={"play_on": True})
    assert cup.team_rules == {"first_to": 1}, "the usual one is no choice"
    assert like(cup)["team_rules"] == {"first_to": 1}, "a copy has them too"


def test_the_page_of_rules_says_them(cast, client):
    rules = {"first_to": 2.5, "play_on": False, "board_values": [2, 1, 1], "missing_player": "nobody"}
    cup = league(cast.organiser, teams=4, boards=3, preset="page", team_rules=rules)
    page = client.get(reverse("competitions:rules", args=[cup.slug]))
    said = page.context["team_rules"]
    assert len(said) == 8 and all(sentence in page.content.decode() for sentence in said)


# ── cups ──
def test_a_cup_of_teams_to_its_champion(cast):
    cup = cup_of(cast, 4, 3)
    for number in range(3):
        play_tie(ties_of(cup)[number], (1, 0), (0, 2), (3, 1))
    cup.refresh_from_db()
    final = ties_of(cup)[2]
    assert (cup.status, cup.champion, final.home_points) == ("finished", final.home, 2)
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_a_level_tie_is_decided_by_the_rules_of_the_cup(cast):
    cup = cup_of(cast, team_rules={"cup_by": ["board_points", "top_board", "lots"]})
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 0), (0, 5))
    assert (tie.decided, tie.winner) == ("top_board", tie.home)


def test_lots_of_the_draw_decide_last(cast):
    cup = cup_of(cast, team_rules={"cup_by": ["board_points", "lots"]})
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 0), (0, 5))
    assert tie.decided == "lots" and tie.winner in (tie.home, tie.away)
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_an_extra_board_is_opened_for_a_level_tie_alone(cast):
    cup = cup_of(cast, 4, team_rules={"cup_by": ["board_points", "extra_board", "lots"]})
    first, second, _final = ties_of(cup)
    play_tie(first, (1, 0), (2, 0))
    assert (first.decided, statuses(first)) == ("board_points", ["played", "played", "void"])
    play_tie(second, (1, 0), (0, 1))
    extra = boards_of(second)[2]
    assert (second.decided, extra.status, extra.home_player) == ("", "open", boards_of(second)[0].home_player)
    adds_up(cup)
    play(extra, 0, 2)
    second.refresh_from_db()
    assert (second.decided, second.winner, second.home_points) == ("extra_board", second.away, 1)
    adds_up(cup)


def test_a_drawn_extra_board_leaves_it_to_lots(cast):
    cup = cup_of(cast, team_rules={"cup_by": ["board_points", "extra_board", "lots"]})
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 0), (0, 1), (2, 2))
    assert tie.decided == "lots"


def test_sudden_death_has_a_winner(cast):
    cup = cup_of(cast, team_rules={"cup_by": ["board_points", "sudden_death"]})
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 1), (0, 0))
    extra = boards_of(tie)[2]
    assert not extra.match.terms["draws_allowed"] and boards_of(tie)[0].match.terms["draws_allowed"]
    with pytest.raises(CompetitionError, match="someone must go through"):
        rulings.enter_result(fixture=extra, score=Score(2, 2), by=cast.organiser)
    rulings.enter_result(fixture=extra, score=Score(2, 2, (3, 4)), by=cast.organiser)
    tie.refresh_from_db()
    assert (tie.decided, tie.winner) == ("sudden_death", tie.away)
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_lots_decide_if_nobody_comes_to_sudden_death(cast):
    cup = cup_of(cast, team_rules={"cup_by": ["board_points", "sudden_death"]})
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 1), (0, 0))
    rulings.walkover(fixture=boards_of(tie)[2], winner=None, by=cast.organiser, reason="gone")
    tie.refresh_from_db()
    assert tie.decided == "lots"


def test_an_extra_board_that_opens_after_the_round_is_over_waits(cast):
    cup = cup_of(cast, team_rules={"cup_by": ["board_points", "sudden_death"]})
    tie = ties_of(cup)[0]
    play_tie(tie, (1, 1))
    Round.objects.filter(pk=tie.round_id).update(closes_at=timezone.now())
    play(boards_of(tie)[1], 0, 0)
    assert close_due() == 0 and boards_of(tie)[2].status == "open"


def test_an_extra_board_that_nobody_plays_goes_the_way_of_the_first(cast):
    """The time of the first board was over too; on the second they played."""
    cup = cup_of(cast, team_rules={"cup_by": ["board_points", "sudden_death"]})
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    seal(tie, tie.away)
    play(boards_of(tie)[1], 0, 0)
    Round.objects.filter(pk=tie.round_id).update(closes_at=timezone.now())
    assert close_due() == 2
    tie.refresh_from_db()
    assert statuses(tie) == ["walkover", "played", "walkover"]


def test_nobody_goes_through_if_neither_team_comes(cast):
    cup = cup_of(cast, 4)
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    seal(tie, tie.away)
    for fixture in boards_of(tie):
        rulings.walkover(fixture=fixture, winner=None, by=cast.organiser, reason="nobody")
    tie.refresh_from_db()
    assert (tie.decided, tie.winner) == ("double_walkover", None)
    adds_up(cup)


def test_a_bye_a_walkover_and_a_withdrawal(cast):
    cup = cup_of(cast, 3)
    bye, tie, final = ties_of(cup)
    if bye.decided != "bye":
        bye, tie = tie, bye
    assert bye.decided == "bye" and not boards_of(bye)
    seal(tie, tie.home)
    seal(tie, tie.away)
    rulings.walkover(fixture=boards_of(tie)[1], winner="home", by=cast.organiser, reason="no team", tie=True)
    final.refresh_from_db()
    tie.refresh_from_db()
    assert (tie.decided, tie.winner) == ("walkover", tie.home)
    rulings.withdraw(entrant=final.home, by=cast.organiser)
    cup.refresh_from_db()
    assert cup.champion == final.away
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_a_correction_that_sends_another_team_on_starts_its_tie_anew(cast):
    cup = cup_of(cast, 4)
    first, second, final = ties_of(cup)
    play_tie(first, (1, 0), (2, 0))
    play_tie(second, (1, 0), (2, 0))
    final.refresh_from_db()
    seal(final, final.home)
    seal(final, final.away)
    play(boards_of(final)[0], 1, 0)
    with pytest.raises(NeedsConfirmation) as asked:
        for fixture in boards_of(first):
            correct(fixture, 0, 3, cast.organiser, confirmed=False)
    assert any(first.away.name in line for line in asked.value.effects)
    correct(boards_of(first)[1], 0, 4, cast.organiser)
    first, _second, final = ties_of(cup)
    assert first.winner == first.away and first.away in (final.home, final.away)
    assert not TeamLineUp.objects.filter(tie=final).exists()
    assert {(fixture.home_player, fixture.status) for fixture in boards_of(final)} == {(None, "pending")}
    adds_up(cup)
    play_tie(final, (1, 0), (2, 0))
    cup.refresh_from_db()
    assert cup.champion == final.home
    adds_up(cup)


@pytest.mark.parametrize("opened", [False, True])
def test_a_team_that_comes_into_an_open_tie_has_its_whole_time(cast, opened):
    """It counted from the opening of the round: the line-up of who came late was named for it at once."""
    cup, final, out, stays = final_of_four(cast)
    seal(final, out)
    if opened:
        seal(final, stays)
    past_the_deadline(cup)
    since, (first, *_later) = timezone.now(), ties_of(cup)
    for board in boards_of(first):
        correct(board, 0, 4, cast.organiser)
    final = ties_of(cup)[2]
    assert {final.home, final.away} == {first.away, stays}
    assert time_of(cup, final) >= since + timedelta(hours=cup.line_up_hours) and line_ups.open_due() == 0
    silent_captains.ask([final.pk])
    asked = Notification.objects.filter(key__startswith=f"line_up:{final.pk}").values_list("user", flat=True)
    assert {first.away.player_id, stays.player_id} <= {*asked}
    seal(final, final.home)
    seal(final, final.away)
    assert all(board.of_teams for board in boards_of(final))
    adds_up(cup)


def test_a_team_that_comes_back_into_a_tie_names_its_line_up_anew(cast):
    cup, final, out, stays = final_of_four(cast)
    seal(final, out)
    for board in (first := boards_of(ties_of(cup)[0])):
        rulings.replay(fixture=board, by=cast.organiser, reason="wrong dice")
    assert out not in (ties_of(cup)[2].home, ties_of(cup)[2].away)
    for board in boards_of(first[0].tie):
        play(board, 1, 0)
    final = ties_of(cup)[2]
    assert out in (final.home, final.away) and not line_ups.line_ups_in(final)
    seal(final, stays)
    assert not any(board.of_teams for board in boards_of(final)), "that of the time before counted"


def final_of_four(cast):
    """A cup before its final: it, the winner of the first tie, and the other side."""
    cup = cup_of(cast, 4)
    first, second, _final = ties_of(cup)
    for tie in (first, second):
        play_tie(tie, (1, 0), (2, 0))
    final = ties_of(cup)[2]
    return cup, final, *((final.home, final.away) if final.home == first.winner else (final.away, final.home))


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"settings": {"replay": True}}, "replay"),
        ({"settings": {"better_through": True}}, "better_through"),
        ({"settings": {"legs": 2, "away_goals": True}}, "away_goals"),
        ({"preset": "swiss"}, "boards"),
        ({"preset": "league_phase"}, "boards"),
        ({"preset": "split", "places": 12}, "carried"),
        ({"preset": "world_cup", "settings": {"best": 1}}, "best"),
        ({"preset": "own", "stages": [{"format": "swiss"}, {"format": "knockout"}]}, "boards"),
    ],
)
def test_what_a_cup_of_teams_cannot_have_is_named(cast, values, field):
    body = {"by": cast.organiser, "name": "Teams", "game": "super_goal", "preset": "cup", "places": 36, "boards": 2}
    body |= {"round_hours": 48}
    with pytest.raises(BadSetting) as refused:
        create.create(**{**body, **values})
    assert refused.value.field == field


# ── any history ──
RULES = [
    {},
    {"play_on": False, "cup_by": ["board_points", "sudden_death"]},
    {"first_to": 1.5, "play_on": False, "cup_by": ["goal_difference", "extra_board", "lots"]},
    {"missing_player": "nobody", "board_values": [2, 1, 1], "tie_by": ["boards_won", "berlin"]},
]
SHAPES = [
    ("cup", [4, 5, 6], {"third_place": True}),
    ("cup", [5, 6], {"redraw": True}),
    ("cup", [4, 6], {"consolation": "plate"}),
    ("double", [4, 5], {}),
    ("page", [5], {}),
    ("world_cup", [6], {"groups": 2, "through": 2}),
    ("divisions", [6], {"playoff": 1, "move": 1}),
    ("cup", [4, 5], {"legs": 2}),
    ("cup", [4], {"best_of": 3}),
    ("double", [4], {"legs": 2}),
]


def happen(cup, rng, organiser):
    """One thing, by chance."""
    open_now = open_fixtures(cup)
    known = list(Fixture.objects.filter(tie__round__stage__competition=cup, home__isnull=False, away__isnull=False))
    kind = rng.choices(
        ["line_ups", "play", "begin", "walkover", "tie", "leg", "nobody", "result", "replay", "withdraw"],
        [12, 50, 4, 6, 4, 2, 2, 6, 3, 2],
    )[0]
    if kind == "line_ups":
        open_line_ups(cup)
    elif kind == "play" and open_now:
        end(rng.choice(open_now), lambda match: finish_by_terms(match, rng))
        collect()
    elif kind == "begin" and open_now:
        begin(rng.choice(open_now))
    elif kind in ("walkover", "tie", "leg", "nobody") and known:
        winner = None if kind == "nobody" else rng.choice(["home", "away"])
        more = {"tie": kind == "tie", "leg": kind == "leg", "confirmed": rng.random() < 0.5}
        rulings.walkover(fixture=rng.choice(known), winner=winner, by=organiser, reason="By lot.", **more)
    elif kind == "result" and known:
        home, away = rng.randrange(4), rng.randrange(4)
        score = Score(home, away, (4, 3) if home == away and rng.random() < 0.3 else None)
        fixture, confirmed = rng.choice(known), rng.random() < 0.5
        rulings.enter_result(fixture=fixture, score=score, by=organiser, reason="said so", confirmed=confirmed)
    elif kind == "replay" and known:
        rulings.replay(fixture=rng.choice(known), by=organiser, reason="again", confirmed=rng.random() < 0.5)
    elif kind == "withdraw":
        inside = list(cup.entrants.filter(status=Entrant.Status.ENTERED))
        if len(inside) > 2:
            rulings.withdraw(entrant=rng.choice(inside), by=organiser)


@pytest.mark.parametrize(
    ("preset", "sizes", "settings", "turn"),
    [
        pytest.param(*shape, turn, marks=[] if at % len(RULES) == turn else pytest.mark.long)
        for at, shape in enumerate(SHAPES)
        for turn in range(len(RULES))
    ],
)
def test_any_history_of_teams_is_what_its_log_says(cast, preset, sizes, settings, turn):
    rng = random.Random(f"{turn} {preset} {settings}")
    cup = running_teams(
        cast.organiser, rng.choice(sizes), 3, squad=3, preset=preset, settings=settings, team_rules=RULES[turn]
    )
    for _step in range(size(20, 50)):
        try:
            happen(cup, rng, cast.organiser)
        except NeedsConfirmation as refused:
            assert refused.effects
        except CompetitionError:
            pass
        before = picture(cup)
        with locked(cup.id) as row:
            position = row.log_position
            recompute(row)
            assert row.log_position == position
        assert picture(cup) == before
        assert not derive(take_snapshot(cup)).orphans
    play_out(cup, rng)
    no_slot_is_filled_twice(cup)
    assert computed_again(cup) == picture(cup)
    equal_elsewhere(cup, cast.stranger)


def play_out(cup, rng):
    """Play what is left; what a person must decide is decided."""
    for _round in range(80):
        open_line_ups(cup)
        for fixture in open_fixtures(cup):
            end(fixture, lambda match: finish_by_terms(match, rng))
        collect()
        cup.refresh_from_db()
        if cup.status == Competition.Status.FINISHED:
            return
        if not open_fixtures(cup):
            stuck = Fixture.objects.filter(competition=cup, tie__decided="", home__isnull=False, away__isnull=False)
            for fixture in stuck[:1]:
                rulings.walkover(fixture=fixture, winner="home", by=None, tie=True, confirmed=True)
    raise AssertionError("it does not end")


def no_slot_is_filled_twice(cup):
    """Each round has each team once, every tie an end, and there is one champion unless nobody came to a final."""
    for stage in cup.stages.all():
        for round in stage.rounds.all():
            sides = [side for tie in round.ties.all() for side in (tie.home_id, tie.away_id) if side is not None]
            assert len(set(sides)) == len(sides), f"round {round.number}"
    for tie in Tie.objects.filter(round__stage__competition=cup):
        assert tie.decided
        if tie.decided != "not_needed":
            assert tie.winner_id in (None, tie.home_id, tie.away_id)
    last = cup.stages.exclude(format="playoffs").order_by("number").last()
    finals = [tie for tie in ties_of(cup) if tie.kind in ("final", "reset") and tie.round.stage_id == last.id]
    if finals:
        assert cup.champion_id == finals[-1].winner_id
        assert cup.champion_id or finals[-1].decided in ("double_walkover", "not_needed")


# ── what it costs ──
def queries_of(ask):
    with CaptureQueriesContext(connection) as asked:
        ask()
    return len(asked)


def test_a_cup_of_eight_boards_costs_the_queries_of_one_of_two(cast):
    reader, costs = Client(), []
    reader.force_login(cast.stranger, backend=BACKEND)
    for boards in (2, 8):
        cup = cup_of(cast, 4, boards, team_rules={"play_on": False})
        tie = ties_of(cup)[0]
        seal(tie, tie.home)
        seal(tie, tie.away)
        pages = [reverse(f"competitions:{name}", args=[cup.slug]) for name in ("bracket", "overview", "fixtures")]
        pages.append(reverse("competitions:tie", args=[cup.slug, tie.pk]))
        for page in pages:
            assert reader.get(page).status_code == 200
        finish(boards_of(tie)[0].match, 1, 0)
        costs.append([queries_of(collect), *(queries_of(lambda page=page: reader.get(page)) for page in pages)])
    assert costs[0] == costs[1]
