"""The review of a match: an account that adds up, made once whoever is killed, and nothing of a match still played."""

from __future__ import annotations

from datetime import timedelta
from itertools import combinations, pairwise
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

import engines
from engines import review as reckoning
from engines import values
from engines.core.dice import SeededDice
from engines.core.seats import SEATS
from league.players.models import User
from matches import archiving, tasks
from matches.models import Match, MatchEvent, Review, ReviewedSide, Seat
from matches.replay.review import ABOVE, LETTER, LINE, UNDER, WIDE, _drawing, _heart, account, in_language
from matches.verbs import reviews
from matches.verbs.reviews import Step, steps_of
from tests.league.statistics.played import played
from tests.matches import toy_values
from tests.matches.table import duel

NAMES = {"home": "anna", "away": "bruno"}
TOYS = {"duel": toy_values.Duel, "super_goal": toy_values.ByScore}


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """The values of the tests in place of the games' own."""
    monkeypatch.setattr(values, "_values", TOYS.get)


def duelled(home, away, seed=3, kicks=20, result=None, last=None, placed=None):
    """A finished duel with its log; ``last`` is a host move in place of the last kicks, ``placed`` what was set up."""
    game, dice = engines.get("duel"), SeededDice(seed)
    state, events = game.new({"kicks": kicks}, {}, dice)
    opening, rows, seen = {"rolls": dice.rolled[:], "events": events}, [], len(dice.rolled)
    if placed is not None:
        state = game.from_wire({**game.to_wire(state), **placed})
        rows.append(("ruling", "", {"type": "position", "wire": game.to_wire(state), "line": ""}, [], []))
        kicks += 1  # rows
    while game.to_act(state) and len(rows) < (kicks if last is None else kicks - 5):
        seat = game.to_act(state)[0]
        state, events = game.apply(state, seat, {"type": "kick"}, dice)
        rows.append(("move", seat, {"type": "kick"}, events, dice.rolled[seen:]))
        seen = len(dice.rolled)
    if last is not None:
        state, events = game.apply(state, None, last, dice)
        rows.append(("move", "", last, events, dice.rolled[seen:]))
    wire = game.to_wire(state)
    result = result or {**wire["result"], "score": wire["score"], "source": "play", "reason": ""}
    now = timezone.now()
    match = Match.objects.create(
        game="duel", rules_version=1, options=wire["options"], terms=wire["terms"], opening=opening, result=result,
        version=len(rows), snapshot=wire, status="finished", started_at=now, finished_at=now,
        mode=Match.Mode.ORDINARY if placed is None else Match.Mode.POSITION,
    )  # fmt: skip
    for side, user in (("home", home), ("away", away)):
        Seat.objects.create(match=match, side=side, user=user, name=user.nickname)
    MatchEvent.objects.bulk_create(
        MatchEvent(
            match=match, client_id=uuid4(), seq=n, kind=kind, at=now, seat=seat, move=move, events=happened, rolls=rolls
        )
        for n, (kind, seat, move, happened, rolls) in enumerate(rows, 1)
    )
    return match


def made(match):
    reviews.ask(match)
    while reviews.work(match.pk):
        pass
    return Review.objects.get(pk=match.pk)


def adds_up(match, review):
    """The posts of both sides add up to the result, to the digit that is shown."""
    posts = account(match, steps_of(review))
    for side in ("home", "away"):
        amounts = [getattr(post, side) for post in posts]
        assert round(sum(amounts[:-1]), 1) == amounts[-1], posts
    return {post.key: post.home for post in posts}


@pytest.mark.django_db
def test_start_luck_and_mistakes_are_the_result(cast):
    for seed in range(5):
        match = duelled(cast.anna, cast.bruno, seed)
        posts = adds_up(match, made(match))
        assert "drift" not in posts and "decided" not in posts, "a solved game closes"
        assert posts["home_errors"] == posts["away_errors"] == 0, "a kick is the only move"
        assert posts["start"] == pytest.approx(50), "the toss decides who begins: before it both are equal"
        assert posts["home_luck"] or posts["away_luck"], "the dice decide everything"


