"""Friendlies of two legs: the second opens by itself, once, and both together are decided as a cup tie is."""

import asyncio
import random
import threading
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client

import engines
from engines.core.seats import SEATS, other
from league.formats import ties
from matches import queries
from matches.live.commands import command
from matches.live.running import Hall, hall
from matches.models import Match, Seat
from matches.store.timing import utcnow
from matches.terms import legs
from matches.terms.rules import BadRules
from matches.upkeep.sweeper import Sweeper
from matches.verbs import casual, challenges, offers, two_legs
from tests import cases
from tests.engines import battery
from tests.matches.table import bot, check_log, duel, kick, run, start
from tests.matches.test_rulings import sweep
from tests.sizes import size

PAIRS = size(6, 500)


def result_of(game, state):
    """The result of a match as the runtime stores it."""
    return {**game.result(state), "score": dict(game.to_wire(state)["score"]), "source": "play", "reason": ""}


def played(game, plan, terms, chance):
    """The result of a random match under ``terms``; one in four ends as a side resigns."""
    plan = battery.Plan(plan.options, terms, chance.getrandbits(32))
    last_decision = chance.randrange(1, 40) if chance.random() < 0.25 else None
    step = None
    for number, step in enumerate(battery.play(game, plan)):
        if number == last_decision and game.to_act(step.after):
            seat = chance.choice(SEATS)
            gone, _events = game.apply(step.after, None, {"type": "resign", "seat": seat}, battery.SeededDice(1))
            return result_of(game, gone)
    return result_of(game, step.after)


def leg_of(result, home, carry=None):
    """One leg as the log of a competition has it: what a side gave up counts, and is its."""
    goals = legs.counted(result)
    given_up = result["how"] in ("resignation", "walkover")
    kicks = result.get("shootout")
    return ties.Leg(
        home=home,
        score=(goals["home"], goals["away"]),
        extra_time=result["how"] == "extra_time",
        shootout=kicks and (sum(kicks["home"]), sum(kicks["away"])),
        winner=None if given_up else result["winner"],
        how=result["how"],
        carry=carry and (carry["home"], carry["away"]),
        forfeit=other(result["winner"]) if given_up else "",
    )


@pytest.mark.parametrize("slug", cases.built())
def test_two_legs_have_the_winner_that_a_cup_tie_has(slug):
    """Played at random, in each game, with any options and endings, and now and then given up."""
    game, hows = engines.get(slug), set()
    for seed in range(PAIRS):
        chance = random.Random(seed)
        plan = battery.random_plan(game, chance)
        first_terms = legs.first_terms(plan.terms)
        first = played(game, plan, first_terms, chance)
        terms = legs.second_terms(first_terms, first)
        second = played(game, plan, terms, chance)
        verdict = legs.verdict(second, terms)
        hows.add(second["how"])
        assert verdict.winner in SEATS, (slug, seed)
        if second["how"] not in ("resignation", "walkover"):
            assert verdict.winner == second["winner"], (slug, seed)
        for side in SEATS:
            assert verdict.aggregate[side] == legs.counted(first)[other(side)] + legs.counted(second)[side]
        rules = ties.TieRules(legs=2, away_goals=terms["away_goals"], extra_time=terms["extra_time"])
        cup = ties.decide(rules, [leg_of(first, "home"), leg_of(second, "away", terms["carry"])])
        assert cup.winner is not None and other(cup.winner) == verdict.winner, (slug, seed, cup, second)
        assert cup.aggregate == (verdict.aggregate["away"], verdict.aggregate["home"])
    assert len(hows) > 1


