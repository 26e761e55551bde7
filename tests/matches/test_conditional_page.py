"""The page of conditional moves: a line grows move by move, is kept and deleted, and belongs to its player alone."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from matches.live.commands import command
from matches.live.rulings import obey
from matches.live.running import hall
from matches.models import ConditionalMoves
from tests.matches.table import run
from tests.matches.test_conditional import by_days, line_of, own_first, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(cast, client):
    """A match, the seat that waits, its signed-in client and the address of the page."""
    match, seat = by_days(cast)
    client.force_login(cast.anna if seat == "home" else cast.bruno, backend="django.contrib.auth.backends.ModelBackend")
    return match, seat, reverse("matches:plan", args=[match.pk])


def options(client, address):
    text = client.get(address).content.decode()
    return [int(number) for number in re.findall(r'<option value="(\d+)"', text)], text


def grown(client, address):
    """Add the first move there is until the line can be kept; its address."""
    at = address
    for _more in range(40):
        numbers, text = options(client, at)
        if 'value="keep"' in text:
            return at
        line = at.partition("line=")[2]
        at = client.post(address, {"do": "add", "line": line, "move": numbers[0]})["Location"]
    raise AssertionError("the line never comes to a reply")


def test_a_line_is_made_kept_and_deleted_without_a_script(client, table):
    match, _seat, address = table
    at = grown(client, address)
    client.post(address, {"do": "keep", "line": at.partition("line=")[2]})
    conditional_moves = ConditionalMoves.objects.get(match=match)
    assert len(conditional_moves.lines) == 1
    text = client.get(address).content.decode()
    assert "1/30" in text and "Delete line 1" in text
    client.post(address, {"do": "delete-0"})
    assert not ConditionalMoves.objects.exists()


def test_a_kept_line_goes_on_from_what_was_played(client, cast, table):
    """The other side has played the first part of its turn: the rest of the line stands."""
    match, seat, address = table
    line = line_of(match, seat)
    first = own_first(line, seat)
    client.put(
        reverse("api:api-conditional", args=[match.pk]),
        {"v": match.version, "lines": [[move for _, move in line]]},
        content_type="application/json",
    )
    assert ConditionalMoves.objects.get().lines == [[move for _, move in line]]
    if len(first) > 1:
        run(lambda: play(match, "away" if seat == "home" else "home", first[:1]))
        assert "1/30" in client.get(address).content.decode()


def test_a_line_outlives_a_referees_word(client, table):
    match, _seat, address = table
    at = grown(client, address)
    client.post(address, {"do": "keep", "line": at.partition("line=")[2]})
    command(match.pk, "message", {"reason": "think of the fair play table"})
    run(lambda: obey(hall(), match.pk))
    assert "1/30" in client.get(address).content.decode()


def test_numbers_that_are_no_moves_end_the_line_before_them(client, table):
    _match, _seat, address = table
    for line in ("9999", "x", "-1", "0.9999.1", "." * 300):
        text = client.get(address, {"line": line}).content.decode()
        assert "New line" in text


def test_a_line_without_a_reply_is_not_kept(client, table):
    _match, _seat, address = table
    numbers, _text = options(client, address)
    client.post(address, {"do": "keep", "line": str(numbers[0])})
    assert not ConditionalMoves.objects.exists()
    assert "cannot be kept" in client.get(address).content.decode()


def test_nobody_else_has_the_page_and_the_mover_is_told_why_not(client, cast, table):
    match, seat, address = table
    client.force_login(cast.stranger, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(address).status_code == 404
    mover = cast.bruno if seat == "home" else cast.anna
    client.force_login(mover, backend="django.contrib.auth.backends.ModelBackend")
    assert "waits for your opponent" in client.get(address).content.decode()
    assert match.pk
