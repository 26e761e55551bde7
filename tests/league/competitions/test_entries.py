"""Entering, the waiting list, typed names, bots, leaving before the start."""

import pytest

from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.models import AuditEntry, Entrant
from league.competitions.verbs import check_in, create, entries, joining, listing, rounds
from league.players.models import Notification, User
from league.players.verbs.guests import guest
from tests.league.builders import competition, running


@pytest.fixture
def cup(cast):
    return competition(cast.organiser, places=4)


def test_it_works(cast, cup):
    entrant = entries.enter(competition=cup, player=cast.anna)
    assert (entrant.status, entrant.name, entrant.code, entrant.personal_key) == ("entered", "anna", "ANN", "")
    assert entries.enter(competition=cup, player=cast.anna) == entrant
    assert cup.entrants.count() == 1


def test_names_get_a_player_and_a_personal_key_each(cast, cup):
    entrants = entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\n\n  Berta Rossi \nAldina")
    assert [entrant.name for entrant in entrants] == ["Aldo", "Berta Rossi", "Aldina"]
    assert len({entrant.personal_key for entrant in entrants}) == 3
    assert [entrant.code for entrant in entrants] == ["ALD", "BER", "ALI"]
    assert all(entrant.player.kind == User.Kind.GUEST for entrant in entrants)


def test_who_still_waits_at_the_start_is_told(cast, cup):
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo\nDora")
    entries.enter(competition=cup, player=cast.anna)
    rounds.start(competition=cup, by=cast.organiser)
    told = Notification.objects.get(kind="place")
    assert (told.user, told.about) == (cast.anna, cup.name)
    assert told.message[0] == "the competition has begun, and you were still on the waiting list"


def test_a_banned_player_is_called_by_name_where_somebody_else_reads_it(cast):
    User.objects.filter(pk=cast.anna.pk).update(banned=True, banned_because="rude")
    cast.anna.refresh_from_db()
    for own, sentence in ((True, "^You cannot play here now: rude"), (False, "^anna cannot play here now: rude")):
        with pytest.raises(EntryRefused, match=sentence):
            entries.must_be_able(cast.anna, own=own)


@pytest.mark.parametrize("names", ["Aldo\naldo", "Aldo\nB", "", "Aldo\nan\u202ena"])
def test_names_are_all_or_none(cast, cup, names):
    with pytest.raises(EntryRefused):
        entries.enter_names(competition=cup, by=cast.organiser, names=names)
    assert not cup.entrants.exists() and not User.objects.filter(kind=User.Kind.GUEST).exists()


def test_a_guest_is_called_like_no_other_entrant(cast, cup):
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta")
    entries.leave(entrant=cup.entrants.get(name="Berta"), by=cast.organiser)
    for name in ("aldo", "Berta"):
        with pytest.raises(EntryRefused, match=f"{name} is already here"):
            joining.enter_as_guest(competition=cup, nickname=name)
    other = guest(nickname="Carlo")
    entrant = entries.enter(competition=cup, player=other)
    entries.leave(entrant=entrant, by=other)
    assert entries.enter(competition=cup, player=other) == entrant, "the own name is free"
    assert sorted(cup.entrants.values_list("name", flat=True)) == ["Aldo", "Berta", "Carlo"]


def test_who_comes_too_late_waits_and_moves_up(cast, cup):
    first = entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo\nDora")
    waiting = entries.enter(competition=cup, player=cast.anna)
    assert waiting.status == Entrant.Status.WAITING
    entries.leave(entrant=first[1], by=cast.organiser)
    waiting.refresh_from_db()
    assert waiting.status == Entrant.Status.ENTERED


def test_who_left_may_come_back_at_the_end_of_the_line(cast, cup):
    entrant = entries.enter(competition=cup, player=cast.anna)
    entries.leave(entrant=entrant, by=cast.anna)
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo\nDora")
    again = entries.enter(competition=cup, player=cast.anna)
    assert (again.id, again.status) == (entrant.id, Entrant.Status.WAITING)


def test_who_may_not_enter_may_not_come_back(cast, cup, monkeypatch):
    entrant = entries.enter(competition=cup, player=cast.anna)
    entries.leave(entrant=entrant, by=cast.anna)

    def nobody(_row, player):
        raise EntryRefused(f"{player.nickname} is too old.")

    monkeypatch.setattr(entries, "entry_rules", [nobody])
    with pytest.raises(EntryRefused, match="anna is too old"):
        entries.put_back(entrant=entrant, by=cast.organiser)


def test_bots_fill_the_places(cast, cup):
    entries.enter(competition=cup, player=cast.anna)
    assert len(entries.add_bots(competition=cup, by=cast.organiser)) == 3
    for count in (None, 1):
        with pytest.raises(EntryRefused, match="There are 0 places left"):
            entries.add_bots(competition=cup, by=cast.organiser, count=count)


def test_bots_that_are_inside_do_not_come_again(cast, cup):
    first, second = (entries.add_bots(competition=cup, by=cast.organiser, count=1)[0] for _ in range(2))
    assert first.player_id != second.player_id
    assert AuditEntry.objects.filter(competition=cup, verb="enter", actor=cast.organiser).count() == 2


def test_leaving_before_the_start_stands_in_the_audit(cast, cup):
    entrant = entries.enter(competition=cup, player=cast.anna)
    entries.leave(entrant=entrant, by=cast.anna)
    assert AuditEntry.objects.get(competition=cup, verb="leave").actor == cast.anna


