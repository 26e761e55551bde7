"""Clubs: founded, joined, left; their staff run their competitions; presets of the house; the roll of honour."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import ValidationError
from django.http import Http404

from league.clubs import access, houses, queries
from league.clubs.errors import ClubRefused, HandoverRefused
from league.clubs.models import Club, ClubEntry, Membership
from league.clubs.verbs import closing, clubs, handovers, members, presets
from league.competitions.errors import BadSetting, EntryRefused
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy import access as doors
from league.competitions.policy.officials import officials_of
from league.competitions.verbs import create, entries, rounds, staff
from league.players.verbs.claims import claim
from league.players.verbs.guests import guest
from league.seasons.verbs import renewals
from league.series import verbs as series_verbs
from tests.league.builders import competition, running
from tests.league.tables import play_out

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def bar(cast):
    """A club of the organiser's that asks before it lets anybody in."""
    return clubs.create(by=cast.organiser, name="Bar Centrale", description="Every Thursday.")


def inside(club, user):
    return access.standing_of(user, club)


def test_who_has_asked_still_finds_the_request_once_the_club_is_for_members(client, cast, bar):
    members.join(club=bar, by=cast.anna)
    members.join(club=bar, by=cast.bruno)
    clubs.change(club=bar, by=cast.organiser, visibility="members", description="Behind the station")
    client.force_login(cast.anna, backend=BACKEND)
    html = client.get(f"/clubs/{bar.slug}/").text
    assert bar.name in html and "You requested membership." in html and "Behind the station" not in html
    assert client.get(f"/clubs/{bar.slug}/honours/").status_code == 404
    client.post(f"/clubs/{bar.slug}/act/", {"do": "leave"})
    assert not bar.memberships.filter(user=cast.anna).exists()
    assert client.get(f"/clubs/{bar.slug}/").status_code == 404
    client.force_login(cast.bruno, backend=BACKEND)
    assert client.get(f"/api/v1/clubs/{bar.pk}/").status_code == 404
    assert client.post(f"/api/v1/clubs/{bar.pk}/leave/").status_code == 204
    assert not bar.memberships.filter(user=cast.bruno).exists()


def test_it_works(cast, bar):
    application = members.join(club=bar, by=cast.anna)
    assert (
        application.asked
        and inside(bar, cast.anna) == "asked"
        and members.join(club=bar, by=cast.anna).pk == application.pk
    )
    members.approve(membership=application, by=cast.organiser)
    members.approve(membership=application, by=cast.organiser)
    assert inside(bar, cast.anna) == "member" and cast.anna.notifications.filter(about=bar.name).count() == 1
    members.appoint(membership=application, by=cast.organiser, staff=True)
    assert inside(bar, cast.anna) == "staff" and inside(bar, cast.organiser) == "owner"
    members.end(membership=application, by=cast.anna)
    members.end(membership=application, by=cast.anna)
    assert inside(bar, cast.anna) == "nobody"
    assert list(bar.audit.order_by("id").values_list("verb", flat=True)) == [
        "create", "ask", "approve", "appoint", "end",
    ]  # fmt: skip


def test_the_link_lets_in_at_once_until_it_is_renewed(cast, bar):
    bar = members.new_link(club=bar, by=cast.organiser)
    old = bar.key
    members.join(club=bar, by=cast.anna)
    assert not members.join(club=bar, by=cast.anna, key=old).asked, "the key lets in who has only asked"
    bar = members.new_link(club=bar, by=cast.organiser)
    assert members.join(club=bar, by=cast.bruno, key=old).asked
    with pytest.raises(Http404):
        access.by_key(old)
    assert access.by_key(bar.key) == bar
    with pytest.raises(Http404):
        access.by_key("")


def test_who_may_come_in(cast, bar):
    bar = clubs.change(club=bar, by=cast.organiser, joining="invited")
    with pytest.raises(ClubRefused, match="need a link to join"):
        members.join(club=bar, by=cast.anna)
    bar = clubs.change(club=bar, by=cast.organiser, joining="open")
    assert not members.join(club=bar, by=cast.anna).asked
    assert members.join(club=bar, by=cast.organiser) is None
    cast.bruno.banned, cast.bruno.banned_because = True, "rude"
    with pytest.raises(ClubRefused, match="rude"):
        members.join(club=bar, by=cast.bruno)


