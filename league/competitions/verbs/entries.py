"""Entries: the waiting list, typed names with their personal links, bots, leaving before the start."""

import secrets
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import product
from string import ascii_uppercase, digits
from typing import TypeAlias
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.bots import ALIASES, plays_as
from engines.core.text import text
from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.exchange import people
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Member
from league.competitions.policy.officials import officials_of
from league.competitions.policy.parties import people_of, players_of
from league.competitions.policy.personal_links import Holder, new_key, player_of
from league.competitions.verbs.drawing import entrants_changed
from league.competitions.verbs.visibility import no_longer_of
from league.players.errors import NicknameRefused
from league.players.models import User
from league.players.policy.nicknames import clean_entrant_name, name_key
from league.players.verbs.bots import ensure_bots
from league.players.verbs.guests import end_sessions_by_link, guests
from league.players.verbs.notify import notify
from league.registry import Registry
from matches.codes import API_BOT
from matches.look_alikes import looks_like
from matches.store.bulk import save_fields

EntryRule: TypeAlias = Callable[[Competition, User], None]
entry_rules: Registry[EntryRule] = Registry()
"""Of upper apps: each raises EntryRefused for a player who may not enter. Called under the competition's lock."""

EntryFollower: TypeAlias = Callable[[Competition, Entrant], None]
entry_followers: Registry[EntryFollower] = Registry()
"""Listeners of upper apps to an entrant who came in or left before the start, under the competition's lock."""
NAMES_AT_ONCE = 200
CLUB = 30
"""Length of a club's name, as in the column."""


def enter(*, competition: Competition, player: User, name: str = "", invited: bool = False) -> Entrant:
    """Give ``player`` a place, or one on the waiting list if all are taken. Repeating it changes nothing.

    Where sides of several people play, ``name`` is the side's (else the player's own), and the others join it by its
    link (``verbs.sides``). ``invited``: the caller has checked an invitation (``verbs.invitations``). Raises WrongStep,
    EntryRefused.
    """
    must_be_able(player)
    with locked(competition.id) as row:
        must_be_open(row)
        must_be_welcome(row, player)
        present = row.entrants.filter(player=player).first()
        if present is not None and present.status != Entrant.Status.WITHDRAWN:
            return present
        if row.by_invitation and not invited:
            raise EntryRefused(_("You need an invitation to this competition. Ask the organiser for a link."))
        must_play_for_nobody(row, player)
        entrant = present or Entrant(competition=row, player=player, name=player.nickname)
        if row.most_people > 1:
            _make_side(row, entrant, name)
        if present is None and player.kind == User.Kind.GUEST:
            must_be_called_otherwise(row, entrant.name)
        entrant.status = Entrant.Status.ENTERED if places_left(row) else Entrant.Status.WAITING
        entrant.withdrawn_because = ""
        entrant.entered_at = timezone.now()
        entrant.checked_in_at = check_in_of_new_entry(row)
        if present is None:
            entrant.code = codes(row, [entrant.name])[0]
        if not entrant.personal_key and player.kind == User.Kind.GUEST:
            entrant.personal_key = secrets.token_urlsafe(24)
            entrant.link_opened_at = entrant.entered_at  # the guest's own browser has it
        entrant.save()
        entered(row, [entrant], player)
        _follow(row, entrant)
    return entrant


def _follow(row: Competition, entrant: Entrant) -> None:
    for follow in entry_followers:
        follow(row, entrant)


def must_be_able(player: User, *, own: bool = True) -> None:
    """Refuse users who may not play: house bots, closed accounts, the banned. ``own``: it is they who read why.

    Raises EntryRefused.
    """
    if player.bot not in ("", API_BOT) or not player.is_active:
        raise EntryRefused(_("This player cannot enter."))
    if player.is_banned:
        sentence = _("You cannot play here now: %(reason)s") if own else _("%(name)s cannot play here now: %(reason)s")
        raise EntryRefused(sentence % {"name": player.nickname, "reason": player.banned_because})
    if player.sheltered:
        raise EntryRefused(_("Your class card only works in the class."))


