"""A match played without a server is sent in: checked move by move, kept once, and counted nowhere."""

from __future__ import annotations

import copy
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import msgspec
import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engines.core import sheet as sheets
from engines.core.errors import EngineError
from league.players.models import User
from league.statistics.models import Line, MatchFigures
from matches.errors import BadFrame, MatchError
from matches.models import CheckedMatch, FaceCount, Match
from matches.offline import checking
from matches.offline.checking import DoesNotFit, NotOver, OlderRules, check, kept_of
from matches.offline.host import KeptMatch
from matches.verbs import fairness
from matches.verbs.sending_in import NumberTaken, send_in
from tests.cases import built
from tests.matches.test_offline_host import Browser


def played(slug="super_goal", bot="beginner", seed=1):
    """A match of ``slug`` as the browser that played it to its end has it."""
    browser = Browser(slug, bot=bot, seed=seed)
    browser.play()
    return json.loads(json.dumps({"match": browser.match, "log": browser.log}))


@pytest.fixture(scope="module")
def kept():
    return played()


def fault_of(sent):
    with pytest.raises(DoesNotFit) as refused:
        check(kept_of(sent))
    return refused.value.line, refused.value.fault


# ── the check ──
@pytest.mark.parametrize("slug", built())
def test_a_match_of_each_game_stands_the_check(slug):
    check(kept_of(played(slug, seed=2)))


def test_two_at_one_screen_stand_the_check_and_so_does_a_resignation():
    check(kept_of(played("six_a_side", bot="")))
    browser = Browser()
    browser.send(t="resign", id="00000000-0000-4000-8000-000000000001")
    check(kept_of({"match": browser.match, "log": browser.log}))


def with_die(row):
    return [{**event, "value": event["value"] % 6 + 1} if event["type"] == "roll" else event for event in row["events"]]


CHANGES = {
    "another move": lambda row: row["move"].update(type="no such move"),
    "another side": lambda row: row.update(seat="home" if row["seat"] == "away" else "away"),
    "another die": lambda row: row.update(rolls=[die % 6 + 1 for die in row["rolls"]]),
    "one die more": lambda row: row["rolls"].append(1),
    "another event": lambda row: row.update(events=with_die(row)),
    "one event less": lambda row: row.update(events=row["events"][1:]),
    "no number": lambda row: row.update(seq=row["seq"] + 1),
    "a ruling": lambda row: row.update(kind="ruling"),
    "no side": lambda row: row.update(seat=""),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_line_is_named(kept, change):
    sent = copy.deepcopy(kept)
    row = next(row for row in sent["log"][10:] if row["rolls"])
    at = sent["log"].index(row) + 1
    CHANGES[change](row)
    assert fault_of(sent)[0] == at


def test_a_line_that_is_left_out_and_one_that_is_added_are_named(kept):
    sent = copy.deepcopy(kept)
    del sent["log"][20]
    assert fault_of(sent) == (21, "order")
    sent = copy.deepcopy(kept)
    sent["log"].append({**sent["log"][-1], "seq": len(sent["log"]) + 1})
    assert fault_of(sent) == (len(sent["log"]), "order")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"secret": "0" * 64}, "rolls"),
        ({"home_seed": "0" * 32}, "rolls"),
        ({"id": "00000000-0000-4000-8000-000000000001"}, "rolls"),
        ({"result": {"winner": "home", "score": {"home": 9, "away": 0}}}, "end"),
        ({"rolls": 1}, "end"),
        ({"version": 1}, "end"),
        ({"position": {}}, "end"),
        ({"score": {"home": 9, "away": 0}}, "end"),
        ({"opening": {"rolls": [], "events": []}}, "rolls"),
        ({"options": {}}, "move"),
        ({"terms": {"draws_allowed": 3}}, "move"),
    ],
)
def test_a_match_that_is_not_what_its_log_says_is_refused(kept, change, fault):
    line, found = fault_of({**kept, "match": {**kept["match"], **change}})
    assert found == fault and (found == "rolls" or line == {"move": 0, "end": len(kept["log"])}[found])


TOLD = {"home", "away", "began_at", "moved_at"}
"""What nothing else proves: names, who was a bot, and the hours."""


@pytest.mark.parametrize("name", [field.name for field in msgspec.structs.fields(KeptMatch) if field.name not in TOLD])
def test_no_field_of_a_match_may_say_more_than_its_log(kept, name):
    value = kept["match"][name]
    other = (
        {**value, "more": 1} if isinstance(value, dict) else "0" * len(value) if isinstance(value, str) else value + 1
    )
    with pytest.raises((MatchError, EngineError)):
        check(kept_of({**kept, "match": {**kept["match"], name: other}}))


