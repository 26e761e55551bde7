"""Undoing a decision in casual play: by agreement, once, with the same dice, and counted nowhere."""

from __future__ import annotations

import uuid

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

import engines
from engines import values
from engines.core.dice import ScriptedDice, fair_roll
from engines.core.seats import other
from league.statistics.derivation.match_log import rows_of as counted_rows
from league.statistics.derivation.story import story_of
from matches import queries
from matches.archiving import archive
from matches.live import rulings
from matches.live.moves import submit
from matches.live.running import Hall, hall
from matches.log import moves_of
from matches.models import CheckedMatch, FaceCount, Match, MatchCommand, MatchEvent, Offer, Review
from matches.replay import playback, story
from matches.replay.report import report_of
from matches.terms.undoing import CannotUndo, standing
from matches.verbs import casual, fairness, offers, reviews
from matches.verbs.offers import NoOffer
from matches.verbs.undoing import undoing
from tests.matches import toy_values
from tests.matches.table import bot, duel, kick, run, start, to_act
from tests.matches.test_rulings import sweep

pytestmark = pytest.mark.django_db(transaction=True)


def act(match, seat, do="make", client_id=None):
    return offers.act(match_id=match.id, seat=seat, kind="undo", do=do, client_id=client_id or uuid.uuid4())


def friends(cast, **settings):
    match = duel(cast.anna, cast.bruno, **{"options": {"kicks": 1000}, "origin": "casual", **settings})
    run(lambda: start(match))
    return match


def play(match, kicks):
    """Play ``kicks`` on; return the seats that kicked."""

    async def scenario():
        movers = []
        for _ in range(kicks):
            await hall().runtime(match.id).ensure()
            movers.append(to_act(match))
            outcome = await kick(match, hall().runtime(match.id).row.version)
            assert outcome.kind == "applied"
        return movers

    return run(scenario)


def agree(match, seat):
    act(match, seat)
    act(match, "away" if seat == "home" else "home", "accept")
    run(sweep)
    match.refresh_from_db()


def test_the_position_stands_again_and_the_log_keeps_both(cast):
    match = friends(cast)
    movers = play(match, 3)
    match.refresh_from_db()
    views = [step.view for step in playback.steps(match)]
    assert act(match, movers[1]).status == "open"
    act(match, movers[0], "accept")
    assert act(match, movers[0], "accept").status == "accepted", "a repeat counts once"
    run(sweep)
    match.refresh_from_db()
    assert MatchCommand.objects.get(match=match).outcome == "applied"
    kinds = list(MatchEvent.objects.filter(match=match).order_by("seq").values_list("seq", "kind"))
    assert kinds == [(1, "move"), (2, "move"), (3, "move"), (4, "ruling")]
    game = engines.get(match.game)
    assert game.view(game.from_wire(match.snapshot), None) == views[1]
    assert game.to_act(game.from_wire(match.snapshot)) == (movers[1],)
    assert match.version == 4 and match.status == "live"


def test_the_dice_stay_as_they_were_rolled(cast):
    match = friends(cast)
    movers = play(match, 4)
    rolled = [row.rolls for row in MatchEvent.objects.filter(match=match).order_by("seq")]
    agree(match, movers[2])
    assert match.rolls == len(match.opening["rolls"]) + len(rolled[0]) + len(rolled[1])
    play(match, 2)
    again = [row.rolls for row in MatchEvent.objects.filter(match=match, seq__gt=5).order_by("seq")]
    assert again == rolled[2:], "the same kicks have the same rolls"


def test_a_second_undo_goes_further_back(cast):
    match = friends(cast)
    movers = play(match, 4)
    agree(match, movers[2])
    agree(match, movers[0])
    assert match.rolls == len(match.opening["rolls"])
    assert [row.seq for row in moves_of(match)] == []
    with pytest.raises(NoOffer, match="no move yet"):
        act(match, movers[0])
    play(match, 2)
    match.refresh_from_db()
    assert [row.seq for row in moves_of(match)] == [7, 8]


def test_any_move_overtakes_the_offer(cast):
    match = friends(cast)
    movers = play(match, 1)
    act(match, movers[0])
    play(match, 1)
    with pytest.raises(NoOffer, match="ended"):
        act(match, "away" if movers[0] == "home" else "home", "accept")
    assert Offer.objects.get(match=match).status == "lapsed"

    async def shown():
        await hall().runtime(match.id).ensure()
        return hall().runtime(match.id).row.offers

    assert run(shown) == []


def test_an_agreement_that_a_move_overtook_does_nothing(cast):
    match = friends(cast)
    movers = play(match, 2)
    act(match, movers[0])
    act(match, "away" if movers[0] == "home" else "home", "accept")
    Match.objects.filter(pk=match.pk).update(version=3)
    before = Match.objects.get(pk=match.pk).snapshot
    run(sweep)
    assert MatchCommand.objects.get(match=match).outcome == "Play went on."
    assert Match.objects.get(pk=match.pk).snapshot == before