def not_banned() -> Q:
    """Return the Q filter for entrants whose player is not banned now (``User.is_banned``)."""
    return Q(player__banned=False) | Q(player__banned_until__lte=timezone.now())


def must_be_welcome(row: Competition, player: User) -> None:
    """Refuse people's own programs where the competition does not take them, and by the rules of upper apps.

    Raises EntryRefused.
    """
    if player.bot and not row.open_to_robots:
        raise EntryRefused(_("This competition is for people only."))
    must_imitate_nobody(row, player, player.nickname)
    for rule in entry_rules:
        rule(row, player)


def must_imitate_nobody(row: Competition, player: User, name: str) -> None:
    """Refuse ``player`` a name that looks like that of an official of the competition. Raises EntryRefused."""
    officials = {official.pk: official for official, _role in officials_of(row)}
    taken = {shown for other in officials.values() for shown in (other.nickname, other.username) if shown}
    if player.pk not in officials and looks_like(name, taken):
        raise EntryRefused(_("This name looks like that of an official of the competition. Choose another one."))


def must_be_called_otherwise(row: Competition, name: str) -> None:
    """Refuse the name of an entrant, also of one who left. Raises EntryRefused."""
    if name_key(name) in {name_key(other) for other in row.entrants.values_list("name", flat=True)}:
        raise EntryRefused(_("%(name)s is already here. Choose another name.") % {"name": name})


def must_play_for_nobody(row: Competition, player: User) -> None:
    """Refuse a player of somebody else's side. Raises EntryRefused."""
    if Member.objects.filter(competition=row, user=player).exists():
        raise EntryRefused(_("You already play for a side. Leave it first."))


def _make_side(row: Competition, entrant: Entrant, name: str) -> None:
    """Set the name and the link's key of a new side. Raises EntryRefused."""
    if name.strip():
        names_taken = {name_key(other) for other in row.entrants.exclude(id=entrant.id).values_list("name", flat=True)}
        entrant.name = clean_names(people.typed([name]), names_taken)[0]
        must_imitate_nobody(row, entrant.player, entrant.name)
    entrant.side_key = secrets.token_urlsafe(24)


def enter_names(*, competition: Competition, by: User, names: str | Sequence[str]) -> list[Entrant]:
    """Enter players without account, one per line, all or none; each gets a personal key.

    Blank lines are skipped. Raises EntryRefused naming the invalid or repeated line, WrongStep.
    """
    reading = people.typed(names)
    with locked(competition.id) as row:
        must_be_open(row)
        names_taken = {name_key(name) for name in row.entrants.values_list("name", flat=True)}
        new_names = clean_names(reading, names_taken)
        if not new_names:
            raise EntryRefused(_("Enter at least one name."))
        entrants = typed_entrants(row, new_names)
        Entrant.objects.bulk_create(entrants)
        entered(row, entrants, by)
    return entrants


def typed_entrants(row: Competition, names: list[str]) -> list[Entrant]:
    """Return unsaved entrants with players and personal keys for clean ``names``. Needs the lock."""
    free, now = places_left(row), timezone.now()
    players, signs = guests(nicknames=names), codes(row, names)
    return [
        Entrant(
            competition=row,
            player=player,
            name=player.nickname,
            code=code,
            status=Entrant.Status.ENTERED if place < free else Entrant.Status.WAITING,
            personal_key=secrets.token_urlsafe(24),
            side_key=secrets.token_urlsafe(24) if row.most_people > 1 else "",
            checked_in_at=check_in_of_new_entry(row),
            entered_at=now + timedelta(microseconds=place),
        )
        for place, (player, code) in enumerate(zip(players, signs, strict=True))
    ]


