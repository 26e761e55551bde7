"""Sides of up to three people in one entrant: they join by a link, and all of them have the seat of its matches."""

import json
import re

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from league.competitions.errors import BadSetting, EntryRefused, WrongStep
from league.competitions.exchange.checking import checked
from league.competitions.exchange.faults import BadFile
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Fixture, Member
from league.competitions.policy.parties import people_in, seat_in
from league.competitions.verbs import create, entries, rounds, sides, squads
from league.competitions.verbs.importing import take_in
from league.players.verbs import robots
from league.players.verbs.claims import claim
from league.players.verbs.guests import guest
from league.seasons.verbs import substitutes
from matches.models import Seat, SeatController
from tests.league.recomputed import computed_again, picture

pytestmark = pytest.mark.django_db


def six_a_side(cast, side_size=3, game="six_a_side", **values):
    cup = create.create(
        by=cast.organiser, name="Pairs", game=game, preset="cup", places=4, side_size=side_size, **values
    )
    return create.publish(competition=cup, by=cast.organiser)


def test_it_works(cast):
    cup = six_a_side(cast)
    reds = entries.enter(competition=cup, player=cast.anna, name="The reds")
    assert reds.name == "The reds"
    for person in (cast.bruno, cast.stranger, cast.bruno):
        sides.join(key=reds.side_key, player=person)
    entries.enter(competition=cup, player=cast.referee)
    rounds.start(competition=cup, by=cast.organiser)

    fixture = Fixture.objects.select_related("home", "away", "match").get(tie__round__stage__competition=cup)
    seat = seat_in(fixture, cast.anna)
    assert {seat_in(fixture, user) for user in (cast.bruno, cast.stranger)} == {seat}
    assert {one.nickname for one in people_in(fixture, seat)} == {"anna", "bruno", "stranger"}
    stored_seat = Seat.objects.get(match=fixture.match, side=seat)
    assert (stored_seat.user, stored_seat.name) == (cast.anna, "The reds")
    shared = SeatController.objects.filter(seat=stored_seat).order_by("number").values_list("user__nickname", flat=True)
    assert list(shared) == ["anna", "bruno", "stranger"]
    assert not SeatController.objects.filter(seat__match=fixture.match).exclude(seat=stored_seat).exists()
    other = "away" if seat == "home" else "home"
    assert fixture.match.options["players"] == {seat: 3, other: 1}
    assert picture(cup) == computed_again(cup)


def test_alone_nothing_is_different(cast):
    cup = six_a_side(cast, side_size=1)
    side = entries.enter(competition=cup, player=cast.anna, name="The reds")
    assert (side.name, side.side_key) == ("anna", "")
    with pytest.raises(EntryRefused, match="belongs to no side"):
        sides.join(key="", player=cast.bruno)


def test_a_typed_side_of_two_has_a_link_for_the_other(cast):
    (pair,) = entries.enter_names(competition=six_a_side(cast, side_size=2), by=cast.organiser, names="The reds")
    sides.join(key=pair.side_key, player=cast.anna)
    assert pair.members.get().user == cast.anna


def test_a_side_is_full_at_the_size_that_was_set(cast):
    reds = entries.enter(competition=six_a_side(cast, side_size=2), player=cast.anna)
    sides.join(key=reds.side_key, player=cast.bruno)
    with pytest.raises(EntryRefused, match="full: it has 2"):
        sides.join(key=reds.side_key, player=cast.stranger)


def test_the_audit_tells_who_came_into_a_side_and_who_left_it(cast):
    cup = six_a_side(cast)
    reds = entries.enter(competition=cup, player=cast.anna)
    for person in (cast.bruno, cast.stranger):
        sides.join(key=reds.side_key, player=person)
    sides.leave_side(entrant=reds, player=cast.bruno)
    lines = cup.audit.filter(verb__in=("join_side", "leave_side")).order_by("id")
    assert list(lines.values_list("verb", "actor__nickname")) == [
        ("join_side", "bruno"),
        ("join_side", "stranger"),
        ("leave_side", "bruno"),
    ]


def test_nobody_plays_for_two_sides(cast):
    cup = six_a_side(cast)
    reds = entries.enter(competition=cup, player=cast.anna)
    blues = entries.enter(competition=cup, player=cast.bruno)
    with pytest.raises(EntryRefused, match="already"):
        sides.join(key=reds.side_key, player=cast.bruno)
    sides.join(key=reds.side_key, player=cast.stranger)
    with pytest.raises(EntryRefused, match="already"):
        sides.join(key=blues.side_key, player=cast.stranger)
    with pytest.raises(EntryRefused, match="Leave it first"):
        entries.enter(competition=cup, player=cast.stranger)


