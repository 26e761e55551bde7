"""Ownership passes by offer and acceptance, and from a silent owner to who helps, after a time and an objection's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from league.clubs.errors import HandoverRefused
from league.clubs.models import ClubEntry, Handover
from league.clubs.signs import last_sign
from league.clubs.verbs import clubs, handovers, members
from league.competitions.errors import BadSetting
from league.competitions.models import AuditEntry, Competition
from league.competitions.models.roles import TABLE, Role
from league.competitions.policy import access
from league.competitions.verbs import staff
from league.players.models import User
from league.players.verbs.notify import send_mails
from tests.league.builders import running

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def cup(cast):
    """A running cup of the organiser's whom bruno helps."""
    competition = running(cast.organiser)
    asked = staff.invite(competition=competition, by=cast.organiser, role="co_organiser", name="bruno")
    staff.accept(key=asked.key, by=cast.bruno)
    return competition


@pytest.fixture
def bar(cast):
    """A club of the organiser's with bruno in its staff."""
    club = clubs.create(by=cast.organiser, name="Bar Centrale", joining="open")
    members.appoint(membership=members.join(club=club, by=cast.bruno), by=cast.organiser, staff=True)
    return club


def long_ago(who, days):
    """Make ``who`` silent for so many days."""
    then = timezone.now() - timedelta(days=days)
    User.objects.filter(pk=who.pk).update(date_joined=then, last_login=then)
    AuditEntry.objects.filter(actor=who).update(at=then)
    ClubEntry.objects.filter(actor=who).update(at=then)


def owner_of(thing):
    return type(thing).objects.get(pk=thing.pk).owner


def verbs_of(thing):
    return list(thing.audit.order_by("id").values_list("verb", flat=True))


@pytest.mark.parametrize("what", ["cup", "bar"])
def test_it_works(request, cast, what):
    thing = request.getfixturevalue(what)
    handover = handovers.offer(thing=thing, by=cast.organiser, name="anna")
    assert handovers.offer(thing=thing, by=cast.organiser, name="anna").pk == handover.pk
    assert owner_of(thing) == cast.organiser, "nothing passes before the answer"
    handovers.answer(handover=handover, by=cast.anna, accept=True)
    handovers.answer(handover=handover, by=cast.anna, accept=True)
    assert owner_of(thing) == cast.anna and verbs_of(thing)[-2:] == ["offer", "handover"]
    if what == "cup":
        fresh = Competition.objects.get()
        assert (
            access.rights_of(cast.organiser, fresh) == TABLE[Role.CO_ORGANISER]
            and access.rights_of(cast.anna, fresh) == TABLE[Role.OWNER]
        )
    else:
        assert (
            thing.memberships.get(user=cast.organiser).staff and not thing.memberships.filter(user=cast.anna).exists()
        )


def test_refusals(cast, cup):
    for name, said in (("nobody here", "no account"), ("organiser", "owns it")):
        with pytest.raises(HandoverRefused, match=said):
            handovers.offer(thing=cup, by=cast.organiser, name=name)
    handover = handovers.offer(thing=cup, by=cast.organiser, name="anna")
    with pytest.raises(HandoverRefused, match="offer to anna"):
        handovers.offer(thing=cup, by=cast.organiser, name="stranger")
    with pytest.raises(HandoverRefused, match="someone else"):
        handovers.answer(handover=handover, by=cast.stranger, accept=True)
    with pytest.raises(HandoverRefused, match="Only the person who made it"):
        handovers.withdraw(handover=handover, by=cast.anna)
    handovers.answer(handover=handover, by=cast.anna, accept=False)
    with pytest.raises(HandoverRefused, match="is closed"):
        handovers.answer(handover=handover, by=cast.anna, accept=True)
    again = handovers.offer(thing=cup, by=cast.organiser, name="anna")
    handovers.withdraw(handover=again, by=cast.organiser)
    handovers.withdraw(handover=again, by=cast.organiser)
    with pytest.raises(HandoverRefused, match="is closed"):
        handovers.answer(handover=again, by=cast.anna, accept=True)
    assert owner_of(cup) == cast.organiser


