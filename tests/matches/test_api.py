"""The API of matches: lists, views, the log, and moves by the same verb; every refusal is a problem that says why."""

import uuid

import pytest

from matches.live.commands import command
from matches.models import Match, MatchSecret
from tests.matches.table import check_log, duel, run, start, to_act
from tests.matches.test_rulings import sweep

pytestmark = pytest.mark.django_db(transaction=True)
API = "/api/v1/matches/"


def sign_in(client, user):
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def live(cast):
    """A live duel and the people of the seats: ``(match, who is to act, who waits)``."""
    match = duel(cast.anna, cast.bruno, title="Saturday cup, final")

    async def begin():
        await start(match)
        return to_act(match)

    first = run(begin)
    return match, *((cast.anna, cast.bruno) if first == "home" else (cast.bruno, cast.anna))


def post(client, match, **body):
    given = {"id": str(uuid.uuid4()), "v": 0, "moves": [{"type": "kick"}], **body}
    return client.post(f"{API}{match.pk}/moves/", given, content_type="application/json")


def problem(answer, status, code):
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert (body["status"], body["code"]) == (status, code)
    assert body["detail"]
    return body


def test_it_works(live, client):
    match, mover, _waits = live
    sign_in(client, mover)
    body = client.get(f"{API}{match.pk}/").json()
    assert body["title"] == "Saturday cup, final" and body["version"] == 0
    assert body["legal"] == [{"type": "kick"}]
    same = str(uuid.uuid4())
    response = post(client, match, id=same, moves=body["legal"])
    assert (response.status_code, response.json()) == (201, {"id": same, "v": 1, "repeat": False})
    again = post(client, match, id=same)
    assert (again.status_code, again.json()) == (200, {"id": same, "v": 1, "repeat": True})
    log = client.get(f"{API}{match.pk}/moves/").json()
    assert log[0]["at"].endswith("Z"), "times are UTC for everybody"
    assert [(row["v"], row["id"], row["move"]) for row in log] == [(1, same, {"type": "kick"})]
    assert client.get(f"{API}{match.pk}/moves/?after=1").json() == []
    check_log(match.id)


def test_refusals_say_why(live, client, cast):
    match, mover, waits = live
    problem(post(client, match), 403, "not_seated")
    problem(post(sign_in(client, cast.stranger), match), 403, "not_seated")
    sign_in(client, waits)
    assert "not legal" in problem(post(client, match), 422, "illegal_move")["detail"]
    sign_in(client, mover)
    assert problem(post(client, match, v=5), 409, "stale")["v"] == 0
    problem(post(client, match, id="7"), 400, "bad_request")
    problem(post(client, match, moves=[]), 400, "bad_request")
    problem(post(client, match, moves=[{"type": "kick"}] * 65), 400, "bad_request")
    problem(client.post(f"{API}{match.pk}/moves/", "{", content_type="application/json"), 400, "parse_error")
    problem(post(client, Match(pk=uuid.uuid4())), 404, "not_found")
    problem(client.get(f"{API}{uuid.uuid4()}/"), 404, "not_found")
    problem(client.get(f"{API}{match.pk}/moves/?after=x"), 400, "bad_request")
    problem(client.get(f"{API}?status=dancing"), 400, "bad_request")
    problem(client.get(f"{API}?game=chess"), 400, "bad_request")
    assert check_log(match.id).version == 0


def test_who_resigns_is_told_whether_it_counts(live, client, cast):
    match, mover, waits = live
    sign_in(client, mover)

    def resigned(given):
        return client.post(f"{API}{given.pk}/resign/", {}, content_type="application/json")

    waiting = duel(mover, cast.stranger)
    assert "not kicked off" in problem(resigned(waiting), 409, "not_live")["detail"]
    command(match.pk, "pause", {"reason": "a call"})
    assert "paused" in problem(resigned(match), 409, "not_live")["detail"], "the referee was first"
    assert "paused" in problem(resigned(match), 409, "not_live")["detail"]
    command(match.pk, "resume", {"reason": "seen"})
    run(sweep)
    assert resigned(match).status_code == 202
    assert check_log(match.id).result["how"] == "resignation"
    sign_in(client, waits)
    assert "over" in problem(resigned(match), 409, "not_live")["detail"]


def test_a_session_needs_its_csrf_token(live):
    from django.test import Client

    match, mover, _waits = live
    browser = sign_in(Client(enforce_csrf_checks=True), mover)
    problem(post(browser, match), 403, "permission_denied")


def test_the_list_shows_what_is_listed(cast, client):
    match, hidden = duel(cast.anna, cast.bruno), duel(cast.anna, cast.bruno, listed=False)
    body = client.get(API).json()
    ids = [row["id"] for row in body["results"]]
    assert str(match.pk) in ids and str(hidden.pk) not in ids
    assert client.get(f"{API}?status=live").json()["count"] == 0
    assert client.get(f"{API}{hidden.pk}/").status_code == 200, "whoever has the address may look"


def test_sealed_moves_and_the_secret_are_not_shown(cast, client):
    match = duel(cast.anna, cast.bruno, options={"sealed": True})
    run(lambda: start(match))
    post(sign_in(client, cast.anna), match, moves=[{"type": "corner", "n": 3}])
    secret = MatchSecret.objects.get(match=match).value

    def seen(path):
        return client.get(f"{API}{match.pk}/{path}")

    assert seen("moves/").json()[0]["move"] == {"type": "corner", "n": 3}
    assert seen("").json()["view"]["corners"]["home"] == [3]
    for viewer in (cast.bruno, cast.stranger, None):
        client.logout()
        if viewer:
            sign_in(client, viewer)
        assert seen("moves/").json()[0]["move"] is None
        assert seen("").json()["view"]["corners"]["home"] == [None]
        assert secret not in seen("").content.decode()


def test_the_secret_is_shown_when_the_match_is_over(live, client):
    match, *_ = live
    assert "secret" not in client.get(f"{API}{match.pk}/").json()["dice"]
    Match.objects.filter(pk=match.pk).update(
        status="finished", result={"winner": None, "how": "score"}, finished_at=match.created_at
    )
    assert client.get(f"{API}{match.pk}/").json()["dice"]["secret"] == MatchSecret.objects.get(match=match).value


def test_the_home_seat_is_the_first_whichever_changed_last(client, cast):
    match = duel(cast.anna, cast.bruno)
    for side in ("home", "away", "home"):
        match.seats.filter(side=side).update(invite=uuid.uuid4().hex)  # of an index: the row moves to the end
        seats = client.get(f"{API}{match.pk}/").json()["seats"]
        assert [seat["side"] for seat in seats] == ["home", "away"], f"{side} changed last"