def test_who_leaves_makes_room_and_keeps_the_others_turns(cast):
    reds = entries.enter(competition=six_a_side(cast), player=cast.anna)
    sides.join(key=reds.side_key, player=cast.bruno)
    sides.join(key=reds.side_key, player=cast.stranger)
    sides.leave_side(entrant=reds, player=cast.bruno)
    sides.leave_side(entrant=reds, player=cast.bruno)
    sides.join(key=reds.side_key, player=cast.referee)
    assert list(reds.members.order_by("number").values_list("user__nickname", "number")) == [
        ("referee", 1),
        ("stranger", 2),
    ]
    with pytest.raises(EntryRefused, match="as a whole"):
        sides.leave_side(entrant=reds, player=cast.anna)


def test_a_side_that_leaves_sets_its_people_free(cast):
    cup = six_a_side(cast)
    reds = entries.enter(competition=cup, player=cast.anna)
    sides.join(key=reds.side_key, player=cast.bruno)
    entries.leave(entrant=reds, by=cast.anna)
    assert entries.enter(competition=cup, player=cast.bruno).player == cast.bruno
    with pytest.raises(EntryRefused, match="has left"):
        sides.join(key=reds.side_key, player=cast.stranger)


def test_once_it_runs_the_sides_stand(cast):
    cup = six_a_side(cast)
    reds = entries.enter(competition=cup, player=cast.anna)
    sides.join(key=reds.side_key, player=cast.bruno)
    entries.enter(competition=cup, player=cast.referee)
    rounds.start(competition=cup, by=cast.organiser)
    with pytest.raises(WrongStep):
        sides.join(key=reds.side_key, player=cast.stranger)
    with pytest.raises(WrongStep):
        sides.leave_side(entrant=reds, player=cast.bruno)
    with pytest.raises(WrongStep):
        squads.take_off(entrant=reds, by=cast.organiser, number=1, reason="ill")


@pytest.mark.parametrize(("game", "most"), [("super_goal", 1), ("soccer_tactics", 2), ("six_a_side", 3)])
def test_a_game_seats_only_so_many(cast, game, most):
    assert six_a_side(cast, side_size=most, game=game).side_size == most
    with pytest.raises(BadSetting) as refused:
        six_a_side(cast, side_size=most + 1, game=game)
    assert refused.value.field == "side_size"


def test_the_size_does_not_shrink_below_a_side_that_is_in(cast):
    cup = six_a_side(cast)
    reds = entries.enter(competition=cup, player=cast.anna)
    sides.join(key=reds.side_key, player=cast.bruno)
    assert create.change(competition=cup, by=cast.organiser, side_size=2).side_size == 2
    with pytest.raises(BadSetting):
        create.change(competition=cup, by=cast.organiser, side_size=1)


def test_a_claimed_name_plays_on_in_its_side(cast):
    reds = entries.enter(competition=six_a_side(cast), player=cast.anna)
    name = guest(nickname="Gino")
    sides.join(key=reds.side_key, player=name)
    claim(name=name, account=cast.stranger)
    assert Member.objects.get(entrant=reds).user == cast.stranger


def test_by_the_pages(cast, client):
    cup = six_a_side(cast)
    client.force_login(cast.anna)
    client.post(reverse("competitions:enter", args=[cup.slug]), {"do": "enter", "name": "The reds"})
    reds = cup.entrants.get()
    link = reverse("competitions:side", args=[reds.side_key])
    page = client.get(reverse("competitions:entrants", args=[cup.slug])).content.decode()
    assert link in page and "The reds" in page
    client.force_login(cast.bruno)
    assert link not in client.get(reverse("competitions:entrants", args=[cup.slug])).content.decode()
    assert "The reds" in client.get(link).content.decode()
    answer = client.post(link, follow=True).content.decode()
    assert "You are in" in answer and "Leave the side" in answer and re.search(r"anna,\s+bruno", answer)
    # Who is only a member takes nobody out but himself.
    client.post(reverse("competitions:enter", args=[cup.slug]), {"do": "leave"})
    reds.refresh_from_db()
    assert reds.status == "entered"
    client.post(reverse("competitions:enter", args=[cup.slug]), {"do": "leave_side"})
    assert not reds.members.exists()