@pytest.mark.django_db
def test_a_match_from_a_position_starts_with_its_value(cast):
    match = duelled(cast.anna, cast.bruno, placed={"score": {"home": 4, "away": 0}})
    posts = adds_up(match, made(match))
    assert posts["start"] > 90 and "toss" not in posts, "no kick-off was played"


@pytest.mark.django_db
def test_reviews_of_the_first_reckoning_are_made_again(cast, monkeypatch):
    """Their matches from a position started with a kick-off that was never played."""
    match = duelled(cast.anna, cast.bruno, placed={"score": {"home": 4, "away": 0}})
    with monkeypatch.context() as patched:
        patched.setattr(reviews, "VERSION", 1)
        steps = made(match).steps
        Review.objects.update(steps=[[0, "", 50.0, *steps[0][3:]], *steps[1:]])
    assert reviews.current(match) is None, "what it said is not shown"
    assert reviews.ask_again(5) == [match.pk]
    assert adds_up(match, made(match))["start"] > 90 and reviews.ask_again(5) == []


@pytest.mark.django_db
def test_a_fitted_game_says_what_it_cannot_explain(cast):
    match = played("super_goal", cast.anna, cast.bruno)
    review = made(match)
    report = in_language(match, review, "en", NAMES)
    adds_up(match, review)
    assert report.is_estimate and report.rolls and len(report.turns) == 3
    assert review.status == "done" and len(review.steps) == match.version + 1
    luck = {row.side: row for row in ReviewedSide.objects.filter(match=match)}
    assert luck["home"].fortune == -luck["away"].fortune
    assert 0 < luck["home"].sound <= luck["home"].decisions
    steps = steps_of(review)
    for before, after in pairwise(steps):
        sign = -1 if after.seat == "away" else 1
        luck_of_it = after.home_luck + after.away_luck + after.toss_luck
        assert after.value == pytest.approx(before.value + luck_of_it - sign * after.error + after.drift, abs=1e-5)


def test_a_turning_point_tells_the_play_up_to_its_goal():
    lines = [{"kind": kind, "text": kind, "seat": None} for kind in ("note", "play", "goal", "whistle", "play")]
    assert [line["kind"] for line in _heart(lines)] == ["play", "goal"]
    assert [line["kind"] for line in _heart(lines[3:])] == ["play"]
    assert _heart(lines[:1]) == lines[:1], "a note where there is nothing else"


@pytest.mark.django_db
@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=2, max_size=120))
def test_no_two_labels_of_the_line_lie_over_each_other(played):
    steps = [
        Step(v, "home", value, when=f"{v}′", goal="home" if scored else "", score="10–9")
        for v, (scored, value) in enumerate(played)
    ]
    drawing = _drawing("wide", WIDE, steps, [])
    assert len(drawing.goals) == sum(scored for scored, _value in played)
    labels = [(goal.x, goal.y + goal.dy, len(goal.score)) for goal in drawing.goals if goal.dy is not None]
    ticks = [(at, drawing.foot, len(words)) for words, at in drawing.ticks]
    for (x, y, letters), (other_x, other_y, others) in [*combinations(labels, 2), *combinations(ticks, 2)]:
        assert abs(x - other_x) >= LETTER * (letters + others) / 2 or abs(y - other_y) >= LINE
    for goal in drawing.goals:
        if goal.dy is None:
            for dy in (ABOVE, UNDER):
                near = [
                    abs(goal.x - x) < LETTER * (len(goal.score) + letters) / 2 and abs(goal.y + dy - y) < LINE
                    for x, y, letters in labels
                ]
                assert any(near), "a label with room for it is missing"


def test_a_game_without_dice_has_accuracy_and_no_account(cast, client, monkeypatch):
    monkeypatch.setattr("matches.replay.review.LEAST_ROLLS", 10**6)
    match = played("super_goal", cast.anna, cast.bruno)
    made(match)
    page = client.get(f"/matches/{match.pk}/review/").content.decode()
    assert "This game has no luck worth counting." in page and "Lost two points or more" in page
    assert "At the start" not in page