@pytest.mark.parametrize(
    ("how", "source", "carry", "score", "winner", "expected", "aggregate"),
    [
        ("resignation", "play", (0, 0), (1, 0), "away", "away", (0, 3)),
        ("resignation", "play", (3, 0), (0, 0), "away", "away", (3, 3)),  # level: whoever did not give up
        ("resignation", "play", (5, 0), (0, 1), "away", "home", (5, 3)),  # ahead all the same, as in a cup
        ("time", "clock", (0, 1), (0, 5), "away", "away", (0, 6)),
        ("no_show", "no_show", (5, 0), (0, 3), "away", "home", (5, 3)),
        ("no_show", "no_show", (3, 0), (0, 3), "away", "away", (3, 3)),
    ],
)
def test_who_gives_up_the_second_leg_loses_that_leg(how, source, carry, score, winner, expected, aggregate):
    by_seat = {name: dict(zip(SEATS, goals, strict=True)) for name, goals in (("carry", carry), ("score", score))}
    result = {"winner": winner, "how": how, "score": by_seat["score"], "source": source}
    verdict = legs.verdict(result, {"carry": by_seat["carry"]})
    assert (verdict.winner, tuple(verdict.aggregate.values())) == (expected, aggregate)


db = pytest.mark.django_db(transaction=True)


def first_leg(cast, **settings):
    """A first leg of one kick that is over."""
    settings = {"options": {"kicks": 1}, "origin": "casual", "legs": 2, **settings}
    match = duel(cast.anna, cast.bruno, **settings)

    async def play():
        await start(match)
        await kick(match, 0)

    run(play)
    return check_log(match.id)


def sides(match):
    return {seat.side: seat.user_id for seat in match.seats.all()}


@db
def test_the_second_leg_opens_by_itself_at_the_same_table(cast):
    audience = uuid4()
    clock = {"control": "normal", "move_seconds": 45, "budget_seconds": 900, "absence_seconds": 300}
    first = first_leg(cast, audience=audience, closed=True, listed=False, terms={"away_goals": True}, **clock)
    assert (first.leg, first.legs, first.rematch_allowed) == (1, 2, False)
    assert first.terms["draws_allowed"] and first.status == "finished"
    drawn = queries.feed_positions([f"match:{first.pk}"])
    run(sweep)
    run(sweep)
    assert Match.objects.count() == 2
    assert queries.feed_positions(drawn) != drawn, "a page that listens late hears of it"
    first.refresh_from_db()
    second = first.second_leg
    assert (second.leg, second.first_leg, second.status, second.rematch_allowed) == (2, first, "waiting", True)
    assert sides(second) == {"home": cast.bruno.pk, "away": cast.anna.pk}
    for name in ("game", "options", "title", "mode", "audience", "closed", "listed", *clock):
        assert getattr(second, name) == getattr(first, name), name
    goals = first.result["score"]
    carry = {"home": goals["away"], "away": goals["home"]}
    assert second.terms == {**first.terms, "draws_allowed": False, "carry": carry}
    assert second.no_show_at is not None, "with a clock nobody waits for ever"
    assert two_legs.open_second_leg(first.pk) == second, "a repeat returns it"
    assert two_legs.open_second_leg(second.pk) is None


@db
def test_a_first_leg_that_is_given_up_counts_three_to_nil(cast):
    first = duel(cast.anna, cast.bruno, legs=2)
    run(lambda: start(first))
    run(sweep)
    assert Match.objects.count() == 1, "it is not over yet"
    command(first.id, "resign", {"seat": "home"})
    run(sweep)
    run(sweep)
    second = Match.objects.get(leg=2)
    assert second.terms["carry"] == {"home": 3, "away": 0} and not second.terms["draws_allowed"]


@db
def test_a_first_leg_may_be_drawn_by_agreement_and_the_second_may_not(cast):
    first = duel(cast.anna, cast.bruno, legs=2, options={"kicks": 1000})
    run(lambda: start(first))
    for seat in SEATS:
        offers.act(match_id=first.id, seat=seat, kind="draw", do="make", client_id=uuid4())
    run(sweep)
    run(sweep)
    second = Match.objects.get(leg=2)
    run(lambda: start(second))
    with pytest.raises(offers.NoOffer, match="must have a winner"):
        offers.act(match_id=second.id, seat="home", kind="draw", do="make", client_id=uuid4())


@db
def test_a_void_first_leg_ends_both(cast):
    first = duel(cast.anna, cast.bruno, legs=2)
    command(first.id, "void", {"reason": ""})
    run(sweep)
    run(sweep)
    assert Match.objects.get().status == "void"