def late_entrants(row: Competition, names: str | Sequence[str], first_round: int) -> list[Entrant]:
    """Enter typed names in a running Swiss stage, in their order; a name that left before the start comes back.

    Needs the lock. Raises EntryRefused.
    """
    entrants = row.entrants.select_related("player")
    left = {name_key(entrant.name): entrant for entrant in entrants.filter(status=Entrant.Status.WITHDRAWN)}
    names_taken = {name_key(entrant.name) for entrant in entrants} - left.keys()
    typed = clean_names(people.typed(names), names_taken)
    if not typed:
        raise EntryRefused(_("Enter at least one name."))
    fresh = [name for name in typed if name_key(name) not in left]
    created = [
        Entrant(competition=row, player=player, name=player.nickname, code=code, personal_key=secrets.token_urlsafe(24))
        for player, code in zip(guests(nicknames=fresh), codes(row, fresh), strict=True)
    ]
    late = left | {name_key(entrant.name): entrant for entrant in created}
    joining = [late[name_key(name)] for name in typed]
    for seed, entrant in enumerate(joining, start=next_seed(row)):
        if entrant.seed is not None:
            sentence = _("%(name)s withdrew after the start. Readmit this entrant in the list of entrants.")
            raise EntryRefused(sentence % {"name": entrant.name})
        must_be_free(row, entrant)
        take_late_place(entrant, seed, first_round)
    for entrant in joining:
        entrant.save()
    return joining


def next_seed(row: Competition) -> int:
    last = row.entrants.exclude(seed=None).order_by("-seed").values_list("seed", flat=True).first()
    return (last or 0) + 1


def take_late_place(entrant: Entrant, seed: int, first_round: int) -> None:
    """Give ``entrant``, unsaved, a place of a running Swiss stage from its round ``first_round`` on."""
    entrant.status, entrant.withdrawn_because, entrant.turned_away = Entrant.Status.ENTERED, "", False
    entrant.seed, entrant.first_round, entrant.entered_at = seed, first_round, timezone.now()


def carry_over(
    before: Competition, after: Competition, divisions: Sequence[Sequence[str]], numbered: bool = True
) -> None:
    """Enter those of ``before`` (ids by division, strongest first) into ``after``; in divisions if ``numbered``."""
    earlier = {str(entrant.id): entrant for entrant in before.entrants.prefetch_related("members")}
    now = timezone.now()
    entrants: list[Entrant] = []
    mates: list[Member] = []
    for number, ids in enumerate(divisions, start=1):
        for entrant_id in ids:
            old = earlier[entrant_id]
            place = len(entrants)
            entrants.append(
                Entrant(
                    competition=after,
                    player_id=old.player_id,
                    name=old.name,
                    code=old.code,
                    division=number if numbered else None,
                    club=old.club,
                    strength=float(-place),
                    personal_key=old.personal_key and secrets.token_urlsafe(24),
                    side_key=old.side_key and secrets.token_urlsafe(24),
                    entered_at=now + timedelta(microseconds=place),
                )
            )
            mates += [
                Member(
                    competition=after,
                    entrant=entrants[-1],
                    user_id=mate.user_id,
                    number=mate.number,
                    joined_at=now,
                    personal_key=mate.personal_key and secrets.token_urlsafe(24),
                )
                for mate in old.members.all()
            ]
    with locked(after.id) as row:
        Entrant.objects.bulk_create(entrants)
        Member.objects.bulk_create(mates)
        entered(row, entrants, None)


def seed_by_hand(*, competition: Competition, by: User, order: Sequence[str]) -> None:
    """Set the order of the seeds (entrant ids), strongest first, where the competition seeds by hand.

    Repeating it changes nothing. Raises WrongStep, also once the draw is made; EntryRefused unless every entrant is
    named once.
    """
    with locked(competition.id) as row:
        must_be_open(row)
        if row.entrants.filter(seed__isnull=False).exists():
            raise WrongStep(_("The draw is done and its seeds are fixed."))
        if row.seeding != Competition.Seeding.HAND:
            raise WrongStep(_("This competition does not set seeds by hand."))
        entered = {str(entrant.id): entrant for entrant in row.entrants.filter(status=Entrant.Status.ENTERED)}
        if sorted(entered) != sorted(order):
            raise EntryRefused(_("List every entrant once."))
        if all(entered[entrant_id].strength == float(-place) for place, entrant_id in enumerate(order)):
            return
        for place, entrant_id in enumerate(order):
            entered[entrant_id].strength = float(-place)
        save_fields(entered.values(), ["strength"])
        journal.note(row, by, "seed", text("set the seeds by hand"))


