"""Attack: personal links that chat programs open, that stand in logs and caches, or that somebody else opens."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.competitions.verbs import entries
from tests.cast import PASSWORD
from tests.league.builders import competition
from tests.league.privacy.person import dump
from tests.security.town import addresses_of_all, furnish, path_of

pytestmark = pytest.mark.django_db


def test_a_chat_program_that_looks_changes_nothing_and_learns_no_session(db, settings, caplog):
    town = furnish()
    settings.ACCESS_LOG = True
    caplog.set_level("INFO")
    assert len(town.keys) > 8
    for name, key in town.keys.items():
        path = path_of(town, name)
        assert key in path and name in addresses_of_all()
        before = dump()
        for method in ("head", "get"):
            program = Client(headers={"User-Agent": "TelegramBot (like TwitterBot)"})
            answer = getattr(program, method)(path)
            assert dump() == before, f"{method} {path} changes something"
            assert "sessionid" not in answer.cookies, path
            assert answer.status_code < 400 or (method, answer.status_code) == ("head", 405), path
            assert answer["Referrer-Policy"] == "same-origin", path
            assert "public" not in answer.get("Cache-Control", ""), path
        for address in re.findall(r'(?:href|src|action)="(https?://[^"]+)"', answer.content.decode()):
            assert key not in address or address.startswith("http://testserver/"), f"{path} tells {address}"
        assert key not in "".join(record.getMessage() for record in caplog.records), f"{path} is in the log"


def test_the_page_tells_that_it_was_opened(cast):
    cup = competition(cast.organiser)
    entries.enter_names(competition=cup, by=cast.organiser, names="Ugo\nIda")
    for entrant, do in zip(cup.entrants.order_by("pk"), ("opened", "play"), strict=True):
        path, reader = f"/enter/{entrant.personal_key}/", Client()
        assert 'value="opened"' in reader.get(path).content.decode()
        entrant.refresh_from_db()
        assert entrant.link_opened_at is None
        reader.post(path, {"do": do})
        entrant.refresh_from_db()
        assert entrant.link_opened_at is not None
        assert 'value="opened"' not in reader.get(path).content.decode()
        assert reader.get("/").wsgi_request.user.is_authenticated is (do == "play")


def test_who_tries_a_link_out_has_not_opened_it(cast):
    cup = competition(cast.organiser)
    (entrant,) = entries.enter_names(competition=cup, by=cast.organiser, names="Ugo")
    organiser = Client()
    organiser.post("/accounts/login/", {"login": "organiser", "password": PASSWORD})
    assert organiser.post(f"/enter/{entrant.personal_key}/", {"do": "opened"}).status_code == 204
    entrant.refresh_from_db()
    assert entrant.link_opened_at is None


def test_a_link_of_before_opens_nothing_and_its_sessions_end(cast):
    cup = competition(cast.organiser)
    (entrant,) = entries.enter_names(competition=cup, by=cast.organiser, names="Ugo")
    old, thief = f"/enter/{entrant.personal_key}/", Client()
    thief.post(old, {"do": "play"})
    assert thief.get("/").wsgi_request.user == entrant.player
    entries.new_personal_key(entrant=entrant, by=cast.organiser)
    assert not thief.get("/").wsgi_request.user.is_authenticated
    assert Client().get(old).status_code == Client().post(old, {"do": "play"}).status_code == 404