def test_names_without_account_are_members_and_enter(cast, bar):
    memberships = members.add_names(club=bar, by=cast.organiser, names="Ugo\n\nVera\n")
    assert [row.user.nickname for row in memberships] == ["Ugo", "Vera"] and all(row.key for row in memberships)
    with pytest.raises(ClubRefused, match="ugo is already entered"):
        members.add_names(club=bar, by=cast.organiser, names="Zeno\nugo")
    with pytest.raises(ClubRefused, match="Line 1"):
        members.add_names(club=bar, by=cast.organiser, names="Zeno;Uno")
    assert bar.memberships.count() == 2, "all or none"
    with pytest.raises(ClubRefused, match="account"):
        members.appoint(membership=memberships[0], by=cast.organiser, staff=True)
    cup = competition(cast.organiser, club=bar)
    entered = members.enter_members(
        club=bar, competition=cup, by=cast.organiser, chosen=[row.pk for row in memberships]
    )
    assert [entrant.player for entrant in entered] == [row.user for row in memberships] and all(
        entrant.personal_key for entrant in entered
    )
    with pytest.raises(EntryRefused, match="at least one"):
        members.enter_members(club=bar, competition=cup, by=cast.organiser, chosen=[])
    with pytest.raises(ClubRefused, match="not belong to the club"):
        members.enter_members(
            club=bar, competition=competition(cast.organiser), by=cast.organiser, chosen=[memberships[0].pk]
        )
    claim(name=memberships[0].user, account=cast.anna)
    assert inside(bar, cast.anna) == "member" and Membership.objects.get(pk=memberships[0].pk).key == ""


def test_a_claimed_name_leaves_everybody_once_in_the_club(cast, bar):
    """Its owner is no member, who had applied is in by the name, and an applicant's name waits as before."""
    zora, yuri = (row.user for row in members.add_names(club=bar, by=cast.organiser, names=["Zora", "Yuri"]))
    claim(name=zora, account=cast.organiser)
    assert inside(bar, cast.organiser) == "owner" and queries.with_size(Club.objects.all()).get().size == 2
    members.join(club=bar, by=cast.anna)
    claim(name=yuri, account=cast.anna)
    assert inside(bar, cast.anna) == "member" and queries.members_of(bar).get().user == cast.anna
    xaver = guest(nickname="Xaver")
    members.join(club=bar, by=xaver)
    claim(name=xaver, account=cast.bruno)
    assert inside(bar, cast.bruno) == "asked"


def test_the_staff_of_the_club_run_its_competitions_and_no_others(cast, bar):
    membership = members.join(club=bar, by=cast.anna)
    members.approve(membership=membership, by=cast.organiser)
    members.appoint(membership=membership, by=cast.organiser, staff=True)
    cup, other = running(cast.organiser, club=bar), running(cast.organiser)
    assert doors.may(cast.anna, cup, Right.RUN) and not doors.may(cast.anna, cup, Right.OWN)
    assert not doors.may(cast.anna, other, Right.DECIDE)
    assert (cast.anna, "organiser") in officials_of(cup) and cast.anna.pk not in [
        user.pk for user, _role in officials_of(other)
    ]
    clubs.take_in(competition=other, club=bar, by=cast.organiser)
    assert doors.may(cast.anna, Competition.objects.get(pk=other.pk), Right.RUN)
    clubs.take_out(competition=other, by=cast.organiser)
    assert not doors.may(cast.anna, Competition.objects.get(pk=other.pk), Right.RUN)
    members.end(membership=membership, by=cast.organiser)
    assert not doors.may(cast.anna, cup, Right.RUN)
    with pytest.raises(BadSetting, match="Only staff of a club"):
        create.create(by=cast.anna, name="Not mine", game="super_goal", preset="cup", places=4, club=bar)


