"""The chat's pages and API: what a form says is escaped, rooms stay closed, lines are muted, reported, removed."""

import re
import uuid

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import ChatLine, ChatMute, ChatReport, Match, Silence
from tests.matches.table import duel

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(cast):
    return duel(cast.anna, cast.bruno, chat_hidden=True, officials=[(cast.referee, "referee")])


def sign_in(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def say(client, match, room="players", **said):
    given = {"room": room, "client_id": str(uuid.uuid4()), **said}
    return client.post(f"/matches/{match.pk}/chat/say/", given)


def page(client, match, language="en"):
    client.cookies["language"] = language
    return client.get(f"/matches/{match.pk}/", headers={"Accept-Language": language}).content.decode()


def test_it_works(cast, match):
    anna, bruno = sign_in(cast.anna), sign_in(cast.bruno)
    assert say(anna, match, text="<b>ciao</b>")["Location"] == f"/matches/{match.pk}/#in-chat"
    say(anna, match, preset="luck")
    shown = page(bruno, match)
    assert "&lt;b&gt;ciao&lt;/b&gt;" in shown and "<b>ciao" not in shown
    assert "Good luck!" in shown


def test_a_preset_is_read_in_each_ones_own_language(cast, match):
    say(sign_in(cast.anna), match, preset="luck")
    cast.bruno.language = "it"
    cast.bruno.save()
    fragment = sign_in(cast.bruno).get(f"/matches/{match.pk}/chat/", headers={"Accept-Language": "it"}).content.decode()
    assert fragment.count("Buona fortuna!") == 2, "the line and the button"


def test_rooms_that_are_closed_are_not_in_the_page(cast, match):
    say(sign_in(cast.anna), match, text="between us")
    say(sign_in(cast.stranger), match, room="spectators", text="from the stands")
    assert ChatLine.objects.count() == 2
    seen = {name: page(sign_in(getattr(cast, name)), match) for name in ("anna", "stranger", "referee")}
    assert ["between us" in seen[name] for name in seen] == [True, False, True]
    assert ["from the stands" in seen[name] for name in seen] == [False, True, True]
    assert "between us" not in page(Client(), match)
    Match.objects.filter(pk=match.pk).update(status="void", finished_at=timezone.now())
    assert "from the stands" in page(sign_in(cast.anna), match)


def test_a_refused_line_says_why(cast, match):
    answer = sign_in(cast.stranger)
    say(answer, match, text="let me in")
    assert "Only the two sides and the officials write here." in page(answer, match)
    assert say(Client(), match, text="hi").status_code == 302
    assert not ChatLine.objects.exists()


def test_mute_report_and_what_officials_do(cast, match):
    say(sign_in(cast.anna), match, text="you fool")
    line = f"/matches/{match.pk}/chat/players/1/"
    bruno, referee = sign_in(cast.bruno), sign_in(cast.referee)
    assert "you fool" in bruno.get(line).content.decode()
    bruno.post(line, {"do": "report", "reason": "insult"})
    assert ChatReport.objects.get().by == cast.bruno
    bruno.post(line, {"do": "mute"})
    assert ChatMute.objects.get().muted == cast.anna
    assert re.search(r'<li data-n="1" data-role="home" hidden\s', page(bruno, match))
    assert bruno.post(line, {"do": "hide", "reason": "insult"}).status_code == 404
    assert bruno.post(line, {"do": "time_out", "reason": "insult", "minutes": "10"}).status_code == 404
    for minutes in ("7", "9" * 5000, "ten"):
        assert referee.post(line, {"do": "time_out", "reason": "insult", "minutes": minutes}).status_code == 422
    referee.post(line, {"do": "time_out", "reason": "insult", "minutes": "10"})
    assert Silence.objects.get().user == cast.anna
    assert "You cannot write until" in page(sign_in(cast.anna), match)
    referee.post(line, {"do": "hide", "reason": "insult"})
    shown = page(referee, match)
    assert "you fool" not in shown and "removed: insults or threats" in shown


def test_a_line_of_a_closed_room_is_not_found(cast, match):
    say(sign_in(cast.anna), match, text="between us")
    line = f"/matches/{match.pk}/chat/players/1/"
    assert sign_in(cast.stranger).get(line).status_code == 404
    assert sign_in(cast.anna).get(line.replace("/1/", "/2/")).status_code == 404
    assert Client().get(line).status_code == 302


def test_the_api_reads_and_writes_rooms(cast, match):
    address = f"/api/v1/matches/{match.pk}/chat/"
    anna = sign_in(cast.anna)
    body = {"id": str(uuid.uuid4()), "room": "players", "text": "by hand"}
    response = anna.post(address, body, content_type="application/json")
    assert (response.status_code, response.json()["n"], response.json()["repeat"]) == (201, 1, False)
    again = anna.post(address, body, content_type="application/json")
    assert (again.status_code, again.json()["repeat"]) == (200, True)
    read = anna.get(f"{address}?room=players&after=0").json()
    assert [(row["n"], row["text"], row["role"]) for row in read] == [(1, "by hand", "home")]
    closed = sign_in(cast.stranger).get(f"{address}?room=players")
    assert (closed.status_code, closed.json()["code"]) == (403, "not_your_room")
    both = anna.post(address, {**body, "preset": "luck"}, content_type="application/json")
    assert both.status_code == 400
    nobody = Client().post(address, {**body, "id": str(uuid.uuid4())}, content_type="application/json")
    assert nobody.json()["code"] == "sign_in"


def test_the_page_asks_a_fixed_number_of_questions(cast, match, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    anna = sign_in(cast.anna)
    with CaptureQueriesContext(connection) as few:
        anna.get(f"/matches/{match.pk}/chat/")
    for n in range(1, 40):
        ChatLine.objects.create(
            match=match, room="players", n=n, client_id=uuid.uuid4(), user=cast.anna, name="anna", role="home",
            text=f"line {n}", at=timezone.now(),
        )  # fmt: skip
    with CaptureQueriesContext(connection) as many:
        anna.get(f"/matches/{match.pk}/chat/")
    assert len(many) == len(few)
