"""Open sockets and streams end with their session: a new PIN or link, signing out, a new password."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone

from league.classes import pins
from league.classes import verbs as classes
from league.competitions.verbs import entries
from league.players.models import User
from league.players.policy.sessions import still_open
from league.players.verbs import sessions
from matches import feed
from matches.sessions import OpenSessions
from matches.upkeep import sweeper
from tests.cast import PASSWORD
from tests.league.builders import competition
from tests.live.sockets import cookie_of, serving, sit
from tests.live.test_closed import code_of
from tests.live.test_feed import Reader, until_heard
from tests.matches.table import duel

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_hash")]
BACKEND = "django.contrib.auth.backends.ModelBackend"


def cookie(client):
    return f"sessionid={client.cookies['sessionid'].value}"


def by_card(cast):
    """A pupil with a card, and what renews the PIN."""
    day = timezone.localdate() + timedelta(days=30)
    school = classes.make(
        by=cast.organiser, name="Class 5b", game="super_goal", preset="league", names="Lea\nMax\nSofia", delete_on=day
    )
    card = school.cards.select_related("user", "school__competition").first()
    client = Client()
    client.post(f"/class/card/{card.key}/", {"pin": pins.pin_of(card.nonce)})
    return card.user, cookie(client), lambda: classes.new_pin(card=card, by=cast.organiser)


def by_link(cast):
    """A name with a personal link, and what renews the link."""
    cup = competition(cast.organiser)
    (entrant,) = entries.enter_names(competition=cup, by=cast.organiser, names="Ugo")
    client = Client()
    client.post(f"/enter/{entrant.personal_key}/", {"do": "play"})
    return entrant.player, cookie(client), lambda: entries.new_personal_key(entrant=entrant, by=cast.organiser)


def signed_in(cast):
    client = Client()
    client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    return client


def by_sign_out(cast):
    client = signed_in(cast)
    return cast.anna, cookie(client), lambda: client.post("/accounts/logout/")


def by_sign_out_elsewhere(cast):
    here, there = signed_in(cast), signed_in(cast)
    return cast.anna, cookie(there), lambda: here.post("/settings/sessions/", {"do": "others"})


def by_ending_it(cast):
    here, there = signed_in(cast), signed_in(cast)

    def end():
        key = there.cookies["sessionid"].value
        row = cast.anna.usersession_set.get(session_key=key)
        here.post("/settings/sessions/", {"session": row.pk})

    return cast.anna, cookie(there), end


def by_password(cast):
    here, there = signed_in(cast), signed_in(cast)
    form = {"oldpassword": PASSWORD, "password1": "another long password", "password2": "another long password"}
    return cast.anna, cookie(there), lambda: here.post("/accounts/password/change/", form)


WAYS = [by_card, by_link, by_sign_out, by_sign_out_elsewhere, by_ending_it, by_password]


@pytest.mark.parametrize("way", WAYS)
def test_an_open_socket_and_stream_end_with_their_session(cast, way):
    user, opened, end = way(cast)
    match, bruno = duel(user, cast.bruno), cookie_of(cast.bruno)

    def act():
        try:
            end()
        finally:
            connection.close()

    async def scenario(port):
        async with sit(port, match, opened) as table, sit(port, match, bruno) as other:
            await table.until("full")
            assert table.state["you"] == "home"
            await other.until("full")
            await asyncio.to_thread(act)
            assert await code_of(table) == 1013
            matching_frames = [frame for frame in table.frames if frame["t"] == "bye"]
            assert [frame["code"] for frame in matching_frames] == ["signed_out"]
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(other.link.wait_closed(), 0.3)
        async with sit(port, match, opened) as again:
            assert (await again.until("full"))["you"] is None, "as somebody who looks on"

    with serving() as port:
        reader = Reader(port, f"topic=user:{user.pk}", opened)
        assert reader.answer.status == 200 and reader.ready.wait(30)
        until_heard(f"user:{user.pk}")
        until_heard(feed.SIGNED_OUT)
        asyncio.run(scenario(port))
        reader.thread.join(30)
        assert not reader.thread.is_alive(), "the stream ends too"
        reader.close()
        refused = Reader(port, f"topic=user:{user.pk}", opened)
        assert refused.answer.status == 403
        refused.close()


@pytest.mark.parametrize("way", WAYS)
def test_the_session_is_over_before_its_connections_look_at_it(cast, way, monkeypatch):
    """Else they find it open and stay until the next look at all, half a minute later."""
    user, opened, end = way(cast)
    pair = (opened.removeprefix("sessionid="), str(user.pk))
    seen = []
    monkeypatch.setattr(feed, "publish_signed_out", lambda user_id: seen.append((user_id, still_open({pair}))))
    assert still_open({pair}) == {pair}
    end()
    assert seen and all(found == (user.pk, set()) for found in seen)


def test_a_lost_poke_is_made_up_for(cast, monkeypatch):
    """Valkey may lose the message, and an expired session sends none: every half minute all are looked at."""
    monkeypatch.setattr(sweeper, "CHECK_SECONDS", 0.2)
    client = signed_in(cast)
    match = duel(cast.anna, cast.bruno)

    def expire():
        Session.objects.filter(session_key=client.cookies["sessionid"].value).update(
            expire_date=timezone.now() - timedelta(seconds=1)
        )
        connection.close()

    async def scenario(port):
        async with sit(port, match, cookie(client)) as table:
            await table.until("full")
            await asyncio.to_thread(expire)
            assert await code_of(table) == 1013

    with serving() as port:
        asyncio.run(scenario(port))


def test_a_check_of_many_costs_two_queries(cast, django_assert_num_queries):
    pairs = set()
    for user in (cast.anna, cast.bruno, cast.stranger):
        for _n in range(3):
            client = Client()
            client.force_login(user, backend=BACKEND)
            pairs.add((client.cookies["sessionid"].value, str(user.pk)))
    with django_assert_num_queries(2):
        assert still_open(pairs) == pairs
    sessions.end_all(user=cast.anna)
    assert still_open(pairs) == {pair for pair in pairs if pair[1] != str(cast.anna.pk)}
    User.objects.filter(pk=cast.bruno.pk).update(is_active=False)
    assert {user for _key, user in still_open(pairs)} == {str(cast.stranger.pk)}


async def test_leaving_twice_is_harmless(transactional_db):
    ended = []
    here = OpenSessions()
    here.enter("key", "user", ended.append)
    here.leave("key", "user", ended.append)
    here.leave("key", "user", ended.append)
    here.leave("", "user", ended.append)
    await here.check()
    assert ended == [] and not here._ends


async def test_only_the_named_user_is_looked_at(transactional_db):
    ended = []
    here = OpenSessions()
    ids = [str(user.pk) for user in await sync_to_async(lambda: [User(), User()])()]
    for one in ids:
        here.enter(f"no session of {one}", one, lambda one=one: ended.append(one))
    await here.check(ids[0])
    assert ended == ids[:1]
    await here.check()
    assert set(ended) == set(ids)