@pytest.mark.parametrize("do", ["leave_side", "leave", "check_in"])
def test_a_button_of_a_page_from_before_enters_nobody(cast, client, do):
    cup = six_a_side(cast)
    reds = entries.enter(competition=cup, player=cast.anna, name="The reds")
    sides.join(key=reds.side_key, player=cast.bruno)
    sides.leave_side(entrant=reds, player=cast.bruno)
    client.force_login(cast.bruno)
    client.post(reverse("competitions:enter", args=[cup.slug]), {"do": do})
    assert list(cup.entrants.all()) == [reds]


def test_by_the_api(cast):
    cup = six_a_side(cast)
    anna, bruno = APIClient(), APIClient()
    anna.force_authenticate(cast.anna)
    bruno.force_authenticate(cast.bruno)
    data = anna.post(f"/api/v1/competitions/{cup.pk}/entrants/", {"name": "The reds"}, format="json").json()
    assert data["side_key"] and data["members"] == []
    joined = bruno.post("/api/v1/sides/join/", {"key": data["side_key"]}, format="json").json()
    assert [member["name"] for member in joined["members"]] == ["bruno"] and joined["side_key"] == ""
    left = bruno.post(f"/api/v1/competitions/{cup.pk}/entrants/{data['id']}/leave-side/")
    assert left.status_code == 200 and left.json()["members"] == []
    assert bruno.post(f"/api/v1/competitions/{cup.pk}/entrants/{data['id']}/leave-side/").status_code == 404


def test_a_document_carries_the_others_of_a_side(cast):
    cup = six_a_side(cast)
    reds = entries.enter(competition=cup, player=cast.anna, name="The reds")
    sides.join(key=reds.side_key, player=cast.bruno)
    entries.enter(competition=cup, player=cast.referee)
    rounds.start(competition=cup, by=cast.organiser)
    cup.refresh_from_db()
    document = exported(cup)
    side = next(row for row in document["entrants"] if row["name"] == "The reds")
    assert side["members"] == [{"name": "bruno", "number": 1}] and document["competition"]["side_size"] == 3

    data = json.loads(json.dumps(document))
    Competition.objects.filter(id=cup.id).delete()
    imported, new = take_in(document=data, by=cast.organiser)
    assert new and imported.side_size == 3
    member = Member.objects.get(entrant__competition=imported)
    assert (member.entrant.name, member.user.nickname, member.user.kind) == ("The reds", "bruno", "guest")
    assert exported(imported)["entrants"] == document["entrants"]

    side["members"] = [{"name": "bruno", "number": 1}] * 2
    with pytest.raises(BadFile) as refused:
        checked(document)
    assert "members" in refused.value.where
    for row in document["entrants"]:
        del row["members"], row["club"]
    del document["competition"]["side_size"]
    checked(document)


def test_who_joined_another_side_does_not_come_back_with_the_own_one(cast):
    cup = six_a_side(cast)
    reds = entries.enter(competition=cup, player=cast.anna, name="The reds")
    blues = entries.enter(competition=cup, player=cast.bruno, name="The blues")
    entries.leave(entrant=reds, by=cast.anna)
    sides.join(key=blues.side_key, player=cast.anna)
    with pytest.raises(EntryRefused, match="another side"):
        entries.put_back(entrant=reds, by=cast.organiser)
    for name in ("The greens", "The whites"):
        entries.enter(competition=cup, player=guest(nickname=name), name=name)
    cup = rounds.start(competition=cup, by=cast.organiser)
    other = cup.entrants.get(name="The greens")
    with pytest.raises(EntryRefused, match="another side"):
        substitutes.substitute(entrant=other, by=cast.organiser, successor=substitutes.Successor(waiting=reds.id))


def test_a_guest_is_called_like_nobody_else_of_the_side(cast):
    cup = six_a_side(cast)
    reds = entries.enter(competition=cup, player=guest(nickname="Ada"), name="The reds")
    with pytest.raises(EntryRefused, match="ADA is already here"):
        sides.join(key=reds.side_key, player=guest(nickname="ADA"))
    with pytest.raises(EntryRefused, match="The Reds is already here"):
        entries.enter(competition=cup, player=guest(nickname="The Reds"))
    sides.join(key=reds.side_key, player=guest(nickname="Bea"))


def test_a_program_joins_a_side_only_where_programs_may_enter(cast):
    robot = robots.make_bot(owner=cast.anna, nickname="Robot")
    for is_open in (False, True):
        cup = six_a_side(cast, open_to_robots=is_open)
        reds = entries.enter(competition=cup, player=cast.anna, name="The reds")
        if is_open:
            assert sides.join(key=reds.side_key, player=robot) == reds
        else:
            with pytest.raises(EntryRefused, match="for people only"):
                sides.join(key=reds.side_key, player=robot)