def add_bots(*, competition: Competition, by: User | None, count: int | None = None, level: str = "") -> list[Entrant]:
    """Enter ``count`` house bots (None: one per free place), of one ``level`` or of each in turn.

    Raises EntryRefused, WrongStep.
    """
    with locked(competition.id) as row:
        must_be_open(row)
        free = places_left(row)
        places = free if count is None else count
        if places < 1 or places > free:
            raise EntryRefused(
                ngettext("There is %(free)d place left.", "There are %(free)d places left.", free) % {"free": free}
            )
        entering_bots = free_bots(row, places, level)
        signs = codes(row, [bot.nickname for bot in entering_bots])
        entrants = [
            Entrant(competition=row, player=bot, name=bot.nickname, code=code)
            for bot, code in zip(entering_bots, signs, strict=True)
        ]
        Entrant.objects.bulk_create(entrants)
        entered(row, entrants, by)
    return entrants


def free_bots(row: Competition, count: int, level: str = "") -> list[User]:
    """Return ``count`` house bots that play nowhere here, of one ``level`` or of each in turn. Raises EntryRefused."""
    if not row.bots_allowed:
        raise EntryRefused(_("This competition is for people only."))
    inside, of_level = _people_inside(row), ALIASES.get(level, level)
    bots = [bot for bot in ensure_bots() if bot.id not in inside and (not level or plays_as(bot.bot, of_level))]
    if len(bots) < count:
        raise EntryRefused(_("Only %(count)d house bots are left.") % {"count": len(bots)})
    return bots[:count]


def _people_inside(row: Competition) -> set[UUID]:
    """Return the ids of all who play in a competition or did, alone or for others: nobody has a second place."""
    members = Member.objects.filter(competition=row).values_list("user", flat=True)
    return {*row.entrants.values_list("player_id", flat=True), *members}


def leave(*, entrant: Entrant, by: User | None, reason: str = "") -> Entrant:
    """Leave before the start; the first of the waiting list moves up. Repeating it changes nothing.

    Raises WrongStep once the competition runs: then it is a withdrawal (``rulings.withdraw``).
    """
    with locked(entrant.competition_id) as row:
        must_be_open(row)
        entrant = row.entrants.get(id=entrant.id)
        if entrant.status == Entrant.Status.WITHDRAWN:
            return entrant
        had_place = entrant.status == Entrant.Status.ENTERED
        entrant.status, entrant.seed, entrant.withdrawn_because = Entrant.Status.WITHDRAWN, None, reason.strip()[:300]
        entrant.save(update_fields=["status", "seed", "withdrawn_because"])
        no_longer_of(row, players_of(entrant))
        entrant.members.all().delete()
        journal.record(row, by, "leave", text("{name} left before the start", name=entrant.name))
        move_up(row)
        if had_place:
            entrants_changed(row)
        _follow(row, entrant)
        journal.changed(row)
    return entrant


def put_back(*, entrant: Entrant, by: User) -> Entrant:
    """Readmit an entrant who left before the start, at the end of the list.

    Repeating it changes nothing. Raises WrongStep, EntryRefused if its player is banned or plays for another side by
    now.
    """
    with locked(entrant.competition_id) as row:
        must_be_open(row)
        entrant = row.entrants.select_related("player").get(id=entrant.id)
        if entrant.status != Entrant.Status.WITHDRAWN:
            return entrant
        must_be_free(row, entrant)
        entrant.status = Entrant.Status.ENTERED if places_left(row) else Entrant.Status.WAITING
        entrant.withdrawn_because, entrant.entered_at, entrant.checked_in_at = (
            "",
            timezone.now(),
            check_in_of_new_entry(row),
        )
        entrant.save(update_fields=["status", "withdrawn_because", "entered_at", "checked_in_at"])
        journal.record(row, by, "put_back", text("readmitted {name}", name=entrant.name))
        if entrant.status == Entrant.Status.ENTERED:
            entrants_changed(row)
        _follow(row, entrant)
        journal.changed(row)
    return entrant


