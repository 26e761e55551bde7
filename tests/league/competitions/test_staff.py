"""Helping to run a competition: invited by name or by link, accepted once, ended by the owner or by oneself."""

import pytest

from league.competitions.errors import StaffRefused
from league.competitions.models.roles import TABLE, Right, Role
from league.competitions.policy import access
from league.competitions.verbs import entries, staff, visibility
from league.players.verbs.guests import guest
from matches import feed
from tests.cast import account
from tests.league.builders import competition


@pytest.fixture
def cup(cast):
    return competition(cast.organiser)


def said(cup):
    return [entry.verb for entry in cup.audit.order_by("id")]


def test_it_works(cast, cup):
    asked = staff.invite(competition=cup, by=cast.organiser, role="referee", name="Referee")
    assert access.rights_of(cast.referee, cup) == TABLE[Role.SPECTATOR]
    staff.accept(key=asked.key, by=cast.referee)
    staff.accept(key=asked.key, by=cast.referee)
    assert access.rights_of(cast.referee, cup) == TABLE[Role.REFEREE]
    assert access.may(cast.referee, cup, Right.DECIDE) and not access.may(cast.referee, cup, Right.RUN)
    staff.end(staff=asked, by=cast.referee)
    staff.end(staff=asked, by=cast.referee)
    assert access.rights_of(cast.referee, cup) == TABLE[Role.SPECTATOR]
    assert said(cup)[-3:] == ["invite_staff", "accept_staff", "end_staff"]


def test_who_helps_no_more_looks_on_no_more(cast, cup, monkeypatch, django_capture_on_commit_callbacks):
    """In a competition for members, whose spectators connect again and are let in or not."""
    left = []
    monkeypatch.setattr(feed, "publish_left", lambda user_id, audience: left.append((user_id, audience)))
    visibility.show_to(competition=cup, by=cast.organiser, visibility="members")
    asked = staff.invite(competition=cup, by=cast.organiser, role="referee", name="Referee")
    staff.accept(key=asked.key, by=cast.referee)
    with django_capture_on_commit_callbacks(execute=True):
        staff.end(staff=asked, by=cast.organiser)
    assert left == [(cast.referee.pk, cup.pk)]


def test_who_helps_already_is_given_no_second_role(cast, cup):
    asked = staff.invite(competition=cup, by=cast.organiser, role="referee", name="Referee")
    assert (
        staff.invite(competition=cup, by=cast.organiser, role="referee", name="Referee").invited_at == asked.invited_at
    )
    staff.accept(key=asked.key, by=cast.referee)
    with pytest.raises(StaffRefused, match="already helps"):
        staff.invite(competition=cup, by=cast.organiser, role="co_organiser", name="Referee")
    assert cup.staff.get().role == "referee"


def test_the_audit_tells_who_was_asked_who_came_and_who_went(cast, cup):
    first, second = (
        staff.invite(competition=cup, by=cast.organiser, role="referee", name=user.username)
        for user in (cast.anna, cast.bruno)
    )
    link = staff.invite(competition=cup, by=cast.organiser, role="co_organiser")
    for office, user in ((first, cast.anna), (second, cast.bruno)):
        staff.accept(key=office.key, by=user)
    staff.end(staff=first, by=cast.anna)
    for office in (second, link):
        staff.end(staff=office, by=cast.organiser)
    lines = cup.audit.filter(verb__endswith="_staff").order_by("id").select_related("actor")
    assert [(line.actor.nickname, line.message[0]) for line in lines] == [
        ("organiser", "invited {name} to help as {role}"),
        ("organiser", "invited {name} to help as {role}"),
        ("organiser", "created an invitation link for a {role}"),
        ("anna", "now helps as {role}"),
        ("bruno", "now helps as {role}"),
        ("anna", "no longer helps as {role}"),
        ("organiser", "removed the role of {name}, {role}"),
        ("organiser", "withdrew an invitation as {role}"),
    ]