def test_a_move_sent_for_the_undone_position_is_stale(cast):
    match = friends(cast)
    play(match, 1)

    async def scenario():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        mover = to_act(match)
        version = runtime.row.version
        await sync_to_async(act)(match, "away" if mover == "home" else "home")
        await sync_to_async(act)(match, mover, "accept")
        await rulings.obey(runtime.hall, match.id)
        await runtime.look()
        return await submit(match_id=match.id, seat=mover, moves=[{"type": "kick"}], client_id=uuid.uuid4(), v=version)

    assert run(scenario).kind in ("stale", "refused")
    assert MatchEvent.objects.filter(match=match, kind="move").count() == 1


def test_another_process_keeps_the_lines_before(cast):
    """Found by the model of the live half: a page opened there had the undo alone in its list of moves."""
    match = friends(cast)
    play(match, 3)

    async def scenario():
        there = Hall()
        try:
            await there.runtime(match.id).ensure()
            mover = to_act_there(there)
            await sync_to_async(act)(match, other(mover))
            await sync_to_async(act)(match, mover, "accept")
            await rulings.obey(hall(), match.id)
            await there.runtime(match.id).look()
            return sorted({line["v"] for line in there.runtime(match.id).lines})
        finally:
            await there.close()

    def to_act_there(there):
        runtime = there.runtime(match.id)
        return runtime.game.to_act(runtime.state)[0]

    assert run(scenario) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("settings", [{"origin": "fixture:1"}, {"rated": True}, {"origin": "ladder"}, {"origin": ""}])
def test_only_in_casual_matches(cast, settings):
    match = friends(cast, **settings)
    movers = play(match, 1)
    with pytest.raises(NoOffer, match="friendly"):
        act(match, movers[0])
    assert not Offer.objects.filter(match=match).exists()


def test_a_bot_lets_a_move_go_unless_dice_fell(cast):
    match = duel(cast.anna, bot(), options={"kicks": 1000}, origin="casual")
    run(lambda: start(match))

    async def mine():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        while to_act(match) != "home":
            await kick(match, runtime.row.version)
        await kick(match, runtime.row.version, "home")

    run(mine)
    match.refresh_from_db()
    assert undoing(match, "home").rolled
    with pytest.raises(NoOffer, match="Dice fell"):
        act(match, "home")


def placed(cast):
    """A match of a game whose first decisions are neither rolled nor secret, some moves on."""
    return casual.play_bot(user=cast.anna, game="dom_jim", bot="random")


def test_a_bot_agrees_at_once_to_a_move_without_dice(cast):
    match = placed(cast)
    run(lambda: start(match))

    async def mine():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        for _ in range(200):
            seat = runtime.game.to_act(runtime.state)[0]
            move = runtime.game.legal(runtime.state, seat)[0]
            before, v = runtime.state, runtime.row.version
            await submit(match_id=match.id, seat=seat, moves=[move], client_id=uuid.uuid4(), v=v)
            row = await MatchEvent.objects.aget(match=match, seq=v + 1)
            open_to_all = all(
                runtime.game.view(state, side) == runtime.game.view(state, None)
                for side in ("home", "away")
                for state in (before, runtime.state)
            )
            if seat == "home" and not row.rolls and open_to_all:
                return runtime.game.to_wire(before)
        raise AssertionError("no such move")

    before = run(mine)
    assert act(match, "home").status == "accepted"
    run(sweep)
    match.refresh_from_db()
    assert match.snapshot == before


def test_a_move_before_a_decision_by_the_clock_stays(cast):
    match = friends(cast)
    movers = play(match, 2)
    MatchEvent.objects.filter(match=match, seq=2).update(seat="")  # as the log keeps a move of the host
    match.refresh_from_db()
    with pytest.raises(CannotUndo, match="The clock decided"):
        undoing(match, movers[0])


def test_a_choice_that_was_secret_and_is_known_stays(cast):
    match = casual.hot_seat(user=cast.anna, second="Bice", game="fuba")
    Match.objects.filter(pk=match.pk).update(mode="")  # two seats of one person: nobody else is asked
    run(lambda: start(match))

    async def both():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        secret = False
        for _ in range(80):
            for seat in runtime.game.to_act(runtime.state):
                move = runtime.game.legal(runtime.state, seat)[0]
                outcome = await submit(
                    match_id=match.id, seat=seat, moves=[move], client_id=uuid.uuid4(), v=runtime.row.version
                )
                assert outcome.kind == "applied"
                public = runtime.game.view(runtime.state, None)
                hidden = any(runtime.game.view(runtime.state, side) != public for side in ("home", "away"))
                if secret and not hidden:
                    return "away" if seat == "home" else "home"
                secret = hidden
        raise AssertionError("nothing was ever secret")

    chose_first = run(both)
    with pytest.raises(NoOffer, match="in secret"):
        act(match, chose_first)