def test_what_is_for_members_is_seen_by_the_club(client, cast, bar):
    cup = running(cast.organiser, club=bar, visibility="members")
    match = cup.stages.get().rounds.first().ties.first().fixtures.get().match_id
    paths = (f"/competitions/{cup.slug}/", f"/matches/{match}/", f"/api/v1/competitions/{cup.pk}/")
    membership = members.join(club=bar, by=cast.anna)
    client.force_login(cast.anna, backend=BACKEND)
    assert [client.get(path).status_code for path in paths] == [404] * 3, "asking is not being in"
    members.approve(membership=membership, by=cast.organiser)
    assert [client.get(path).status_code for path in paths] == [200] * 3
    assert cup.name in client.get("/competitions/").content.decode()
    members.end(membership=membership, by=cast.organiser)
    assert [client.get(path).status_code for path in paths] == [404] * 3


def test_a_club_for_members_is_named_to_nobody_else(client, cast, bar):
    cup = running(cast.organiser, club=bar)
    pages = ("/clubs/", "/search/?q=centrale", f"/competitions/{cup.slug}/", f"/clubs/{bar.slug}/", "/api/v1/clubs/")
    assert all(bar.name in client.get(path).content.decode() for path in pages)
    clubs.change(club=bar, by=cast.organiser, visibility="members")
    for path in pages:
        assert bar.name not in client.get(path).content.decode(), path
    assert client.get(f"/clubs/{bar.slug}/").status_code == client.get(f"/api/v1/clubs/{bar.pk}/").status_code == 404
    assert client.get(f"/api/v1/competitions/{cup.pk}/").json()["club"] is None
    client.force_login(cast.organiser, backend=BACKEND)
    assert all(bar.name in client.get(path).content.decode() for path in pages)


def test_a_preset_of_the_house_makes_the_same_again(client, cast, bar):
    cup = competition(cast.organiser, "league", 6, club=bar, settings={"times": 2}, round_hours=48, report_hours=5)
    preset = presets.keep(club=bar, competition=cup, by=cast.organiser, name="Thursday league")
    assert presets.keep(club=bar, competition=cup, by=cast.organiser, name="Thursday league").pk == preset.pk
    with pytest.raises(ClubRefused, match="name"):
        presets.keep(club=bar, competition=cup, by=cast.organiser, name=" ")
    client.force_login(cast.organiser, backend=BACKEND)
    html = client.get("/competitions/new/").content.decode()
    assert "Thursday league" in html and f"?house={preset.pk}" in html
    form = client.get(f"/competitions/new/?house={preset.pk}").context["form"]
    fields = {field.name: field.value() for field in form if field.value() is not None}
    answer = client.post("/competitions/new/", {**fields, "name": "Thursday league 2", "house": preset.pk})
    assert answer.status_code == 302, answer.context and answer.context["form"].errors
    stored_competition = Competition.objects.get(name="Thursday league 2")
    assert (
        stored_competition.club,
        stored_competition.preset,
        stored_competition.places,
        stored_competition.round_hours,
        stored_competition.report_hours,
    ) == (bar, "league", 6, 48, 5)
    assert stored_competition.stages.get().settings["times"] == 2
    assert houses.preset_of(houses.clubs_of(cast.anna), str(preset.pk)) is None, "of one's own clubs only"
    presets.forget(preset=preset, by=cast.organiser)
    presets.forget(preset=preset, by=cast.organiser)
    assert bar.presets.count() == 0


def test_the_roll_of_honour_follows_from_the_results(cast, bar, client, django_assert_max_num_queries):
    for number in range(3):
        cup = competition(cast.organiser, club=bar)
        for person in (cast.anna, cast.bruno, cast.stranger, cast.referee):
            entries.enter(competition=cup, player=person)
        play_out(rounds.start(competition=cup, by=cast.organiser), seed=number)
    secret = running(cast.organiser, club=bar, visibility="members")
    play_out(secret)
    over = queries.competitions_of(bar, None).filter(status="finished")
    roll = queries.roll_of(over)
    assert len(roll.competitions) == 3 and sum(len(one.won) for one in roll.people) == 3
    assert sum(one.second for one in roll.people) == 3
    for one in roll.competitions:
        assert one.podium[0].entrant == one.competition.champion
    assert (
        len(queries.roll_of(queries.competitions_of(bar, cast.organiser).filter(status="finished")).competitions) == 4
    )
    with django_assert_max_num_queries(40):
        page = client.get(f"/clubs/{bar.slug}/").content.decode()
    assert roll.people[0].name in page and f"/competitions/{secret.slug}/" not in page
    html = client.get(f"/clubs/{bar.slug}/honours/").content.decode()
    assert all(one.name in html for one in roll.people) and secret.champion.name not in html
    data = client.get(f"/api/v1/clubs/{bar.pk}/honours/").json()
    assert [row["name"] for row in data] == [one.name for one in roll.people]


