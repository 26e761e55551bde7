"""Entering need an invitation: personal links, the one for everybody, yes, no, and taking one back."""

import pytest
from django.core import mail
from django.urls import reverse

from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.models import Entrant, Invitation, Letter
from league.competitions.tasks import send_letters
from league.competitions.verbs import emails, entries, invitations, rounds
from tests.league.builders import competition


@pytest.fixture
def cup(cast):
    return competition(cast.organiser, places=2, by_invitation=True)


def test_it_works(cast, cup):
    with pytest.raises(EntryRefused, match="need an invitation"):
        entries.enter(competition=cup, player=cast.anna)
    one, _two = invitations.invite(competition=cup, by=cast.organiser, names="Anna\nBruno")
    entrant = invitations.accept(key=one.key, player=cast.anna)
    assert invitations.accept(key=one.key, player=cast.anna) == entrant
    assert (entrant.player, entrant.status) == (cast.anna, "entered")
    one.refresh_from_db()
    assert (one.state, one.entrant) == ("accepted", entrant)
    with pytest.raises(EntryRefused, match="Someone has taken"):
        invitations.accept(key=one.key, player=cast.bruno)
    assert {"invite", "accept"} <= set(cup.audit.values_list("verb", flat=True))


def test_the_audit_tells_what_became_of_an_invitation(cast, cup):
    anna, bruno, carlo = invitations.invite(competition=cup, by=cast.organiser, names="Anna\nBruno\nCarlo")
    invitations.open_link(competition=cup, by=cast.organiser)
    invitations.accept(key=anna.key, player=cast.anna)
    invitations.decline(key=bruno.key, by=cast.bruno)
    invitations.take_back(invitation=carlo, by=cast.organiser)
    verbs = ("invite", "accept", "decline_invitation", "take_back_invitation")
    lines = cup.audit.filter(verb__in=verbs).order_by("id")
    assert list(lines.values_list("verb", "actor__nickname")) == [
        ("invite", "organiser"),
        ("invite", "organiser"),
        ("accept", "anna"),
        ("decline_invitation", "bruno"),
        ("take_back_invitation", "organiser"),
    ]


def test_the_page_of_an_invitation_says_who_waits(client, cast, cup):
    link = invitations.open_link(competition=cup, by=cast.organiser)
    inside, waits = "You are in.", "on the waiting list."
    for player, told in ((cast.anna, inside), (cast.stranger, inside), (cast.bruno, waits)):
        invitations.accept(key=link.key, player=player)
        client.force_login(player)
        page = client.get(reverse("competitions:invited", args=[link.key])).content.decode()
        assert [words for words in (inside, waits) if words in page] == [told]


def test_no_may_become_yes_until_the_start(cast, cup):
    (one,) = invitations.invite(competition=cup, by=cast.organiser, names=["Anna"])
    invitations.decline(key=one.key, by=None)
    assert invitations.decline(key=one.key, by=None).state == "declined"
    invitations.accept(key=one.key, player=cast.anna)
    with pytest.raises(EntryRefused, match="Leave the competition"):
        invitations.decline(key=one.key, by=cast.anna)


def test_the_link_for_everybody_lets_in_as_many_as_there_are_places(cast, cup):
    link = invitations.open_link(competition=cup, by=cast.organiser)
    assert invitations.open_link(competition=cup, by=cast.organiser) == link
    made = [invitations.accept(key=link.key, player=player) for player in (cast.anna, cast.bruno, cast.stranger)]
    assert [entrant.status for entrant in made] == ["entered", "entered", "waiting"]
    with pytest.raises(EntryRefused, match="need not decline"):
        invitations.decline(key=link.key, by=cast.anna)


def test_what_is_taken_back_leads_nowhere_and_who_came_by_it_stays(cast, cup):
    link = invitations.open_link(competition=cup, by=cast.organiser)
    invitations.accept(key=link.key, player=cast.anna)
    invitations.take_back(invitation=link, by=cast.organiser)
    invitations.take_back(invitation=link, by=cast.organiser)
    with pytest.raises(EntryRefused, match="has ended"):
        invitations.accept(key=link.key, player=cast.bruno)
    assert cup.entrants.get().status == Entrant.Status.ENTERED
    assert invitations.open_link(competition=cup, by=cast.organiser).key != link.key


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ("Anna\nx", "Line 2"),
        ("Anna, nowhere", "Line 1: nowhere is not an e-mail"),
        (f"Anna, {'a' * 250}@example.org", "Line 1: a+ is not an e-mail"),
        ("", "at least one name"),
    ],
)
def test_invitations_are_all_or_none(cast, cup, names, says):
    with pytest.raises(EntryRefused, match=says):
        invitations.invite(competition=cup, by=cast.organiser, names=names)
    assert not Invitation.objects.exists() and not Letter.objects.exists()


def test_an_address_gets_one_letter_and_is_forgotten(cast, cup):
    (one,) = invitations.invite(competition=cup, by=cast.organiser, names="Anna, anna@example.org")
    assert invitations.invite(competition=cup, by=cast.organiser, names="anna, anna@example.org") == [one]
    assert send_letters() == 1 and send_letters() == 0
    (sent,) = mail.outbox
    assert sent.to == ["anna@example.org"] and f"/invited/{one.key}/" in sent.body
    assert Letter.objects.get().to == ""


def test_no_letter_leaves_for_an_invitation_that_was_answered_meanwhile(cast, cup):
    (one,) = invitations.invite(competition=cup, by=cast.organiser, names="Anna, anna@example.org")
    invitations.decline(key=one.key, by=None)
    assert send_letters() == 0 and mail.outbox == []
    assert Letter.objects.get().to == ""


def test_nobody_sends_letters_without_end(cast, cup, monkeypatch):
    monkeypatch.setattr(emails, "A_DAY", 2)
    names = ["Anna, anna@example.org", "Bruno, bruno@example.org", "Carlo, carlo@example.org"]
    invitations.invite(competition=cup, by=cast.organiser, names=names[:2])
    assert send_letters() == 2
    with pytest.raises(EntryRefused, match="0 left today"):
        invitations.invite(competition=competition(cast.organiser), by=cast.organiser, names=names[2:])
    assert Invitation.objects.count() == 2
    invitations.invite(competition=cup, by=cast.organiser, names="Carlo")


def test_nobody_is_invited_to_what_has_begun(cast, cup):
    entries.add_bots(competition=cup, by=cast.organiser)
    rounds.start(competition=cup, by=cast.organiser)
    with pytest.raises(WrongStep):
        invitations.invite(competition=cup, by=cast.organiser, names="Anna")