@pytest.mark.django_db
def test_only_confirmed_mistakes_are_shown(cast, monkeypatch):
    match = played("super_goal", cast.anna, cast.bruno)
    review = made(match)
    report = in_language(match, review, "en", NAMES)
    confirmed = {one["v"] for one in review.mistakes if one["confirmed"]}
    assert {one.v for side in report.sides for one in side.mistakes} <= confirmed and confirmed
    for side in report.sides:
        assert len(side.mistakes) <= 3
        for mistake in side.mistakes:
            assert (
                mistake.played != mistake.better
                and mistake.why
                and "<svg" in mistake.board
                and " id=" not in mistake.board
            )
    Review.objects.all().delete()
    monkeypatch.setattr(reckoning, "confirm", lambda *args: None)
    report = in_language(match, made(match), "en", NAMES)
    assert not any(side.mistakes for side in report.sides)


@pytest.mark.django_db
def test_slices_and_lost_workers_leave_what_one_run_leaves(cast, monkeypatch):
    match = played("super_goal", cast.anna, cast.bruno)
    whole = made(match)
    expected = (whole.steps, whole.mistakes)
    Review.objects.all().delete()
    monkeypatch.setattr(reviews, "SLICE_SECONDS", 0.01)
    reviews.ask(match)
    write, slices = reviews._write, 0

    def lost(review, known):
        nonlocal slices
        slices += 1
        if slices % 3 == 0:
            return True  # killed before its statement: nothing is written, and the row stays taken
        return write(review, known)

    monkeypatch.setattr(reviews, "_write", lost)
    while Review.objects.get(pk=match.pk).status == "open":
        reviews.work(match.pk)
        Review.objects.filter(busy_until__isnull=False).update(busy_until=timezone.now() - timedelta(seconds=1))
    again = Review.objects.get(pk=match.pk)
    assert slices > 5 and (again.steps, again.mistakes) == expected
    assert ReviewedSide.objects.filter(match=match).count() == 2


@pytest.mark.django_db
def test_two_workers_do_not_write_over_each_other(cast):
    match = duelled(cast.anna, cast.bruno)
    reviews.ask(match)
    Review.objects.update(busy_until=timezone.now() + timedelta(minutes=1))
    assert not reviews.work(match.pk), "another worker has it"
    late = Review.objects.select_related("match").get(pk=match.pk)
    Review.objects.update(busy_until=None)
    while reviews.work(match.pk):
        pass
    late.status = "failed"
    assert not reviews._write(late, (0, 0))
    assert Review.objects.get(pk=match.pk).status == "done"


@pytest.mark.django_db
def test_a_slice_that_kills_its_workers_is_given_up(cast):
    match = duelled(cast.anna, cast.bruno)
    reviews.ask(match)
    Review.objects.update(tries=reviews.MOST_TRIES)
    assert not reviews.work(match.pk)
    assert Review.objects.get(pk=match.pk).status == "failed"


@pytest.mark.django_db
def test_new_values_make_it_anew(cast, monkeypatch):
    match = duelled(cast.anna, cast.bruno)
    made(match)
    assert reviews.current(match) is not None

    class Later(toy_values.Duel):
        CARD = toy_values.Duel.CARD._replace(made="2026-12-01")

    monkeypatch.setitem(TOYS, "duel", Later)
    assert reviews.current(match) is None, "what old values said is not shown"
    assert reviews.ask(match).status == "open" and not ReviewedSide.objects.exists()
    assert made(match).status == "done" and reviews.ask_again(5) == []


@pytest.mark.django_db
@pytest.mark.parametrize("made_at", ["2020-01-01", "2036-12-01"])
def test_reviews_by_values_of_any_other_day_are_old(cast, monkeypatch, made_at):
    """Marks of other days stand before today's and after it: both are found, by a range of an index each."""
    match = duelled(cast.anna, cast.bruno)
    made(match)
    assert reviews.ask_again(5) == []

    class Other(toy_values.Duel):
        CARD = toy_values.Duel.CARD._replace(made=made_at)

    monkeypatch.setitem(TOYS, "duel", Other)
    assert reviews.ask_again(5) == [match.pk]