def test_what_a_club_needs(cast, bar):
    with pytest.raises(BadSetting, match="Write between 3 and 60 characters"):
        clubs.change(club=bar, by=cast.organiser, name="x")
    before = ClubEntry.objects.count()
    clubs.change(club=bar, by=cast.organiser, name=bar.name)
    assert ClubEntry.objects.count() == before, "the same again changes nothing"
    with pytest.raises(ClubRefused, match="account"):
        clubs.create(by=guest(nickname="Passing by"), name="No account")
    assert clubs.create(by=cast.anna, name="Bar Centrale").slug != bar.slug
    with pytest.raises(ValidationError):
        Club(name="x" * 99, slug="x", owner=cast.anna).full_clean()


def test_the_settings_of_a_club_without_competitions_have_no_empty_panel(client, cast, bar):
    client.force_login(cast.organiser, backend=BACKEND)
    settings = f"/clubs/{bar.slug}/settings/"
    before = client.get(settings).text
    assert "Presets of the house" not in before and "Competitions of the club" not in before
    cup = competition(cast.organiser)
    assert "club_take_in" in client.get(settings).text
    client.post(settings, {"do": "club_take_in", "competition": cup.pk})
    after = client.get(settings).text
    assert "Presets of the house" in after and "club_take_out" in after


def test_the_pages_of_the_staff(client, cast, bar):
    client.force_login(cast.organiser, backend=BACKEND)
    members_page, settings = f"/clubs/{bar.slug}/members/", f"/clubs/{bar.slug}/settings/"
    assert client.post(members_page, {"do": "names", "names": "Ugo\nVera"}).status_code == 302
    assert client.post(members_page, {"do": "link"}).status_code == 302
    page = client.get(members_page).content.decode()
    assert "Ugo" in page and f"/clubs/join/{Club.objects.get().key}/" in page
    row = bar.memberships.get(user__nickname="Ugo")
    assert client.post(members_page, {"do": "end", "membership": row.pk}).status_code == 302
    cup = competition(cast.organiser)
    assert client.post(settings, {"do": "club_take_in", "competition": cup.pk}).status_code == 302
    assert client.post(settings, {"do": "keep", "competition": cup.pk, "name": "As ever"}).status_code == 302
    assert bar.presets.get().name == "As ever" and Competition.objects.get().club == bar
    fields = {"do": "change", "name": "Bar Nuovo", "visibility": "link", "joining": "open", "description": ""}
    assert client.post(settings, fields).status_code == 302 and Club.objects.get().name == "Bar Nuovo"
    assert client.post(settings, {**fields, "name": "x"}).status_code == 200
    assert client.post(members_page, {"do": "what"}).status_code == 404
    for path in ("", "honours/", "members/", "settings/", "audit/", "ownership/"):
        assert client.get(f"/clubs/{bar.slug}/{path}").status_code == 200, path
    client.force_login(cast.anna, backend=BACKEND)
    assert (
        client.post(f"/clubs/join/{Club.objects.get().key}/").status_code == 302 and inside(bar, cast.anna) == "member"
    )
    assert client.post(members_page, {"do": "names", "names": "Zeno"}).status_code == 404
    assert (
        client.post(f"/clubs/{bar.slug}/act/", {"do": "leave"}).status_code == 302
        and inside(bar, cast.anna) == "nobody"
    )
    vera = bar.memberships.get(user__nickname="Vera")
    client.logout()
    assert client.post(f"/clubs/me/{vera.key}/").status_code == 302
    assert client.get(f"/clubs/{bar.slug}/members/").status_code == 200, "a name without account is a member"


