"""A match of a competition for members: no socket, no word of the feed for others, also from when it closes."""

import asyncio

import pytest
import websockets
from django.db import connection, transaction

from league.clubs.verbs import clubs, members
from league.competitions.log import journal
from league.competitions.verbs import visibility
from matches import feed
from tests.cast import account
from tests.league.builders import running
from tests.league.tables import open_fixtures
from tests.live.sockets import cookie_of, serving, sit
from tests.live.test_feed import Reader, until_heard

pytestmark = pytest.mark.django_db(transaction=True)


def close(competition, by):
    """For members from now on; the connection of the thread that does it is given back."""
    try:
        visibility.show_to(competition=competition, by=by, visibility=competition.Visibility.MEMBERS)
    finally:
        connection.close()


async def code_of(table):
    """With which code the server ends the socket, whatever it sends before."""
    with pytest.raises(websockets.ConnectionClosed) as closed:
        for _ in range(20):
            await table.read(10)
    return closed.value.rcvd.code


def test_who_looks_on_is_sent_away_and_not_let_in_again(cast):
    cup = running(cast.organiser)
    match = open_fixtures(cup)[0].match
    outside, inside = cookie_of(cast.stranger), cookie_of(cast.organiser)

    async def scenario(port):
        async with sit(port, match, outside) as watching, sit(port, match, inside) as member:
            await watching.until("full")
            await member.until("full")
            await asyncio.to_thread(close, cup, cast.organiser)
            assert await code_of(watching) == await code_of(member) == 1013, "everybody is asked to come again"
        async with sit(port, match, outside) as again:
            assert await code_of(again) == 4404
        async with sit(port, match) as nobody:
            assert await code_of(nobody) == 4404
        async with sit(port, match, inside) as member:
            await member.until("full")

    with serving() as port:
        asyncio.run(scenario(port))


def test_the_feed_of_it_says_nothing_to_others(cast):
    cup = running(cast.organiser, visibility="members")
    match = open_fixtures(cup)[0].match
    asked = f"topic=competition:{cup.pk}&topic=match:{match.pk}"
    with serving() as port:
        outside, inside = Reader(port, asked, cookie_of(cast.stranger)), Reader(port, asked, cookie_of(cast.organiser))
        assert outside.answer.status == inside.answer.status == 200, "as if there were no such competition"
        assert inside.ready.wait(30) and outside.ready.wait(30)
        until_heard(f"competition:{cup.pk}")
        with transaction.atomic():
            journal.changed(cup)
        inside.wait_for(topic=f"competition:{cup.pk}")
        assert outside.heard == []
        for reader in (outside, inside):
            reader.close()


def test_who_is_a_member_no_more_looks_on_no_more(db):
    owner, first, second = (account(name) for name in ("organiser", "anna", "bruno"))
    club = clubs.create(by=owner, name="Bar Centrale", joining="open")
    cup = running(owner, visibility="members", club=club)
    match = open_fixtures(cup)[0].match
    mine, _other = (members.join(club=club, by=person) for person in (first, second))
    anna, bruno = cookie_of(first), cookie_of(second)

    def remove():
        try:
            members.end(membership=mine, by=owner)
        finally:
            connection.close()

    async def scenario(port):
        async with sit(port, match, anna) as removed, sit(port, match, bruno) as member:
            await removed.until("full")
            await member.until("full")
            await asyncio.to_thread(remove)
            assert await code_of(removed) == 1013
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(member.link.wait_closed(), 0.5)
        async with sit(port, match, anna) as again:
            assert await code_of(again) == 4404

    with serving() as port:
        heard = Reader(port, f"topic=match:{match.pk}", anna)
        assert heard.ready.wait(30)
        until_heard(f"match:{match.pk}")
        until_heard(feed.LEFT)
        asyncio.run(scenario(port))
        heard.thread.join(30)
        assert not heard.thread.is_alive(), "the stream of events ends too"
        heard.close()