def test_what_is_undone_counts_nowhere_and_the_dice_can_be_checked(cast, client: Client):
    match = friends(cast, options={"kicks": 4})
    movers = play(match, 3)
    agree(match, movers[1])

    async def to_the_end():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        while runtime.row.status == "live":
            await kick(match, runtime.row.version)

    run(to_the_end)
    match.refresh_from_db()
    assert match.status == "finished"
    kept = [row.seq for row in moves_of(match)]
    assert kept[0] == 1 and 2 not in kept and 3 not in kept and 4 not in kept
    goals = sum(event["type"] == "goal" for row in moves_of(match) for event in row.events)
    assert goals == sum(match.snapshot["score"].values())
    assert sum(event["type"] == "goal" for row in counted_rows(match) for event in row.events) == goals
    stored = story_of(match)
    assert len(stored["goals"]) == goals and not {goal["v"] for goal in stored["goals"]} & {2, 3}
    assert sum(sum(cells.values()) for cells in stored["places"].values()) <= len(kept)
    assert sum(event["type"] == "goal" for step in queries.events_of(match.id) for event in step.events) == goals
    report = report_of(match, "en", {"home": "Anna", "away": "Bruno"})
    assert sum(moment.kind == "goal" for moment in report.moments) == goals
    assert report.rolls == len(kept)
    # The sheet of the moves that stand replays to the end.
    game = engines.get(match.game)
    state, _events = game.new(match.options, match.terms, ScriptedDice(match.opening["rolls"]))
    for row in moves_of(match):
        state, _events = game.apply(state, row.seat or None, row.move, ScriptedDice(row.rolls))
    assert game.to_wire(state) == match.snapshot
    # Every roll, undone or not, follows from the secret under its number.
    record = playback.dice_record(match)
    numbers = [roll["number"] for roll in record["rolls"]]
    assert len(numbers) > len(set(numbers)) and max(numbers) == match.rolls
    secret, seeds = bytes.fromhex(record["secret"]), (record["home_seed"], record["away_seed"])
    assert all(
        fair_roll(secret, str(match.pk), *seeds, roll["number"], roll["sides"]) == roll["value"]
        for roll in record["rolls"]
    )
    assert [step.undone for step in playback.steps(match)].count(True) == 2
    assert len(story.story_of(match, match.version).versions) == len(kept)
    seqs = [row.seq for row in standing(MatchEvent.objects.filter(match=match).order_by("seq"))]
    archive(match.pk)
    match.refresh_from_db()
    assert [row.seq for row in moves_of(match)] == seqs
    assert client.get(f"/matches/{match.id}/report/").status_code == 200
    assert client.get(f"/matches/{match.id}/verify/").status_code == 200


def test_all_rolls_of_the_site_are_counted_once_undone_or_not(cast):
    match = duel(cast.anna, cast.bruno, game="super_goal", origin="casual")
    run(lambda: start(match))

    async def decide(most):
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        for number in range(most):
            seat = runtime.game.to_act(runtime.state)[0]
            legal = runtime.game.legal(runtime.state, seat)
            move = legal[number % len(legal)]
            await submit(match_id=match.id, seat=seat, moves=[move], client_id=uuid.uuid4(), v=runtime.row.version)

    run(lambda: decide(20))
    match.refresh_from_db()
    rolled = [row for row in MatchEvent.objects.filter(match=match).order_by("seq") if row.rolls and row.seat]
    agree(match, rolled[-1].seat)
    run(lambda: decide(7))
    match.refresh_from_db()
    Match.objects.filter(pk=match.pk).update(status="void")
    match.refresh_from_db()
    assert fairness.count([match]) == 1
    checked = CheckedMatch.objects.get(match_id=match.pk)
    record = playback.dice_record(match)["rolls"]
    once = {(roll["number"], roll["sides"], roll["value"]) for roll in record}
    assert (checked.wrong, checked.rolls) == (0, len(once))
    assert sum(FaceCount.objects.values_list("rolls", flat=True)) == len(once)
    assert fairness.count([match]) == 0


def test_a_review_blames_nobody_for_what_was_undone(cast, monkeypatch):
    monkeypatch.setattr(values, "_values", {"duel": toy_values.Duel}.get)
    match = friends(cast, options={"kicks": 4})
    movers = play(match, 3)
    agree(match, movers[1])
    play(match, 3)
    match.refresh_from_db()
    assert match.status == "finished"
    reviews.ask(match)
    while reviews.work(match.pk):
        pass
    steps = [reviews.Step(*step) for step in Review.objects.get(pk=match.pk).steps]
    assert [step.v for step in steps] == list(range(match.version + 1))
    assert all(step.seat == "" and not step.home_luck and not step.away_luck for step in steps[2:5])
    assert steps[-1].value in (0.0, 0.5, 1.0), "the value follows the moves that stand to the end"


def test_another_process_derives_the_same(cast):
    match = friends(cast)
    movers = play(match, 2)

    async def scenario():
        elsewhere = Hall()
        other = elsewhere.runtime(match.id)
        await other.catch_up()
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        await sync_to_async(act)(match, movers[1])
        await sync_to_async(act)(match, movers[0], "accept")
        await rulings.obey(runtime.hall, match.id)
        await other.catch_up()
        same = other.game.to_wire(other.state) == runtime.game.to_wire(runtime.state)
        rolls = other.row.rolls == runtime.row.rolls
        await elsewhere.close()
        return same and rolls

    assert run(scenario)