@pytest.mark.django_db
def test_old_values_are_replaced_without_being_asked(cast, monkeypatch):
    match, older = duelled(cast.anna, cast.bruno), duelled(cast.anna, cast.bruno)
    made(match), made(older)
    Match.objects.filter(pk=older.pk).update(rules_version=0)
    assert reviews.ask_again(5) == []
    monkeypatch.setattr(reviews, "VERSION", 99)
    assert reviews.ask_again(5) == [match.pk], "older rules keep what they had"
    assert made(match).status == "done" and reviews.ask_again(5) == []


@pytest.mark.django_db
def test_time_is_bounded(cast, monkeypatch):
    match = duelled(cast.anna, cast.bruno)
    monkeypatch.setattr(reviews, "SLICE_SECONDS", 1e-9)
    monkeypatch.setattr(reviews, "MOST_SECONDS", 1e-9)
    reviews.ask(match)
    reviews.work(match.pk)
    monkeypatch.setattr(reviews, "SLICE_SECONDS", 2)
    review = made(match)
    assert review.status == "done" and len(review.steps) < match.version
    assert in_language(match, review, "en", NAMES).cut.startswith("Reviewed up to move")
    adds_up(match, review)


@pytest.mark.django_db
def test_resignations_time_outs_and_awards_have_their_own_post(cast):
    resigned = duelled(cast.anna, cast.bruno, last={"type": "resign", "seat": "home"})
    posts = adds_up(resigned, made(resigned))
    assert posts["resigned"] < 0 and posts["home_errors"] == 0
    award = {"winner": "away", "how": "award", "score": {"home": 0, "away": 3}, "source": "award", "reason": "late"}
    awarded = duelled(cast.anna, cast.bruno, result=award)
    posts = adds_up(awarded, made(awarded))
    assert posts["result"] == 0
    first = Match.objects.get(pk=duelled(cast.anna, cast.bruno, last=None).pk)
    seat = first.log.first().seat
    first.log.filter(seq=1).update(seat="", move={"type": "timeout", "seat": seat})
    steps = reviews.steps_of(made(first))
    assert steps[1].seat == seat, "the clock plays for a side that is late"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"status": "live", "result": None}, "running"),
        ({"status": "paused"}, "running"),
        ({"status": "void"}, "void"),
        ({"mode": "practice"}, "kind"),
        ({"mode": "guided"}, "kind"),
        ({"rules_version": 0}, "older_rules"),
        ({"snapshot": None}, "not_played"),
        ({}, "no_values"),
    ],
)
def test_what_has_no_review_says_why(cast, client, monkeypatch, change, why):
    match = duelled(cast.anna, cast.bruno)
    if change:
        Match.objects.filter(pk=match.pk).update(**change)
    else:
        monkeypatch.delitem(TOYS, "duel")
    match.refresh_from_db()
    assert reviews.refusal(match) == why
    with pytest.raises(reviews.NoReview):
        reviews.ask(match)
    if why != "not_played":
        for user in (None, cast.anna, cast.bruno, cast.stranger):
            if user is not None:
                client.force_login(user)
            page = client.get(f"/matches/{match.pk}/review/")
            assert page.status_code == 200 and b'<form class="body' not in page.content
            assert b"goalpt" not in page.content
            assert client.post(f"/api/v1/matches/{match.pk}/review/").status_code == 409
    assert not Review.objects.exists()


@pytest.mark.django_db
def test_an_archived_log_is_reviewed_as_its_rows_were(cast):
    young, old = (duelled(cast.anna, cast.bruno) for _age in range(2))
    assert archiving.archive(old.pk)
    assert not old.log.exists()
    reviewed = [made(match) for match in (young, old)]
    assert reviewed[0].steps == reviewed[1].steps
    accounts = [account(review.match, steps_of(review)) for review in reviewed]
    assert accounts[0] == accounts[1]
    assert in_language(old, reviewed[1], "en", NAMES).turns