@db
def test_a_rematch_comes_after_the_second_leg_and_has_two_again(cast):
    first = first_leg(cast)
    with pytest.raises(offers.NoOffer, match="no rematch"):
        offers.act(match_id=first.id, seat="home", kind="rematch", do="make", client_id=uuid4())
    second = two_legs.open_second_leg(first.pk)

    async def play():
        await start(second)
        await kick(second, 0)

    run(play)
    for seat in SEATS:
        answer = offers.act(match_id=second.id, seat=seat, kind="rematch", do="make", client_id=uuid4())
    again = Match.objects.get(pk=answer.next_match)
    assert (again.leg, again.legs, again.rematch_allowed) == (1, 2, False)
    assert sides(again) == {"home": cast.bruno.pk, "away": cast.anna.pk}, "whoever began away is at home first"
    assert again.terms["draws_allowed"] and not any(again.terms["carry"].values())


def open_at_once(first, times):
    """Open the second leg of ``first`` in threads that wait for each other."""
    ready = threading.Barrier(times)

    def one():
        try:
            ready.wait(60)
            two_legs.open_second_leg(first.pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=one) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)


@db
def test_two_processes_open_one_second_leg(cast):
    first = first_leg(cast)
    open_at_once(first, 4)
    assert Match.objects.filter(leg=2).count() == 1
    again = first_leg(cast)

    async def scenario():
        other_process = Hall()
        try:
            await asyncio.gather(*(Sweeper(here).sweep() for here in (hall(), other_process)))
        finally:
            await other_process.close()

    run(scenario)
    again.refresh_from_db()
    assert Match.objects.filter(leg=2).count() == 2
    Match.objects.get(pk=again.second_leg_id).delete()
    run(sweep)
    assert Match.objects.filter(leg=2).count() == 1, "a second leg that is deleted does not open again"


@db
def test_without_the_lock_two_would_open(cast, monkeypatch):
    """The control: the same race without the lock on the first leg makes two second legs."""
    first, real, ready = first_leg(cast), two_legs.open_match, threading.Barrier(2)

    def slow(opening):
        ready.wait(60)  # both have seen that there is none
        return real(opening)

    monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **given: self)
    monkeypatch.setattr(two_legs, "open_match", slow)
    open_at_once(first, 2)
    assert Match.objects.filter(leg=2).count() == 2


@db
def test_a_process_that_dies_while_it_opens_the_second_leg_leaves_nothing_behind(cast, monkeypatch):
    first = first_leg(cast)

    def dies(self, **given):
        raise SystemError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(Match, "save", dies)  # the second leg is in the transaction, its first leg does not say so yet
        run(sweep)
    assert Match.objects.get() == first
    run(sweep)
    assert Match.objects.filter(leg=2).count() == 1


@db
def test_a_second_leg_that_today_s_game_refuses_is_tried_again_later(cast, caplog):
    first = first_leg(cast)
    Match.objects.filter(pk=first.pk).update(options={"kicks": 10**6})

    async def twice():
        sweeper = Sweeper(hall())
        await sweeper.sweep()
        await sweeper.sweep()

    run(twice)
    told = [record for record in caplog.records if str(first.pk) in record.getMessage()]
    assert len(told) == 1 and "kicks" in told[0].getMessage()
    assert Match.objects.count() == 1


@db
def test_every_way_to_a_friendly_takes_two_legs(cast):
    opened = [
        casual.play_bot(user=cast.anna, game="super_goal", bot="club", legs=2),
        casual.play_friend(user=cast.anna, game="dom_jim", legs=2),
        casual.hot_seat(user=cast.anna, second="Bice", game="fuba", legs=2),
    ]
    row = challenges.offer(user=cast.anna, game="super_goal", legs=2)
    assert challenges.offer(user=cast.anna, game="super_goal") != row, "another number is another offer"
    opened.append(challenges.accept(challenge_id=row.id, user=cast.bruno))
    assert [(match.leg, match.terms["draws_allowed"]) for match in opened] == [(1, True)] * 4
    assert casual.play_friend(user=cast.anna, game="dom_jim").leg == 0
    for ask in (
        lambda: casual.play_friend(user=cast.anna, game="dom_jim", legs=3),
        lambda: challenges.offer(user=cast.anna, game="dom_jim", legs=0),
    ):
        with pytest.raises(BadRules, match="1 to 2"):
            ask()