def test_people_only(cast):
    cup = competition(cast.organiser, bots_allowed=False)
    with pytest.raises(EntryRefused, match="people only"):
        entries.add_bots(competition=cup, by=cast.organiser)


def test_nobody_enters_a_draft(cast):
    draft = create.create(by=cast.organiser, name="Draft cup", game="super_goal", preset="cup", places=4)
    with pytest.raises(WrongStep):
        entries.enter(competition=draft, player=cast.anna)


CHANGES = {
    "enter": lambda cup, one, by: entries.enter(competition=cup, player=by),
    "names": lambda cup, one, by: entries.enter_names(competition=cup, by=by, names="Zita"),
    "list": lambda cup, one, by: listing.enter_list(competition=cup, by=by, text="Zita"),
    "good lines": lambda cup, one, by: listing.enter_good_lines(competition=cup, by=by, text="Zita"),
    "bots": lambda cup, one, by: entries.add_bots(competition=cup, by=by),
    "seeds": lambda cup, one, by: entries.seed_by_hand(competition=cup, by=by, order=[str(one.id)]),
    "leave": lambda cup, one, by: entries.leave(entrant=one, by=by),
    "put back": lambda cup, one, by: entries.put_back(entrant=one, by=by),
    "rename": lambda cup, one, by: entries.rename_entrant(entrant=one, by=by, name="Zita"),
    "club": lambda cup, one, by: entries.set_club(entrant=one, by=by, club="Torre"),
    "check in": lambda cup, one, by: check_in.check_in(entrant=one, by=by),
    "check out": lambda cup, one, by: check_in.check_out(entrant=one, by=by),
    "close check-in": lambda cup, one, by: check_in.close_check_in(competition=cup, by=by),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_no_entry_changes_after_the_start(cast, change):
    cup = running(cast.organiser)
    with pytest.raises(WrongStep, match="Registration is not open"):
        change(cup, cup.entrants.first(), cast.organiser)


@pytest.mark.parametrize("change", ["enter", "names", "list", "good lines", "bots", "leave", "rename", "club"])
def test_open_pages_hear_of_each_change_of_an_entry(cast, cup, change):
    [one] = entries.enter_names(competition=cup, by=cast.organiser, names="Aldo")
    cup.refresh_from_db()
    before = cup.log_position
    CHANGES[change](cup, one, cast.organiser)
    cup.refresh_from_db()
    assert cup.log_position > before


def test_a_new_personal_key_replaces_the_old(cast, cup):
    (entrant,) = entries.enter_names(competition=cup, by=cast.organiser, names="Aldo")
    assert entries.new_personal_key(entrant=entrant, by=cast.organiser) != entrant.personal_key
    assert cup.audit.get(verb="personal_key").message[1] == {"name": "Aldo"}
    with pytest.raises(EntryRefused):
        entries.new_personal_key(entrant=entries.enter(competition=cup, player=cast.anna), by=cast.organiser)


def test_codes_are_unique_even_for_one_name(cast):
    league = competition(cast.organiser, "league", places=30)
    entrants = entries.enter_names(competition=league, by=cast.organiser, names=[f"An {n}" for n in range(30)])
    assert len({entrant.code for entrant in entrants}) == 30


def test_a_typed_name_can_be_corrected(cast, cup):
    one, _two = entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta")
    assert entries.rename_entrant(entrant=one, by=cast.organiser, name="Aldo B").name == "Aldo B"
    with pytest.raises(EntryRefused):
        entries.rename_entrant(entrant=one, by=cast.organiser, name="berta")


def test_the_audit_tells_every_change_of_an_entry(cast, cup):
    full = entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo\nDora")
    entries.enter(competition=cup, player=cast.anna)
    entries.rename_entrant(entrant=full[1], by=cast.organiser, name="Bea")
    for club in ("Torre", ""):
        entries.set_club(entrant=full[2], by=cast.organiser, club=club)
    entries.leave(entrant=full[0], by=cast.organiser)
    entries.put_back(entrant=full[0], by=cast.organiser)
    lines = cup.audit.filter(verb__in=("enter", "rename", "club", "leave", "put_back")).order_by("id")
    assert [(line.actor and line.actor.nickname, line.message) for line in lines] == [
        ("organiser", ["{names} entered", {"names": "Aldo, Berta, Carlo, Dora"}]),
        ("anna", ["{names} entered", {"names": "anna"}]),
        ("organiser", ["{before} is now called {name}", {"before": "Berta", "name": "Bea"}]),
        ("organiser", ["{name} comes from {club}", {"name": "Carlo", "club": "Torre"}]),
        ("organiser", ["{name} comes from no club", {"name": "Carlo"}]),
        ("organiser", ["{name} left before the start", {"name": "Aldo"}]),
        (None, ["{name} moved up from the waiting list", {"name": "anna"}]),
        ("organiser", ["readmitted {name}", {"name": "Aldo"}]),
    ]


def test_a_thousand_alike_have_codes_of_their_own(cast):
    tournament = create.create(by=cast.organiser, name="Big cup", game="super_goal", preset="cup", places=1024)
    names = [f"Player {number}" for number in range(1, 1025)]
    codes = entries.codes(tournament, names)
    assert len(set(codes)) == 1024 and all(len(code) == 3 for code in codes)


def test_a_name_keeps_its_joiners_and_stays_unambiguous(cast, cup):
    entries.enter_names(competition=cup, by=cast.organiser, names="علی\u200cرضا")
    with pytest.raises(EntryRefused, match="already entered"):
        entries.enter_names(competition=cup, by=cast.organiser, names="علیرضا")