def must_be_free(row: Competition, returning: Entrant) -> None:
    """Refuse the return of an entrant whose player is banned or has joined another side. Raises EntryRefused."""
    for sentence in bars_to_return(row, [returning]).values():
        raise EntryRefused(sentence)
    for rule in entry_rules:
        rule(row, returning.player)


def bars_to_return(row: Competition, left: Collection[Entrant]) -> dict[UUID, str]:
    """Return why those of ``left`` who cannot return cannot, by their ids. One query; their players are read."""
    members = Member.objects.filter(competition=row, user__in=[entrant.player_id for entrant in left])
    elsewhere, bars = set(members.values_list("user", flat=True)), {}
    for entrant in left:
        if entrant.player.is_banned or not entrant.player.is_active:
            bars[entrant.pk] = _("%(name)s cannot play on this site now.") % {"name": entrant.name}
        elif entrant.player_id in elsewhere:
            bars[entrant.pk] = _("%(name)s plays for another side now.") % {"name": entrant.name}
    return bars


def check_in_of_new_entry(row: Competition) -> datetime | None:
    """Return the check-in time of a new entry: now while the check-in is open, else None."""
    now, opens = timezone.now(), row.check_in_opens_at
    return now if opens is not None and opens <= now else None


def rename_entrant(*, entrant: Entrant, by: User, name: str) -> Entrant:
    """Correct a typed name before the draw. Raises EntryRefused, WrongStep."""
    with locked(entrant.competition_id) as row:
        must_be_open(row)
        entrant = row.entrants.get(id=entrant.id)
        names_taken = {name_key(other) for other in row.entrants.exclude(id=entrant.id).values_list("name", flat=True)}
        before, entrant.name = entrant.name, clean_names(people.typed([name]), names_taken)[0]
        entrant.save(update_fields=["name"])
        journal.record(row, by, "rename", text("{before} is now called {name}", before=before, name=entrant.name))
        entrants_changed(row)
        journal.changed(row)
    return entrant


def set_club(*, entrant: Entrant, by: User, club: str) -> Entrant:
    """Set the club or association of ``entrant`` before the start; empty for none.

    An existing draw is repeated, since it may keep clubs apart. Raises EntryRefused, WrongStep.
    """
    cleaned = " ".join(club.split())
    if len(cleaned) > CLUB:
        raise EntryRefused(_("A club has at most %(count)d characters.") % {"count": CLUB})
    with locked(entrant.competition_id) as row:
        must_be_open(row)
        changed = row.entrants.get(id=entrant.id)
        if changed.club == cleaned:
            return changed
        changed.club = cleaned
        changed.save(update_fields=["club"])
        message = text("{name} comes from {club}", name=changed.name, club=cleaned)
        journal.record(row, by, "club", message if cleaned else text("{name} comes from no club", name=changed.name))
        entrants_changed(row)
        journal.changed(row)
    return changed


def correct_entrant(*, entrant: Entrant, by: User, name: str | None = None, club: str | None = None) -> Entrant:
    """Correct the typed name or the club of ``entrant``, or both at once. Raises EntryRefused, WrongStep."""
    with transaction.atomic():
        if name is not None:
            entrant = rename_entrant(entrant=entrant, by=by, name=name)
        if club is not None:
            entrant = set_club(entrant=entrant, by=by, club=club)
    return entrant


def new_personal_key(*, entrant: Entrant, by: User) -> str:
    """Replace the personal link of a name without account; its old link and the sessions opened by it end.

    Raises EntryRefused.
    """
    with locked(entrant.competition_id) as row:
        entrant = row.entrants.select_related("player").get(id=entrant.id)
        replace_link(row, entrant, by, entrant.name)
    return entrant.personal_key


def replace_link(row: Competition, holder: Holder, by: User, name: str) -> None:
    """Give ``holder``, called ``name``, a new personal link, and end the old one. Needs the lock.

    Raises EntryRefused.
    """
    player = player_of(holder)
    if player.kind != User.Kind.GUEST:
        raise EntryRefused(_("This player has an account and needs no personal link."))
    holder.personal_key, holder.link_sent_at, holder.link_opened_at = new_key(player), None, None
    holder.save(update_fields=["personal_key", "link_sent_at", "link_opened_at"])
    end_sessions_by_link(player_id=player.pk)
    journal.note(row, by, "personal_key", text("created a new personal link for {name}", name=name))