@pytest.mark.parametrize("otherwise", [float, bool])
def test_a_number_that_is_written_otherwise_is_refused(kept, otherwise):
    """Python takes 1.0 and true for 1, but no engine reads such a position."""
    score = {side: otherwise(goals) for side, goals in kept["match"]["position"]["score"].items()}
    position = {**kept["match"]["position"], "score": score}
    assert fault_of({**kept, "match": {**kept["match"], "position": position}})[1] == "end"
    sent = copy.deepcopy(kept)
    event = next(event for row in sent["log"] for event in row["events"] if event.get("value") == 1)
    event["value"] = otherwise(1)
    assert fault_of(sent)[1] == "events"


def test_a_running_match_and_one_of_other_rules_are_refused(kept):
    with pytest.raises(NotOver):
        check(kept_of({**kept, "match": {**kept["match"], "status": "live"}}))
    cut = {**kept, "log": kept["log"][:5]}
    with pytest.raises(NotOver):
        check(kept_of(cut))
    with pytest.raises(OlderRules):
        check(kept_of({**kept, "match": {**kept["match"], "rules_version": 0}}))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda sent: sent["match"].pop("secret"), "secret"),
        (lambda sent: sent["match"].update(colour="red"), "colour"),
        (lambda sent: sent["log"][3].update(colour="red"), "colour"),
        (lambda sent: sent.update(colour="red"), "colour"),
        (lambda sent: sent["match"].update(secret="ABC"), "secret"),
        (lambda sent: sent["match"].update(away_seed=""), "seed"),
        (lambda sent: sent["match"]["home"].update(name=""), "name"),
        (lambda sent: sent["match"]["home"].update(bot="club"), "person"),
        (lambda sent: sent["log"].extend(sent["log"] * (checking.MOST_LINES // len(sent["log"]))), "5000"),
        (lambda sent: sent["log"][0].update(seq="1"), "seq"),
    ],
)
def test_what_is_no_kept_match_is_refused_by_name(kept, change, named):
    sent = copy.deepcopy(kept)
    change(sent)
    with pytest.raises(BadFrame, match=named):
        kept_of(sent)


# ── what is kept of it ──
def send(user, sent):
    return send_in(kept=kept_of(sent), sender=lambda: user)


@pytest.mark.django_db
def test_it_is_kept_as_it_was_played_and_counts_nowhere(cast, kept):
    match = Match.objects.get(pk=send(cast.anna, kept).pk)
    assert (str(match.pk), match.status, match.mode) == (kept["match"]["id"], "finished", "offline")
    assert (match.result, match.version) == (kept["match"]["result"], len(kept["log"]))
    assert not match.rated and not match.listed and not match.rematch_allowed
    home, away = match.seats_in_order
    assert (home.user_id, home.name, home.bot) == (cast.anna.pk, "anna", "")
    assert (away.bot, away.user.bot) == ("beginner", "beginner")
    assert [row.seq for row in match.log.all()] == [row["seq"] for row in kept["log"]]
    assert not MatchFigures.objects.exists() and not Line.objects.exists()
    assert fairness.count_finished(10) == 0 and not FaceCount.objects.exists() and not CheckedMatch.objects.exists()
    reader = Client()
    for page in ("live", "report", "steps", "verify", "review"):
        assert reader.get(reverse(f"matches:{page}", args=[match.pk])).status_code == 200, page
    text = reader.get(reverse("matches:sheet", args=[match.pk, "txt"])).content.decode()
    assert any("follow from it and the two seeds" in proof for proof in sheets.verify(sheets.read(text)))
    assert reader.get(f"/api/v1/matches/{match.pk}/").json()["mode"] == "offline"


@pytest.mark.django_db
def test_moves_of_one_placement_keep_their_order(cast):
    match = send(cast.anna, played("six_a_side", bot="", seed=4))
    rows = list(match.log.order_by("seq"))
    assert len({(row.client_id, row.part) for row in rows}) == len(rows)
    home, away = match.seats_in_order
    assert (home.name, away.name) == ("anna", "Bo") and home.user_id == away.user_id


@pytest.mark.django_db
def test_sent_twice_it_is_one_match_also_for_somebody_else(cast, kept):
    first = send(cast.anna, kept)
    assert send(cast.anna, kept).pk == first.pk == send(cast.bruno, kept).pk
    assert Match.objects.count() == 1 and first.seats.filter(user=cast.anna).exists()


@pytest.mark.django_db(transaction=True)
def test_sent_by_many_at_once_it_is_one_match(cast, kept):
    def once(user):
        try:
            return send(user, kept).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as many:
        found = set(many.map(once, [cast.anna, cast.anna, cast.bruno, cast.stranger]))
    assert len(found) == 1 == Match.objects.count()
    assert Match.objects.get().log.count() == len(kept["log"])


@pytest.mark.django_db
def test_the_number_of_another_match_is_refused(cast, kept):
    Match.objects.create(id=kept["match"]["id"], game="fuba", rules_version=1)
    with pytest.raises(NumberTaken):
        send(cast.anna, kept)


@pytest.mark.django_db
def test_a_wrong_clock_makes_no_time_to_come(cast, kept):
    sent = copy.deepcopy(kept)
    sent["match"] |= {"began_at": "0001-01-01T00:00:00Z", "moved_at": "9999-12-31T23:59:59"}
    match = send(cast.anna, sent)
    assert timezone.now() - timedelta(days=367) < match.started_at < match.finished_at <= timezone.now()
    assert Client().get(reverse("matches:live", args=[match.pk])).status_code == 200


# ── the doors ──
def post(client, sent):
    body = sent if isinstance(sent, str) else json.dumps(sent)
    return client.post("/offline/send/?again=1", {"kept": body}, headers={"Sec-Fetch-Site": "same-origin"})


@pytest.mark.django_db
def test_a_visitor_becomes_a_guest_of_the_name_played_under(kept):
    client = Client()
    answer = post(client, kept)
    assert answer.json() == {"url": f"/matches/{kept['match']['id']}/"}
    guest = User.objects.get(kind="guest")
    assert guest.nickname == "Ada" and Match.objects.get().seats.filter(user=guest, name="Ada").exists()
    assert post(client, kept).json() == answer.json() and User.objects.filter(kind="guest").count() == 1


@pytest.mark.django_db
def test_a_refused_match_makes_no_guest_and_names_the_line(kept):
    sent = copy.deepcopy(kept)
    sent["log"][7]["seat"] = ""
    answer = post(Client(), sent)
    assert answer.status_code == 422 and answer.json()["line"] == 8 and "8" in answer.json()["detail"]
    for body, status in (("", 422), ("[]", 400), ("{", 422), ('{"match": 3, "log": []}', 400), ("[" * 99999, 422)):
        assert post(Client(), body).status_code == status, body[:20]
    assert not User.objects.filter(kind="guest").exists() and not Match.objects.exists()


@pytest.mark.django_db
def test_a_name_that_nobody_may_have_is_replaced(kept):
    sent = copy.deepcopy(kept)
    sent["match"]["home"]["name"] = "A"
    assert post(Client(), sent).status_code == 200
    assert Match.objects.get().seats.get(side="home").name == User.objects.get(kind="guest").nickname != "A"


@pytest.mark.django_db
def test_another_site_cannot_send_in_for_a_reader(cast, kept):
    client = Client()
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    body = {"kept": json.dumps(kept)}
    foreign = {"Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.example"}
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    assert strict.post("/offline/send/", body, headers=foreign).status_code == 403
    assert Client().post("/offline/send/?again=1", body, headers=foreign).status_code == 403


@pytest.mark.django_db
def test_a_body_that_is_too_large_is_refused(kept, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    client = Client()
    assert post(client, kept).status_code == 413
    assert client.post("/offline/send/?again=1", {"kept": ContentFile(b"{}", "kept.json")}).status_code == 422


@pytest.mark.django_db
def test_the_api_takes_it_from_people_alone(cast, kept):
    client = Client()
    body = json.dumps(kept)
    assert client.post("/api/v1/matches/offline/", body, content_type="application/json").status_code == 401
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/api/v1/matches/offline/", body, content_type="application/json")
    assert answer.status_code == 200 and answer.json() == {"id": kept["match"]["id"]}
    wrong = {**kept, "log": kept["log"][1:]}
    answer = client.post("/api/v1/matches/offline/", json.dumps(wrong), content_type="application/json")
    assert answer.status_code == 422 and (answer.json()["line"], answer.json()["fault"]) == (1, "order")
    answer = client.post("/api/v1/matches/offline/", json.dumps({**kept, "who": 1}), content_type="application/json")
    assert answer.status_code == 400 and "who" in answer.json()["errors"]


@pytest.mark.django_db
def test_pupils_and_banned_people_are_told_why_not(cast, kept):
    client = Client()
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    User.objects.filter(pk=cast.anna.pk).update(sheltered=True)
    answer = post(client, kept)
    assert answer.status_code == 409 and answer.json()["code"] == "seat_taken" and not Match.objects.exists()