def test_who_was_banned_meanwhile_becomes_no_owner(cast, cup):
    handover = handovers.offer(thing=cup, by=cast.organiser, name="anna")
    cast.anna.banned = True
    cast.anna.save()
    with pytest.raises(HandoverRefused, match="cannot become the owner now"):
        handovers.answer(handover=handover, by=cast.anna, accept=True)
    assert owner_of(cup) == cast.organiser and Handover.objects.get().state == "open"
    handovers.answer(handover=handover, by=cast.anna, accept=False)


def test_an_offer_that_nobody_answers_expires(cast, cup):
    handover = handovers.offer(thing=cup, by=cast.organiser, name="anna")
    assert handovers.pass_due() == 0
    Handover.objects.update(ends_at=timezone.now())
    with pytest.raises(HandoverRefused, match="is closed"):
        handovers.answer(handover=handover, by=cast.anna, accept=True)
    handovers.offer(thing=cup, by=cast.organiser, name="stranger")  # the old one is ended by that
    Handover.objects.filter(state="open").update(ends_at=timezone.now())
    assert handovers.pass_due() == 1 and handovers.pass_due() == 0
    assert set(Handover.objects.values_list("state", flat=True)) == {"expired"}
    assert verbs_of(cup).count("offer_expired") == 2 and owner_of(cup) == cast.organiser


@pytest.mark.parametrize("what", ["cup", "bar"])
def test_a_silent_owner_is_succeeded_by_who_helps(request, cast, what):
    thing = request.getfixturevalue(what)
    with pytest.raises(HandoverRefused, match="has been active"):
        handovers.claim(thing=thing, by=cast.bruno)
    long_ago(cast.organiser, 29)
    with pytest.raises(HandoverRefused, match="in 1 day"):
        handovers.claim(thing=thing, by=cast.bruno)
    long_ago(cast.organiser, 31)
    with pytest.raises(HandoverRefused, match="Only staff"):
        handovers.claim(thing=thing, by=cast.anna)
    handover = handovers.claim(thing=thing, by=cast.bruno)
    assert handovers.claim(thing=thing, by=cast.bruno).pk == handover.pk
    assert send_mails() >= 1 and any("claims the ownership" in one.body for one in mail.outbox)
    assert cast.organiser.notifications.filter(url=f"/handovers/{handover.pk}/").exists()
    assert handovers.pass_due() == 0 and owner_of(thing) == cast.organiser, "the owner may object first"
    Handover.objects.update(ends_at=timezone.now())
    assert handovers.pass_due() == 1
    assert owner_of(thing) == cast.bruno and verbs_of(thing)[-2:] == ["claim", "handover"]
    assert thing.audit.order_by("-id").first().actor is None, "the schedule did it"


def test_the_owner_objects(client, cast, cup):
    long_ago(cast.organiser, 31)
    handover = handovers.claim(thing=cup, by=cast.bruno)
    with pytest.raises(HandoverRefused, match="Only the owner"):
        handovers.object_to(handover=handover, by=cast.bruno)
    client.force_login(cast.organiser, backend=BACKEND)
    assert b"Object" in client.get(f"/handovers/{handover.pk}/").content
    assert client.post(f"/handovers/{handover.pk}/", {"do": "object"}).status_code == 302
    Handover.objects.update(ends_at=timezone.now())
    assert handovers.pass_due() == 0 and owner_of(cup) == cast.organiser
    assert (
        verbs_of(cup)[-2:] == ["claim", "object"]
        and cast.bruno.notifications.filter(url__contains=str(handover.pk)).exists()
    )


def test_an_open_claim_is_not_called_an_offer(cast, bar):
    long_ago(cast.organiser, 31)
    handovers.claim(thing=bar, by=cast.bruno)
    with pytest.raises(HandoverRefused, match="bruno has claimed the ownership already"):
        handovers.offer(thing=bar, by=cast.organiser, name="anna")