def must_be_open(row: Competition) -> None:
    if row.status != Competition.Status.REGISTRATION:
        raise WrongStep(_("Registration is not open."))


def places_left(row: Competition) -> int:
    """Return how many entrants more can play; others wait."""
    return max(0, row.places - row.entrants.filter(status=Entrant.Status.ENTERED).count())


def entered(row: Competition, entrants: Sequence[Entrant], by: User | None) -> None:
    """Apply the consequences of new entries, under the lock."""
    if any(entrant.status == Entrant.Status.ENTERED for entrant in entrants):
        entrants_changed(row)
    names = ", ".join(entrant.name for entrant in entrants)
    journal.note(row, by, "enter", text("{names} entered", names=names[:500]))


def move_up(row: Competition) -> None:
    """Give free places to waiting entrants in order, but to nobody who is banned; after the check-in to those present.

    Anybody who moves up makes a new draw necessary. Needs the lock.
    """
    waiting = row.entrants.filter(not_banned(), status=Entrant.Status.WAITING).order_by("entered_at", "id")
    if row.check_in_done_at is not None:
        waiting = waiting.filter(checked_in_at__isnull=False)
    moving = list(waiting[: places_left(row)])
    if moving:
        entrants_changed(row)
    for entrant in moving:
        entrant.status = Entrant.Status.ENTERED
        entrant.save(update_fields=["status"])
        journal.record(row, None, "enter", text("{name} moved up from the waiting list", name=entrant.name))
        notify(
            users=people_of(row.entrants.filter(id=entrant.id)),
            kind="place",
            message=text("A place is free in {name}: you are in", name=row.name),
            url=reverse("competitions:entrants", args=[row.slug]),
            key=f"place:{entrant.id}:{entrant.entered_at.isoformat()}",
            competition=row.name,
        )


def clean_names(reading: people.Reading, names_taken: set[str]) -> list[str]:
    """Return the names of ``reading``, none of them in ``names_taken``. Raises EntryRefused, naming the line."""
    for number, sentence in reading.problems:
        raise EntryRefused(_("Line %(number)d: %(reason)s") % {"number": number, "reason": sentence})
    names: list[str] = []
    for person in reading.people:
        number = person.number
        try:
            name = clean_entrant_name(person.name)
        except NicknameRefused as refused:
            raise EntryRefused(_("Line %(number)d: %(reason)s") % {"number": number, "reason": refused}) from None
        if name_key(name) in names_taken:
            raise EntryRefused(_("Line %(number)d: %(name)s is already entered.") % {"number": number, "name": name})
        names_taken.add(name_key(name))
        names.append(name)
    if len(names) > NAMES_AT_ONCE:
        raise EntryRefused(_("At most %(count)d names at once.") % {"count": NAMES_AT_ONCE})
    return names


def codes(row: Competition, names: Sequence[str]) -> list[str]:
    """Return a code of three characters for each of ``names``, unique in the competition."""
    codes_taken = set(row.entrants.values_list("code", flat=True))
    codes = []
    for name in names:
        code = next(code for code in _candidates(name) if code not in codes_taken)
        codes_taken.add(code)
        codes.append(code)
    return codes


def _candidates(name: str) -> Iterable[str]:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().upper()
    letters = "".join(sign for sign in plain if sign.isalnum()) or "XXX"
    initials = "".join(word[0] for word in plain.split() if word[0].isalnum())
    padded = (letters + "XX")[:3]
    yield padded
    if len(initials) >= 3:
        yield initials[:3]
    for last in letters[3:]:
        yield padded[:2] + last
    for number in map(str, range(2, 1000)):
        yield f"{padded[: 3 - len(number)]}{number}"
    # For a thousand equal names: any three characters left.
    yield from ("".join(signs) for signs in product(ascii_uppercase + digits, repeat=3))
