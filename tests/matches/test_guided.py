"""The guided first match: a real match against a beginner bot, with a coach; that it begins once and counts nowhere."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

import engines
from engines.core.text import say
from league.players.models import User
from league.statistics.models import Line
from league.statistics.verbs.matches import record_match
from matches.errors import SeatTaken
from matches.live import bots
from matches.live import moves as play
from matches.live.running import Hall, hall
from matches.models import Match, MatchCommand, MatchEvent
from matches.replay import playback
from matches.verbs import casual, guided
from tests.matches.table import run, start

pytestmark = pytest.mark.django_db(transaction=True)
COACHED = guided.coached()


def learner(client):
    """Press the button as nobody; return the guest and the match."""
    address = reverse("matches:learn", args=["super_goal"])
    if not client.cookies:  # a browser that was never here gets a cookie, and sends the form again
        answer = client.post(address)
        assert (answer.status_code, answer["Location"]) == (307, f"{address}?again=1")
        assert not User.objects.filter(kind="guest").exists()
    answer = client.post(f"{address}?again=1")
    match = Match.objects.get()
    assert answer.status_code == 302 and answer["Location"] == reverse("matches:live", args=[match.pk])
    return User.objects.get(pk=client.session["_auth_user_id"]), match


def by_the_coach(match, decisions):
    """The learner does what the coach says and the bot plays, at most ``decisions`` long; how many were made."""

    async def scenario():
        runtime = hall().runtime(match.pk)
        await runtime.ensure()
        moves_made = 0
        while moves_made < decisions and runtime.row.status == "live":
            if runtime.game.to_act(runtime.state) == ("away",):
                runtime.row.bot_due_at = runtime.hall.now()
                await bots.take_turn(hall(), match.pk)
                continue
            move = await asked(match)
            outcome = await play.submit(
                match_id=match.pk, seat="home", moves=[move], client_id=uuid4(), v=runtime.row.version
            )
            assert outcome.kind == "applied", outcome
            moves_made += 1
        return moves_made

    return run(scenario)


async def asked(match):
    """The move that the coach points at now."""

    def look():
        try:
            return pointed()
        finally:
            connection.close()

    def pointed():
        row = Match.objects.get(pk=match.pk)
        game = engines.get(row.game)
        now = guided.coaching(row)
        assert now.v == row.version and (now.words or now.point)
        state = game.from_wire(row.snapshot)
        moves = list(game.legal(state, "home"))
        choices = game.choices(game.view(state, "home"), "home", moves)
        if now.point is None:  # a line-up is drafted as a whole
            assert {choice["key"] for choice in choices} == {"place"}
            return moves[0]
        matching_moves = [
            choice["move"]
            for choice in choices
            if all(choice[key] == now.point[key] for key in ("label", "pick", "to"))
        ]
        assert matching_moves
        return matching_moves[0]

    return await sync_to_async(look, thread_sensitive=False)()


def begun(cast, game):
    """A guided match of anna after its kick-off."""
    match = guided.start(user=cast.anna, game=game)
    run(lambda: start(match))
    match.refresh_from_db()
    return match


def test_one_button_makes_a_guest_and_a_match(client):
    guest, match = learner(client)
    assert guest.kind == User.Kind.GUEST
    assert match.mode == Match.Mode.GUIDED and not match.listed and not match.rated and not match.rematch_allowed
    assert match.move_seconds is None and match.budget_seconds is None
    home, away = match.seats.order_by("-side")
    assert (home.user_id, home.bot) == (guest.pk, "") and away.bot == guided.BEGINNER


def test_it_begins_at_a_position_of_the_engine_and_the_log_says_so(cast):
    for game in COACHED:
        match = begun(cast, game)
        first = MatchEvent.objects.get(match=match)
        assert (first.seq, first.kind, first.move["type"], match.version) == (1, "ruling", "guided", 1)
        assert match.snapshot == first.move["wire"] and match.status == Match.Status.LIVE
        engine = engines.get(game)
        shown = list(playback.steps(match))
        assert shown[-1].view == engine.view(engine.from_wire(match.snapshot), None)
        assert match.rolls == len(match.opening["rolls"])  # the dice of the kick-off are the match's own


@pytest.mark.parametrize("game", COACHED)
def test_the_coach_goes_with_the_match(cast, game):
    match = begun(cast, game)
    moves_made = by_the_coach(match, 3)
    match.refresh_from_db()
    now = guided.coaching(match)
    assert moves_made == 3 and now.v == match.version
    assert now.done or now.words or now.point  # after a goal of the learner's the bot may be to act
    assert list(MatchEvent.objects.filter(match=match).order_by("seq").values_list("seq", flat=True)) == list(
        range(1, match.version + 1)
    )
    assert list(playback.steps(match))[-1].v == match.version


def test_after_enough_decisions_he_leads_on(cast, monkeypatch):
    monkeypatch.setattr(guided, "ENOUGH", 3)
    match = begun(cast, "super_goal")
    assert not guided.coaching(match).done
    by_the_coach(match, 3)
    match.refresh_from_db()
    assert guided.coaching(match).done


def test_a_second_process_reads_the_same_position(cast):
    match = begun(cast, COACHED[0])

    async def scenario():
        other = Hall()
        elsewhere = other.runtime(match.pk)
        await elsewhere.catch_up()
        state = elsewhere.game.to_wire(elsewhere.state)
        await other.close()
        return state

    assert run(scenario) == match.snapshot


def test_pressed_again_it_is_the_same_match_until_it_is_begun_anew(client):
    _guest, match = learner(client)
    address = reverse("matches:learn", args=["super_goal"])
    assert client.post(address)["Location"].endswith(f"{match.pk}/")
    assert Match.objects.count() == 1
    anew = client.post(address, {"anew": "1"})
    assert Match.objects.count() == 2 and str(match.pk) not in anew["Location"]
    assert MatchCommand.objects.get().match_id == match.pk  # the old one is closed


def test_two_taps_at_once_lead_to_one_match(cast):
    both = threading.Barrier(2, timeout=30)

    def tap():
        try:
            both.wait()
            return guided.start(user=cast.anna, game=COACHED[0]).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        one, other = (tapped.result(60) for tapped in [pool.submit(tap), pool.submit(tap)])
    assert one == other and Match.objects.count() == 1


def test_two_taps_of_somebody_without_cookie_make_one_guest_and_one_match():
    """A browser that was never here: the second tap comes when the first is on its way, with what cookie there is."""
    address = reverse("matches:learn", args=["super_goal"])
    carried = Client().post(address).cookies["csrftoken"].value
    both = threading.Barrier(2, timeout=30)

    def tap(path):
        phone = Client(headers={"Origin": "http://testserver"})
        phone.cookies["csrftoken"] = carried
        try:
            both.wait()
            answer = phone.post(path, follow=True)
            return answer.redirect_chain, phone.session["_auth_user_id"]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        taps = [pool.submit(tap, path) for path in (f"{address}?again=1", address)]
        one, other = (tapped.result(60) for tapped in taps)
    match = Match.objects.get()
    assert one == other and one[0][-1][0] == reverse("matches:live", args=[match.pk])
    assert str(User.objects.get(kind="guest").pk) == one[1]


def test_a_cookie_that_made_a_guest_makes_no_old_one_again(client):
    """A cookie used later belongs to somebody else."""
    guest, _match = learner(client)
    address, user = reverse("matches:learn", args=["super_goal"]), User.objects.get(pk=guest.pk)
    assert client.cookies["csrftoken"].value, "signing in gives another one"
    stale = Client()
    stale.cookies["csrftoken"] = "a" * 32
    stale.post(address)
    first = stale.session["_auth_user_id"]
    User.objects.filter(pk=first).update(date_joined=user.date_joined - timedelta(minutes=5))
    again = Client()
    again.cookies["csrftoken"] = "a" * 32
    again.post(address)
    assert again.session["_auth_user_id"] not in (first, str(guest.pk))


def test_a_page_that_was_open_before_its_reader_was_somebody_still_works(client):
    """Back to the page of the game, and pressed again: it holds no token, and the browser says where it comes from."""
    strict = Client(enforce_csrf_checks=True, headers={"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"})
    address = reverse("matches:learn", args=["super_goal"])
    first, again = strict.post(address, follow=True), strict.post(address, follow=True)
    assert first.redirect_chain[-1] == again.redirect_chain[-1] and again.status_code == 200
    assert Match.objects.count() == 1
    assert strict.post(address, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    assert strict.post(address, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_it_counts_nowhere(cast):
    match = begun(cast, "super_goal")
    by_the_coach(match, 200)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED and match.result
    record_match(match)
    assert not Line.objects.filter(match=match, counts=True).exists()
    assert guided.coaching(match).over
    with pytest.raises(SeatTaken):
        casual.rematch(match_id=match.pk, user=cast.anna)
    client = Client()
    address = reverse("matches:live", args=[match.pk])
    for part in ("", "replay.json", "report/", "verify/"):
        assert client.get(f"{address}{part}").status_code == 200
    assert client.get(f"{address}sheet.txt").status_code == 404  # its moves alone do not lead to its position
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(address).content.decode()
    assert "Play a real match against an easy bot" in page and "Challenge a friend" in page
    client.logout()
    for page in ("/", "/matches/", f"/players/{cast.anna.pk}/"):
        assert str(match.pk) not in client.get(page).content.decode()


def test_another_site_cannot_begin_one_for_a_visitor(client):
    address = reverse("matches:learn", args=["super_goal"])
    assert client.post(address, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    strict = Client(enforce_csrf_checks=True)
    guest, _match = learner(client)
    strict.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post(address).status_code == 403  # who is signed in sends the token
    assert client.get(address).status_code == 405
    assert client.post(reverse("matches:learn", args=["chess"])).status_code == 404


def test_who_may_not_sit_down_is_told_why(client, cast):
    cast.anna.sheltered = True
    cast.anna.save()
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(reverse("matches:learn", args=["super_goal"]), follow=True)
    assert "only works in the class" in answer.content.decode() and not Match.objects.exists()


def test_the_coach_stands_in_the_page_for_the_learner_alone_and_needs_no_script(client, cast):
    match = begun(cast, "super_goal")
    address, told = reverse("matches:live", args=[match.pk]), reverse("matches:coach", args=[match.pk])
    assert "data-told" not in client.get(address).content.decode() and client.get(told).status_code == 404
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(address).content.decode()
    now = guided.coaching(match)
    assert "plainmoves" in page and now.reason
    for sentence in (now.words, now.reason):
        assert escape(say(sentence)) in page and escape(say(sentence)) in client.get(told).content.decode()
    client.cookies["django_language"] = "it"
    for sentence in (now.words, now.reason):
        assert escape(say(sentence, "it")) in client.get(told).content.decode()
    assert str(match.pk) not in client.get("/").content.decode()  # who has left it is not nagged
    plain = begun_without_coach(cast)
    assert client.get(reverse("matches:coach", args=[plain.pk])).status_code == 404


def begun_without_coach(cast):
    return casual.play_bot(user=cast.anna, game="super_goal", bot="random")


@pytest.mark.parametrize("path", ["/", "/matches/", "/games/super_goal/"])
def test_the_button_stands_where_a_newcomer_looks(client, path):
    assert f'action="{reverse("matches:learn", args=["super_goal"])}"' in client.get(path).content.decode()
