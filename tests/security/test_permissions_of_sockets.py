"""The rows of ``permissions.txt`` for sockets, asked of a server that runs."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
import websockets

from tests.live.sockets import cookie_of, serving, sit
from tests.security.test_permissions import ROWS
from tests.security.town import ROLES, furnish

CLOSED = 4404


async def outcome(port: int, match: Any, cookie: str) -> str:
    """``seat``, ``look`` or ``refused``."""
    try:
        async with sit(port, match, cookie) as table:
            shown = await table.until("full")
            return "seat" if shown.get("you") else "look"
    except websockets.ConnectionClosed as closed:
        assert closed.rcvd is not None and closed.rcvd.code == CLOSED
        return "refused"


@pytest.mark.django_db(transaction=True)
def test_who_is_shown_a_match_and_who_sits_at_it() -> None:
    town = furnish()
    people = {role: town.people[role] for role in ROLES if role != "bot"}  # its token opens no socket
    cookies = {role: cookie_of(person) if person else "" for role, person in people.items()}
    rows = [row for row in ROWS if row.way == "SOCKET"]

    async def scenario(port: int) -> dict[tuple[str, str], str]:
        got = {}
        for place in {row.place for row in rows}:
            match = SimpleNamespace(pk=town.places[place]["match_id"])
            for role, cookie in cookies.items():
                got[place, role] = await outcome(port, match, cookie)
        return got

    with serving() as port:
        got = asyncio.run(scenario(port))
    for row in rows:
        wanted = {"seat"} if row.body == "seat" else {"seat", "look"}
        let_in = {role for role in cookies if got[row.place, role] in wanted}
        assert let_in == row.let_in - {"bot"}, row