def test_members_are_entered_all_or_none_and_the_one_who_cannot_is_named(cast, bar):
    clubs.change(club=bar, by=cast.organiser, joining="open")
    people = (cast.anna, cast.bruno, cast.stranger)
    chosen = [str(members.join(club=bar, by=person).pk) for person in people]
    cup = competition(cast.organiser, club=bar)
    cast.bruno.banned, cast.bruno.banned_because = True, "insults"
    cast.bruno.save()
    with pytest.raises(EntryRefused, match="bruno cannot play on this site now"):
        members.enter_members(club=bar, competition=cup, by=cast.organiser, chosen=chosen)
    assert not cup.entrants.exists()
    cast.stranger.nickname = cast.organiser.nickname
    cast.stranger.save()
    with pytest.raises(EntryRefused, match="organiser: This name looks like"):
        members.enter_members(club=bar, competition=cup, by=cast.organiser, chosen=[chosen[0], chosen[2]])
    assert not cup.entrants.exists()


def test_two_clubs_of_one_name_at_once_have_an_address_each(cast, bar, monkeypatch):
    addresses = iter([bar.slug])
    free = clubs._slug
    monkeypatch.setattr(clubs, "_slug", lambda name: next(addresses, None) or free(name))
    second = clubs.create(by=cast.anna, name=bar.name)
    assert second.slug.startswith(f"{bar.slug}-") and bar.audit.count() == second.audit.count() == 1


def test_what_ends_is_called_by_its_name(client, cast, bar):
    client.force_login(cast.anna, backend=BACKEND)
    act, people = f"/clubs/{bar.slug}/act/", f"/clubs/{bar.slug}/members/"
    client.post(act, {"do": "join"})
    assert "Request withdrawn." in client.post(act, {"do": "leave"}, follow=True).text
    asking = members.join(club=bar, by=cast.anna)
    member = members.join(club=clubs.change(club=bar, by=cast.organiser, joining="open"), by=cast.bruno)
    client.force_login(cast.organiser, backend=BACKEND)
    assert "Request declined." in client.post(people, {"do": "end", "membership": asking.pk}, follow=True).text
    assert "Member removed." in client.post(people, {"do": "end", "membership": member.pk}, follow=True).text


def test_members_come_page_by_page(client, cast, bar):
    members.add_names(club=bar, by=cast.organiser, names=[f"Name {number}" for number in range(60)])
    client.force_login(cast.organiser, backend=BACKEND)
    first, second = (client.get(f"/clubs/{bar.slug}/members/?page={page}").content.decode() for page in (1, 2))
    hits = [re.findall(r"<span>(Name \d+)</span>\s*</a>", page) for page in (first, second)]
    assert [len(names) for names in hits] == [50, 10] and len({*hits[0], *hits[1]}) == 60
    assert 'rel="next"' in first and 'rel="prev"' in second
    row = bar.memberships.get(user__nickname=hits[1][0])
    answer = client.post(f"/clubs/{bar.slug}/members/?page=2", {"do": "end", "membership": row.pk})
    assert answer.url == f"/clubs/{bar.slug}/members/?page=2" and not bar.memberships.filter(pk=row.pk).exists()


def test_a_closed_club_stays_where_it_is_and_takes_nothing_new(client, cast, bar):
    membership = members.join(
        club=members.new_link(club=bar, by=cast.organiser), by=cast.anna, key=Club.objects.get().key
    )
    members.join(club=bar, by=cast.bruno)
    cup = running(cast.organiser, club=bar, visibility="members")
    other = competition(cast.organiser)
    offered = handovers.offer(thing=bar, by=cast.organiser, name="anna")
    key = Club.objects.get().key
    with pytest.raises(ClubRefused, match="Give a reason"):
        closing.close(club=bar, by=cast.organiser, reason=" ")
    closing.close(club=bar, by=cast.organiser, reason="The bar is sold")
    bar = closing.close(club=bar, by=cast.organiser, reason="again")
    assert bar.closed_because == "The bar is sold" and bar.audit.filter(verb="close").count() == 1
    assert cast.anna.notifications.filter(message__0="the club is closed: {reason}").count() == 1
    offered.refresh_from_db()
    assert offered.state == "expired" and not bar.memberships.filter(user=cast.bruno).exists(), "who asked, asked"
    for verb in (
        lambda: members.join(club=bar, by=cast.stranger),
        lambda: members.new_link(club=bar, by=cast.organiser),
        lambda: members.add_names(club=bar, by=cast.organiser, names="Ugo"),
        lambda: clubs.take_in(competition=other, club=bar, by=cast.organiser),
    ):
        with pytest.raises(ClubRefused, match="closed"):
            verb()
    with pytest.raises(HandoverRefused, match="closed"):
        handovers.offer(thing=bar, by=cast.organiser, name="anna")
    with pytest.raises(BadSetting, match="closed"):
        competition(cast.organiser, club=bar)
    with pytest.raises(Http404):
        access.by_key(key)
    assert houses.clubs_of(cast.organiser) == [] and access.own(cast.anna) == [bar]
    assert bar not in access.listed(None) and bar in access.listed(cast.anna)
    assert doors.may(cast.organiser, cup, Right.OWN) and cup in doors.listed(cast.anna), "what is on goes on"
    page = client.get(f"/clubs/{bar.slug}/").content.decode()
    assert "The bar is sold" in page and "Bar Centrale" not in client.get("/clubs/").content.decode()
    bar = closing.reopen(club=bar, by=cast.organiser)
    closing.reopen(club=bar, by=cast.organiser)
    assert bar.closed_at is None and bar in access.listed(None) and inside(bar, cast.anna) == "member"
    assert membership.pk in bar.memberships.values_list("pk", flat=True)
    assert members.join(club=bar, by=cast.bruno).asked