@pytest.mark.django_db
def test_options_without_values_have_no_review(cast, client, monkeypatch):
    class Few(toy_values.Duel):
        @staticmethod
        def supports(state):
            return state["options"]["kicks"] < 10

    monkeypatch.setitem(TOYS, "duel", Few)
    match = duelled(cast.anna, cast.bruno)
    assert reviews.refusal(match) == "unsupported"
    assert b"do not cover the options" in client.get(f"/matches/{match.pk}/review/").content
    assert reviews.refusal(duelled(cast.anna, cast.bruno, kicks=8)) == ""


@pytest.mark.django_db
def test_a_match_that_goes_on_elsewhere_is_not_reviewed_before_that_one_is_over(cast):
    """The old match ends with the position that the new one begins with: its mistakes would be advice."""
    match = duelled(cast.anna, cast.bruno)
    made(match)
    middle = duelled(cast.anna, cast.bruno)
    Match.objects.filter(pk=middle.pk).update(status="void", resumed_from=match, resumed_v=4)
    assert reviews.refusal(match) == ""
    later = duel(cast.anna, cast.bruno)
    Match.objects.filter(pk=later.pk).update(resumed_from=middle, resumed_v=4)
    assert reviews.refusal(match) == "continued"
    page = Client().get(f"/matches/{match.pk}/review/").content.decode()
    assert "goalpt" not in page and "Another match goes on from this one" in page
    assert Client().get(f"/api/v1/matches/{match.pk}/review/").status_code == 409


@pytest.mark.django_db
def test_it_is_asked_for_by_a_press_and_shown_without_a_script(cast, client, settings):
    settings.CELERY_TASK_ALWAYS_EAGER = True
    match = played("super_goal", cast.anna, cast.bruno)
    address = f"/matches/{match.pk}/review/"
    assert b"Make the review" in client.get(address).content
    assert not Review.objects.exists(), "reading a page writes nothing"
    client.post(address)
    made(match)
    page = client.get(address).content.decode()
    assert page.count('<svg class="graph') == 2 and "At the start" in page and "Better" in page
    assert "Make the review" not in page
    italian = client.get(address, headers={"Accept-Language": "it"}).content.decode()
    assert "All’inizio" in italian
    tag = Client().get(address)["ETag"]
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.django_db
def test_the_api_gives_what_the_page_shows(cast, client):
    match = played("super_goal", cast.anna, cast.bruno)
    address = f"/api/v1/matches/{match.pk}/review/"
    assert client.get(address).json()["status"] == "none"
    assert client.post(address).status_code == 202
    made(match)
    body = client.get(address).json()
    assert body["status"] == "done" and len(body["steps"]) == match.version + 1
    assert [step["v"] for step in body["steps"]] == list(range(match.version + 1))
    assert body["account"][-1]["key"] == "result" and {side["side"] for side in body["sides"]} == set(SEATS)
    assert client.post(address).status_code == 200


@pytest.mark.django_db
def test_peoples_matches_are_reviewed_by_themselves_one_at_a_time(cast, monkeypatch):
    sent = []
    monkeypatch.setattr(tasks, "kick_review", sent.append)
    bots = User.objects.create(kind="bot", nickname="house", bot="greedy")
    match = duelled(cast.anna, cast.bruno)
    Seat.objects.filter(match=duelled(cast.anna, bots)).update(bot="greedy")
    assert tasks.continue_reviews() == 1 and sent == [match.pk], "bots among themselves are not"
    assert tasks.continue_reviews() == 0, "the task that was just sent has time to begin"
    Review.objects.update(asked_at=timezone.now() - timedelta(minutes=1))
    assert tasks.continue_reviews() == 1
    while reviews.work(match.pk):
        pass
    assert tasks.continue_reviews() == 0


@pytest.mark.django_db
def test_pages_ask_the_database_as_often_for_any_review(cast, django_assert_max_num_queries):
    match = played("super_goal", cast.anna, cast.bruno)
    made(match)
    with django_assert_max_num_queries(12):
        Client().get(f"/matches/{match.pk}/review/")
