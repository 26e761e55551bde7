"""Offers to play: accepted once however many are quick, refused with a sentence, ended by the sweeper."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from matches.live.running import hall
from matches.models import Challenge, Match
from matches.verbs import challenges
from matches.verbs.challenges import ChallengeGone, ChallengeRefused
from tests.matches.table import run

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_works(cast):
    row = challenges.offer(user=cast.anna, game="super_goal", side="away", control="blitz")
    assert list(challenges.challenges_open_to(cast.bruno)) == [row]
    match = challenges.accept(challenge_id=row.id, user=cast.bruno)
    assert {seat.side: seat.user for seat in match.seats.all()} == {"home": cast.bruno, "away": cast.anna}
    assert match.control == "blitz" and match.move_seconds and match.origin == f"challenge:{row.id}"
    row.refresh_from_db()
    assert (row.status, row.match) == ("accepted", match)
    assert not challenges.challenges_open_to(cast.stranger)
    assert challenges.accept(challenge_id=row.id, user=cast.bruno) == match  # twice is once
    with pytest.raises(ChallengeGone, match="quicker"):
        challenges.accept(challenge_id=row.id, user=cast.stranger)
    assert Match.objects.count() == 1


def accept_at_once(row, users):
    """``users`` accept in threads that wait for each other; what became of each."""
    ready = threading.Barrier(len(users))
    told = {}

    def one(user):
        try:
            ready.wait(60)
            told[user.nickname] = challenges.accept(challenge_id=row.id, user=user).id
        except ChallengeGone as error:
            told[user.nickname] = str(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(user,)) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return told


def test_of_two_who_accept_at_once_one_sits(cast):
    for _ in range(5):
        Match.objects.all().delete()
        row = challenges.offer(user=cast.anna, game="super_goal")
        told = accept_at_once(row, [cast.bruno, cast.stranger, cast.referee])
        assert len(told) == 3 and Match.objects.count() == 1
        assert list(told.values()).count(Match.objects.get().id) == 1
        assert [said for said in told.values() if isinstance(said, str)] == [
            "Someone was quicker. This challenge is taken."
        ] * 2


def test_without_the_lock_two_would_sit(cast, monkeypatch):
    """The control: the same race with the lock on the row taken away makes more than one match."""
    from django.db.models import QuerySet

    real = challenges.open_match
    ready = threading.Barrier(2)

    def slow(opening):
        ready.wait(60)  # both have read the challenge as open
        return real(opening)

    monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **given: self)
    monkeypatch.setattr(challenges, "open_match", slow)
    row = challenges.offer(user=cast.anna, game="super_goal")
    accept_at_once(row, [cast.bruno, cast.stranger])
    assert Match.objects.count() == 2


def test_a_challenge_to_one_player_is_for_nobody_else(cast):
    row = challenges.offer(user=cast.anna, game="super_goal", to=cast.bruno)
    assert not challenges.challenges_open_to(cast.stranger)
    with pytest.raises(ChallengeGone):
        challenges.accept(challenge_id=row.id, user=cast.stranger)
    with pytest.raises(ChallengeGone):
        challenges.decline(challenge_id=row.id, user=cast.stranger)
    assert challenges.decline(challenge_id=row.id, user=cast.bruno).status == "declined"
    with pytest.raises(ChallengeGone, match="ended"):
        challenges.accept(challenge_id=row.id, user=cast.bruno)


def test_what_may_not_be_offered(cast):
    with pytest.raises(ChallengeRefused, match="yourself"):
        challenges.offer(user=cast.anna, game="super_goal", to=cast.anna)
    with pytest.raises(ChallengeRefused, match="side"):
        challenges.offer(user=cast.anna, game="super_goal", side="left")
    with pytest.raises(ChallengeRefused, match="one of these clocks: normal"):
        challenges.offer(user=cast.anna, game="super_goal", control="unhurried")
    first = challenges.offer(user=cast.anna, game="super_goal")
    assert challenges.offer(user=cast.anna, game="super_goal") == first  # the same words, the same offer
    for side in ("home", "away"):
        challenges.offer(user=cast.anna, game="super_goal", side=side)
    with pytest.raises(ChallengeRefused, match="3 open challenges"):
        challenges.offer(user=cast.anna, game="fuba")
    with pytest.raises(ChallengeRefused, match="your own"):
        challenges.accept(challenge_id=first.id, user=cast.anna)
    assert challenges.cancel(challenge_id=first.id, user=cast.anna).status == "cancelled"
    challenges.offer(user=cast.anna, game="fuba")
    with pytest.raises(ChallengeGone):
        challenges.cancel(challenge_id=first.id, user=cast.bruno)


def test_the_sweeper_ends_what_nobody_accepted(cast):
    row = challenges.offer(user=cast.anna, game="super_goal")
    later = challenges.offer(user=cast.bruno, game="super_goal")
    Challenge.objects.filter(pk=row.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(ChallengeGone, match="ended"):
        challenges.accept(challenge_id=row.id, user=cast.bruno)

    async def scenario():
        return [await challenges.expire(hall(), timezone.now()) for _ in range(2)]

    assert run(scenario) == [1, 0]
    row.refresh_from_db()
    later.refresh_from_db()
    assert (row.status, later.status) == ("expired", "open")


def test_the_lobby_asks_the_database_a_fixed_number_of_times(cast, django_assert_max_num_queries):
    def asked():
        browser = Client()
        browser.force_login(cast.referee, backend="django.contrib.auth.backends.ModelBackend")
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as queries:
            answer = browser.get("/matches/")
        assert answer.status_code == 200
        return len(queries), answer.content.decode()

    challenges.offer(user=cast.anna, game="super_goal")
    few, _page = asked()
    challenges.offer(user=cast.bruno, game="fuba", to=cast.referee)
    challenges.offer(user=cast.bruno, game="dom_jim")
    challenges.offer(user=cast.stranger, game="six_a_side")
    many, page = asked()
    assert few == many <= 12
    assert page.count('value="accept"') == 4 and "challenges you" in page


def test_a_stranger_accepts_from_the_lobby_in_one_tap_and_the_owner_is_taken_along(cast):
    row = challenges.offer(user=cast.anna, game="super_goal")
    visitor, owner = Client(), Client()
    owner.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/challenges/{row.id}/"
    assert "Keep this page open" in owner.get(page).content.decode()
    answer = visitor.post(f"{page}answer/", {"do": "accept"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.id}/"
    assert owner.get(page)["Location"] == f"/matches/{match.id}/"
    assert owner.get(page, headers={"HX-Request": "true"})["HX-Redirect"] == f"/matches/{match.id}/"
    assert Client().get(page).status_code == 200  # the offer was to everybody: its end may be read


def test_pages_of_a_direct_challenge_are_for_the_two(cast):
    row = challenges.offer(user=cast.anna, game="super_goal", to=cast.bruno)
    browser = Client()
    assert browser.get(f"/challenges/{row.id}/").status_code == 404
    browser.force_login(cast.stranger, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.get(f"/challenges/{row.id}/").status_code == 404
    browser.force_login(cast.bruno, backend="django.contrib.auth.backends.ModelBackend")
    assert "anna challenges you" in browser.get(f"/challenges/{row.id}/").content.decode()
    browser.post(f"/challenges/{row.id}/answer/", {"do": "decline"})
    row.refresh_from_db()
    assert row.status == "declined"


def test_the_form_offers_to_one_player(client: Client, cast):
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    assert "Challenge bruno" in client.get(f"/challenges/new/?to={cast.bruno.pk}").content.decode()
    assert client.get("/challenges/new/?to=nobody").status_code == 404
    said = {"game": "fuba", "control": "relaxed", "side": "", "to": str(cast.bruno.pk)}
    answer = client.post("/challenges/new/", said)
    row = Challenge.objects.get()
    assert answer["Location"] == f"/challenges/{row.id}/" and row.to == cast.bruno and row.game == "fuba"
    refused = client.post("/challenges/new/", {**said, "control": "never"})
    assert refused.status_code == 422