def test_what_follows_stays_under_the_club_with_its_helpers_until_it_is_closed(client, cast, bar):
    member = members.join(club=members.new_link(club=bar, by=cast.organiser), by=cast.anna, key=Club.objects.get().key)
    members.appoint(membership=member, by=cast.organiser, staff=True)
    settings = {"club": bar, "visibility": "members", "settings": {"times": 1}}
    last, other = (running(cast.organiser, "league", 3, **settings) for _number in range(2))
    for row in (last, other):
        helper = staff.invite(competition=row, by=cast.organiser, role="referee", name="bruno")
        staff.invite(competition=row, by=cast.organiser, role="referee", name="stranger")
        staff.accept(key=helper.key, by=cast.bruno)
        play_out(row)
    of_series = series_verbs.create(by=cast.organiser, name="Winter", points=[3, 2, 1], competitions=[last])
    event = series_verbs.again(series=of_series, by=cast.organiser)
    event.refresh_from_db()
    season = renewals.next_season(competition=last, by=cast.anna)
    for competition_made in (event, season):
        assert competition_made.club == bar and competition_made in doors.listed(cast.anna)
        assert [(member.user, member.role) for member in competition_made.staff.accepted()] == [(cast.bruno, "referee")]

    closing.close(club=bar, by=cast.organiser, reason="The bar is sold")
    client.force_login(cast.anna, backend=BACKEND)
    end = f"/competitions/{other.slug}/end/"
    assert "The next season belongs to its owner" in client.get(end).content.decode()
    answer = client.post(f"{end}press/", {"do": "next_season"}, follow=True)
    assert answer.status_code == 200, "who made it without owning it helps to run it"
    alone = other.following.get()
    assert alone.club is None and alone.owner == cast.organiser and alone.audit.filter(verb="club").count() == 1
    roles = {member.user: member.role for member in alone.staff.accepted()}
    assert roles == {cast.bruno: "referee", cast.anna: "co_organiser"}
    assert alone in doors.listed(cast.anna) and alone not in doors.listed(cast.stranger)


def test_only_the_owner_closes_a_club(client, cast, bar):
    membership = members.join(
        club=members.new_link(club=bar, by=cast.organiser), by=cast.anna, key=Club.objects.get().key
    )
    members.appoint(membership=membership, by=cast.organiser, staff=True)
    path, fields = f"/clubs/{bar.slug}/settings/", {"do": "club_close", "reason": "Sold"}
    client.force_login(cast.anna, backend=BACKEND)
    assert "Close Bar" not in client.get(path).content.decode() and client.post(path, fields).status_code == 404
    client.force_login(cast.organiser, backend=BACKEND)
    assert client.post(path, fields).status_code == 302 and Club.objects.get().closed_at is not None
    assert "Open the club again" in client.get(path).content.decode()
    api = f"/api/v1/clubs/{bar.pk}/close/"
    assert client.delete(api).status_code == 204 and Club.objects.get().closed_at is None
    assert client.post(api, {"reason": "Sold"}, content_type="application/json").json()["closed_because"] == "Sold"