def test_an_owner_who_is_back_keeps_it_without_a_word(cast, cup):
    long_ago(cast.organiser, 31)
    handovers.claim(thing=cup, by=cast.bruno)
    User.objects.filter(pk=cast.organiser.pk).update(last_login=timezone.now())
    Handover.objects.update(ends_at=timezone.now())
    handovers.pass_due()
    assert owner_of(cup) == cast.organiser and Handover.objects.get().state == "expired"
    assert verbs_of(cup)[-1] == "claim_ended"


def test_who_no_longer_helps_gets_nothing(cast, cup):
    long_ago(cast.organiser, 31)
    handovers.claim(thing=cup, by=cast.bruno)
    cup.staff.filter(user=cast.bruno).delete()
    Handover.objects.update(ends_at=timezone.now())
    handovers.pass_due()
    assert owner_of(cup) == cast.organiser and Handover.objects.get().state == "expired"


def test_the_days_are_set_and_none_means_never(cast, cup):
    handovers.set_succession(thing=cup, by=cast.organiser, succession_days=0, objection_days=3)
    before = AuditEntry.objects.count()
    handovers.set_succession(thing=cup, by=cast.organiser, succession_days=0, objection_days=3)
    assert AuditEntry.objects.count() == before
    long_ago(cast.organiser, 400)
    with pytest.raises(HandoverRefused, match="Succession is turned off"):
        handovers.claim(thing=cup, by=cast.bruno)
    with pytest.raises(BadSetting, match="from 1 to 60"):
        handovers.set_succession(thing=cup, by=cast.organiser, succession_days=10, objection_days=0)
    handovers.set_succession(thing=cup, by=cast.organiser, succession_days=10, objection_days=3)
    long_ago(cast.organiser, 11)
    handover = handovers.claim(thing=cup, by=cast.bruno)
    assert (handover.ends_at - handover.made_at) == timedelta(days=3)
    assert last_sign(User.objects.get(pk=cast.organiser.pk)) < timezone.now() - timedelta(days=10)


def test_the_pages(client, cast, cup):
    path = f"/competitions/{cup.slug}/console/ownership/"
    client.force_login(cast.bruno, backend=BACKEND)
    assert client.get(path).status_code == 200 and client.post(path, {"do": "offer", "name": "anna"}).status_code == 404
    client.force_login(cast.organiser, backend=BACKEND)
    assert client.post(path, {"do": "succession", "succession_days": 60, "objection_days": 5}).status_code == 302
    assert client.post(path, {"do": "succession", "succession_days": 999, "objection_days": 5}).status_code == 200
    assert client.post(path, {"do": "offer", "name": "anna"}).status_code == 302
    assert b"Offered to anna" in client.get(path).content
    handover = Handover.objects.get()
    client.force_login(cast.stranger, backend=BACKEND)
    assert client.get(f"/handovers/{handover.pk}/").status_code == 404
    client.force_login(cast.anna, backend=BACKEND)
    assert client.post(f"/handovers/{handover.pk}/", {"do": "accept"}).url == f"/competitions/{cup.slug}/console/"
    assert client.post(f"/handovers/{handover.pk}/", {"do": "decline"}).status_code == 302, "refused with a sentence"
    assert owner_of(cup) == cast.anna and client.get(path).status_code == 200


def test_the_api(client, cast, bar):
    client.force_login(cast.organiser, backend=BACKEND)
    answer = client.post(f"/api/v1/clubs/{bar.pk}/offer/", {"name": "anna"}, content_type="application/json")
    assert answer.status_code == 201 and answer.json()["to"] == "anna"
    client.force_login(cast.anna, backend=BACKEND)
    (row,) = client.get("/api/v1/handovers/").json()["results"]
    path = f"/api/v1/handovers/{row['id']}/answer/"
    assert client.post(path, {"do": "object"}, content_type="application/json").status_code == 409
    assert client.post(path, {"do": "accept"}, content_type="application/json").json()["state"] == "passed"
    assert owner_of(bar) == cast.anna