@db
def test_one_screen_swaps_the_names_and_bots_change_ends(cast):
    screen = casual.hot_seat(user=cast.anna, second="Bice", game="duel", legs=2)
    against = duel(cast.anna, bot(), legs=2, options={"kicks": 1})
    for match in (screen, against):
        run(lambda match=match: start(match))
        command(match.id, "resign", {"seat": "away"})
    run(sweep)
    run(sweep)
    seconds = {match.first_leg: match for match in Match.objects.filter(leg=2)}
    assert [seat.name for seat in seconds[screen].seats_in_order] == ["Bice", str(cast.anna)]
    assert [seat.bot for seat in seconds[against].seats_in_order] == ["random", ""]
    assert seconds[screen].mode == Match.Mode.HOT_SEAT


@db
def test_who_stays_away_from_the_second_leg_loses_it(cast):
    first = first_leg(cast, move_seconds=45)
    second = two_legs.open_second_leg(first.pk)
    Seat.objects.filter(match=second, side="home").update(seen_at=utcnow() + two_legs.WAIT)
    run(lambda: sweep(later=two_legs.WAIT.total_seconds() + 5))
    second.refresh_from_db()
    assert (second.status, second.result["winner"], second.result["how"]) == ("finished", "home", "no_show")
    for settings in ({}, {"move_seconds": 24 * 3600}):
        assert two_legs.open_second_leg(first_leg(cast, **settings).pk).no_show_at is None


@db
def test_programs_read_both_legs(cast, client):
    first = first_leg(cast)
    read = lambda match: client.get(f"/api/v1/matches/{match.pk}/").json()  # noqa: E731
    told = read(first)
    assert (told["legs"], told["leg"], told["part"], told["first_leg"], told["second_leg"]) == (
        2,
        1,
        "1st leg",
        None,
        None,
    )
    Match.objects.filter(pk=first.pk).update(result={**first.result, "score": {"home": 2, "away": 1}})
    second = two_legs.open_second_leg(first.pk)
    assert read(first)["second_leg"] == str(second.pk)
    run(lambda: start(second))
    told = read(second)
    assert (told["leg"], told["first_leg"], told["tie_winner"]) == (2, str(first.pk), None)
    assert told["aggregate"] == {"home": 1, "away": 2}
    command(second.id, "resign", {"seat": "away"})
    run(sweep)
    told = read(second)
    assert (told["aggregate"], told["tie_winner"]) == ({"home": 4, "away": 2}, "home")
    listed = {row["id"]: row["leg"] for row in client.get("/api/v1/matches/").json()["results"]}
    assert listed == {str(first.pk): 1, str(second.pk): 2}


@db
def test_the_pages_lead_from_leg_to_leg_and_name_the_winner_of_both(cast, client):
    first = first_leg(cast, title="Duel")
    Match.objects.filter(pk=first.pk).update(result={**first.result, "winner": "away", "score": {"home": 1, "away": 3}})
    page = f"/matches/{first.pk}/"
    before = client.get(page)
    assert "bruno wins the first leg" in before.content.decode() and "/rematch/" not in before.content.decode()
    second = two_legs.open_second_leg(first.pk)
    after = client.get(page, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200, "a visitor who has the page gets the new one"
    assert f"/matches/{second.pk}/" in after.content.decode()
    own = Client()
    own.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    home = own.get("/").content.decode()
    assert f"/matches/{second.pk}/" in home and "2nd leg" in home and f"/matches/{first.pk}/" not in home
    run(lambda: start(second))
    page = client.get(f"/matches/{second.pk}/").content.decode()
    assert f"/matches/{first.pk}/report/" in page and "2nd leg" in page
    assert "Goals of the first leg count: bruno 3, anna 1." in page
    assert "2nd leg" in client.get("/matches/").content.decode()
    command(second.id, "resign", {"seat": "home"})
    run(sweep)
    report = client.get(f"/matches/{second.pk}/report/").content.decode()
    assert "anna wins over two legs" in report, "3–3 on aggregate: bruno gave up"
    assert "2nd leg" in client.get("/matches/").content.decode(), "among those just finished"