def test_a_link_is_taken_once(cast, cup):
    link = staff.invite(competition=cup, by=cast.organiser, role="co_organiser")
    staff.accept(key=link.key, by=cast.anna)
    assert access.rights_of(cast.anna, cup) == TABLE[Role.CO_ORGANISER]
    with pytest.raises(StaffRefused, match="someone has taken it"):
        staff.accept(key=link.key, by=cast.bruno)


def test_only_who_was_asked_says_yes(cast, cup):
    asked = staff.invite(competition=cup, by=cast.organiser, role="referee", name="anna")
    with pytest.raises(StaffRefused, match="someone else"):
        staff.accept(key=asked.key, by=cast.bruno)


def test_asking_again_is_the_same_invitation(cast, cup):
    first = staff.invite(competition=cup, by=cast.organiser, role="referee", name="anna")
    again = staff.invite(competition=cup, by=cast.organiser, role="co_organiser", name="anna")
    assert (again.id, again.role) == (first.id, "co_organiser")


def test_refusals(cast, cup):
    for words, name, role in [
        ("There is no account", "Zorro", "referee"),
        ("owner already has all rights", "organiser", "referee"),
        ("Choose the role", "anna", "king"),
    ]:
        with pytest.raises(StaffRefused, match=words):
            staff.invite(competition=cup, by=cast.organiser, role=role, name=name)
    twin = account("anna2")
    twin.nickname = "bruno"
    twin.save()
    other = account("other")
    other.nickname = "anna2nick"
    other.save()
    link = staff.invite(competition=cup, by=cast.organiser, role="referee")
    with pytest.raises(StaffRefused, match="need an account"):
        staff.accept(key=link.key, by=guest(nickname="Gino"))
    with pytest.raises(StaffRefused, match="already"):
        staff.accept(key=link.key, by=cast.organiser)
    with pytest.raises(StaffRefused, match="has ended"):
        staff.accept(key="x" * 24, by=cast.anna)


def test_thirty_people_and_open_links_are_the_most(cast, cup):
    for _number in range(29):
        staff.invite(competition=cup, by=cast.organiser, role="referee")
    asked = staff.invite(competition=cup, by=cast.organiser, role="referee", name="anna")
    with pytest.raises(StaffRefused, match="At most 30"):
        staff.invite(competition=cup, by=cast.organiser, role="referee")
    again = staff.invite(competition=cup, by=cast.organiser, role="co_organiser", name="anna")
    assert again.id == asked.id, "who is asked already takes no further place"


def test_a_nickname_of_two_is_refused(cast, cup):
    for name in ("one", "two"):
        made = account(name)
        made.nickname = "Twin"
        made.save()
    with pytest.raises(StaffRefused, match="Several accounts"):
        staff.invite(competition=cup, by=cast.organiser, role="referee", name="twin")


def test_who_helps_finds_the_draft_in_the_lists(cast, cup):
    entries.enter(competition=cup, player=cast.bruno)
    assert access.rights_of(cast.bruno, cup) == TABLE[Role.ENTRANT]
    link = staff.invite(competition=cup, by=cast.organiser, role="referee")
    staff.accept(key=link.key, by=cast.anna)
    type(cup).objects.update(status="draft")
    assert cup in access.visible(cast.anna) and cup not in access.visible(cast.bruno)


def test_the_pages(client, cast, cup):
    backend = "django.contrib.auth.backends.ModelBackend"
    client.force_login(cast.organiser, backend=backend)
    address = f"/competitions/{cup.slug}/staff/"
    client.post(address, {"do": "invite", "role": "referee"})
    link = cup.staff.get()
    assert link.key in client.get(address).content.decode()
    client.force_login(cast.anna, backend=backend)
    assert link.key not in client.get(address).content.decode()
    assert "Referee" in client.get(f"/staff/{link.key}/").content.decode()
    answer = client.post(f"/staff/{link.key}/", {"do": "accept"})
    assert answer.url == f"/competitions/{cup.slug}/console/"
    console = client.get(answer.url).content.decode()
    assert "Cancel the competition" not in console and "Checklist" in console
    client.force_login(cast.bruno, backend=backend)
    assert client.get(f"/staff/{link.key}/").status_code == 404
    assert client.post(address, {"do": "end", "staff": str(link.pk)}).status_code == 404
