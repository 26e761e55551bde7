"""Squads of teams: who is added, who leaves, their order, their captain.

Before the start the captain and the organiser change a squad, and on until the round ``Competition.squad_round`` opens;
then the organiser alone, with a reason. People also join by the team's link (``verbs.sides``), under the same rule.

Whoever leaves keeps an opened board. Sealed line-ups keep naming the same people when numbers change; a board of
somebody who left is filled as that of a silent captain is, and the captain is told.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.core.text import text
from league.competitions.derivation.line_ups import squads_of
from league.competitions.derivation.recompute import recompute
from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.exchange.people import typed
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Availability, Competition, Entrant, Member, Round, TeamLineUp
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.parties import is_house_bot, leaders_of
from league.competitions.policy.personal_links import new_key, player_of
from league.competitions.verbs import boards
from league.competitions.verbs.entries import add_bots, clean_names, free_bots, must_be_open, places_left, replace_link
from league.competitions.verbs.line_ups import in_the_usual_order, unopened
from league.players.models import User
from league.players.policy.nicknames import name_key
from league.players.verbs.guests import guests
from league.players.verbs.notify import Notice, notify_all
from league.sentences import because


def are_open(row: Competition) -> bool:
    """Return whether captains change their squads now: before the start, then until ``squad_round`` opens."""
    if row.status != Competition.Status.RUNNING or not row.of_teams:
        return row.status == Competition.Status.REGISTRATION
    begun = Round.objects.filter(stage__competition=row, number__gte=row.squad_round)
    return not begun.exclude(status=Round.Status.PENDING).exists()


def must_take_changes(row: Competition, team: Entrant, by: User, reason: str = "") -> None:
    """Raise WrongStep, or EntryRefused for a team that has left, unless ``by`` may change its squad. Needs the lock."""
    if row.status != Competition.Status.RUNNING or not row.of_teams:
        must_be_open(row)
    if team.status == Entrant.Status.WITHDRAWN:
        raise EntryRefused(_("This side has left the competition."))
    if are_open(row):
        return
    if not access.may(by, row, Right.RUN):
        raise WrongStep(_("The squads are closed. Ask the organiser to change yours."))
    if not reason.strip():
        raise WrongStep(_("The squads are closed. Give a reason for the change: everyone reads it."))


def add_names(*, entrant: Entrant, by: User, names: str | Sequence[str], reason: str = "") -> Entrant:
    """Put people without account into a squad, all or none, at its end in this order.

    Raises EntryRefused naming the line that is wrong or in the squad already; WrongStep.
    """
    reading = typed(names)
    with locked(entrant.competition_id) as row:
        team = row.entrants.select_related("player").get(id=entrant.id)
        must_take_changes(row, team, by, reason)
        names_taken = {name_key(person.nickname) for person in squad_of(team)}
        new_names = clean_names(reading, names_taken)
        if not new_names:
            raise EntryRefused(_("Enter at least one name."))
        _put_in(row, team, guests(nicknames=new_names))
        _note_added(row, by, team, new_names, reason)
    return team


def fill(*, entrant: Entrant, by: User, people: int | None = None, level: str = "", reason: str = "") -> Entrant:
    """Fill a squad with house bots up to ``people`` (None: one a board), of one ``level`` or of each in turn.

    Repeating it changes nothing. Raises EntryRefused, WrongStep.
    """
    with locked(entrant.competition_id) as row:
        team = row.entrants.select_related("player").get(id=entrant.id)
        must_take_changes(row, team, by, reason)
        _fill(row, by, [team], people or row.boards, level, reason)
    return team


def fill_up(*, competition: Competition, by: User, count: int | None = None, level: str = "") -> list[Entrant]:
    """Enter ``count`` house bots (None: one per free place), as ``entries.add_bots`` does; teams with their squads.

    Without ``count`` the squads of all teams are filled too, all or none. Returns the new entrants.
    Raises EntryRefused, WrongStep.
    """
    with locked(competition.id) as row:
        full = row.of_teams and count is None and not places_left(row)
        entered = [] if full else add_bots(competition=row, by=by, count=count, level=level)
        if row.of_teams and not _fill(row, by, _teams(row) if count is None else entered, row.boards, level) and full:
            raise EntryRefused(_("Every team is there, with a player for each board."))
    return entered


def fill_all(*, competition: Competition, by: User, level: str = "") -> int:
    """Fill every squad with house bots up to one a board, before the start; return how many came.

    Repeating it changes nothing. Raises EntryRefused, WrongStep.
    """
    with locked(competition.id) as row:
        must_be_open(row)
        if not row.of_teams:
            raise WrongStep(_("No teams play here."))
        return _fill(row, by, _teams(row), row.boards, level)


def _teams(row: Competition) -> QuerySet[Entrant]:
    """Return the teams that play or wait, the first to enter first."""
    teams = row.entrants.exclude(status=Entrant.Status.WITHDRAWN).select_related("player")
    return teams.order_by("entered_at", "id")


def _fill(row: Competition, by: User, teams: Iterable[Entrant], up_to: int, level: str = "", reason: str = "") -> int:
    """Put house bots into ``teams`` until each has ``up_to`` people, all or none. Needs the lock."""
    missing = {team: max(0, up_to - len(squad_of(team))) for team in teams}
    wanted = sum(missing.values())
    if not wanted:
        return 0
    bots = free_bots(row, wanted, level)
    for team, count in missing.items():
        joining, bots = bots[:count], bots[count:]
        if joining:
            _put_in(row, team, joining)
            _note_added(row, by, team, [bot.nickname for bot in joining], reason)
    return wanted


def _put_in(row: Competition, team: Entrant, users: Sequence[User]) -> None:
    """Give ``users``, who play for nobody, the next places of a squad. Raises EntryRefused without room."""
    numbers = free_numbers(row, team)
    if len(users) > len(numbers):
        free = len(numbers)
        raise EntryRefused(
            ngettext("There is %(free)d place left.", "There are %(free)d places left.", free) % {"free": free}
        )
    now = timezone.now()
    Member.objects.bulk_create(
        Member(competition=row, entrant=team, user=user, number=number, joined_at=now, personal_key=new_key(user))
        for user, number in zip(users, numbers, strict=False)
    )


def free_numbers(row: Competition, team: Entrant) -> list[int]:
    """Return the free places of a squad or a side: after its last first, so that who comes stands at the end."""
    taken = set(team.members.values_list("number", flat=True))
    free = [number for number in range(1, row.most_people) if number not in taken]
    return sorted(free, key=lambda number: any(number < other for other in taken))


def _note_added(row: Competition, by: User, team: Entrant, names: Sequence[str], reason: str) -> None:
    message = text("{names} now play for {team}", names=", ".join(names)[:500], team=team.name)
    journal.note(row, by, "squad", because(message, reason))


def must_be_called_otherwise(team: Entrant, name: str) -> None:
    """Refuse the name of somebody of the squad. Raises EntryRefused."""
    if name_key(name) in {name_key(person.nickname) for person in squad_of(team)}:
        raise EntryRefused(_("%(name)s is already here. Choose another name.") % {"name": name})


def squad_of(team: Entrant) -> list[User]:
    """Return the captain and the others of a squad, in its order."""
    return [team.player, *(member.user for member in team.members.select_related("user").order_by("number"))]


def take_off(*, entrant: Entrant, by: User, number: int, player: UUID | None = None, reason: str = "") -> Entrant:
    """Take the ``number`` of a squad off it; an opened board stays theirs. Repeating it changes nothing.

    With ``player`` only if that one still has the number. Raises WrongStep; EntryRefused if too few would be left.
    """
    with locked(entrant.competition_id) as row:
        team = row.entrants.get(id=entrant.id)
        must_take_changes(row, team, by, reason)
        member = team.members.select_related("user").filter(number=number).first()
        if member is not None and player in (None, member.user_id):
            if row.status == Competition.Status.RUNNING:
                must_spare_one(row, team)
            remove(row, team, member)
            message = text("{name} no longer plays for {team}", name=member.user.nickname, team=team.name)
            journal.note(row, by, "squad", because(message, reason))
    return team


def must_spare_one(row: Competition, team: Entrant) -> None:
    """Raise EntryRefused if a team that plays would have fewer people than boards."""
    if team.members.count() < row.boards:
        message = _("%(name)s needs %(boards)d players, one a board. Add somebody first.")
        raise EntryRefused(message % {"name": team.name, "boards": row.boards})


def remove(row: Competition, team: Entrant, member: Member) -> None:
    """Take ``member`` out of ``team`` and of its sealed line-ups, whose captains are told. Needs the lock."""
    with _same_people_named(row, team):
        member.delete()
        Availability.objects.filter(entrant=team, user=member.user_id).delete()


def place(*, entrant: Entrant, by: User, player: UUID, number: int, reason: str = "") -> Entrant:
    """Give ``player`` of a squad the place ``number``; who had it takes the place of ``player``.

    Repeating it changes nothing. Raises EntryRefused: ``player`` is not of this squad, or it has no such place;
    WrongStep.
    """
    with locked(entrant.competition_id) as row:
        team = row.entrants.get(id=entrant.id)
        must_take_changes(row, team, by, reason)
        members = {member.user_id: member for member in team.members.select_related("user")}
        if player not in members:
            raise EntryRefused(_("This player is not in the squad, or is its captain."))
        numbers = {member.number: member for member in members.values()}
        if number not in numbers:
            places = ", ".join(str(taken) for taken in numbers)
            raise EntryRefused(_("Nobody has this place of the squad. Its places: %(places)s.") % {"places": places})
        member, other = members[player], numbers[number]
        if member is not other:
            before = member.number
            with _same_people_named(row, team):
                for moved, to in ((other, row.most_people), (member, number), (other, before)):
                    moved.number = to
                    moved.save(update_fields=["number"])
            message = text(
                "{name} and {other} changed places in the squad of {team}",
                name=member.user.nickname,
                other=other.user.nickname,
                team=team.name,
            )
            journal.note(row, by, "squad", because(message, reason))
    return team


def new_link(*, entrant: Entrant, by: User, player: UUID) -> str:
    """Replace the personal link of ``player`` of a squad, without account; the old one and its sessions end.

    Raises EntryRefused for whoever is not in the squad, and for an account.
    """
    with locked(entrant.competition_id) as row:
        member = Member.objects.filter(entrant=entrant.pk, user=player).select_related("user").first()
        if member is None:
            raise EntryRefused(_("This player is not in the squad, or is its captain."))
        replace_link(row, member, by, member.user.nickname)
    return member.personal_key


def make_captain(*, entrant: Entrant, by: User, player: UUID, reason: str = "") -> Entrant:
    """Make ``player`` of a squad its captain; the captain takes the place of that one. Repeating it changes nothing.

    Raises EntryRefused for whoever is not in the squad, and for a house bot; WrongStep.
    """
    with locked(entrant.competition_id) as row:
        team = row.entrants.select_related("player").get(id=entrant.id)
        must_take_changes(row, team, by, reason)
        if team.player_id != player:
            member = team.members.select_related("user").filter(user=player).first()
            if member is None:
                raise EntryRefused(_("This player is not in the squad."))
            if is_house_bot(member.user):
                raise EntryRefused(_("A house bot is no captain."))
            _swap_captain(row, team, member, by, reason)
    return team


def succeed(*, entrant: Entrant, by: User | None) -> bool:
    """Let the next person of its squad lead a team whose captain leaves the site; return whether there is one.

    The boards that the captain has not begun are nobody's, and lost.
    """
    with locked(entrant.competition_id) as row:
        team = row.entrants.select_related("player").get(id=entrant.id)
        goes_on = row.status in (Competition.Status.REGISTRATION, Competition.Status.RUNNING)
        before = team.player
        succeeded = row.of_teams and goes_on and captain_leaves(row, team, by)
        if succeeded and row.status == Competition.Status.RUNNING:
            boards.leave(row, team, before)
            recompute(row)
        return succeeded


def captain_leaves(row: Competition, team: Entrant, by: User | None) -> bool:
    """Make the next person of the squad its captain, and take the captain out; return whether there is one."""
    squad = team.members.select_related("user").order_by("number")
    heir = next((member for member in squad if not is_house_bot(member.user)), None)
    if heir is None:
        return False
    leaver = team.player
    _swap_captain(row, team, heir, by)
    remove(row, team, team.members.get(user=leaver))
    journal.note(row, by, "squad", text("{name} no longer plays for {team}", name=leaver.nickname, team=team.name))
    return True


def _swap_captain(row: Competition, team: Entrant, member: Member, by: User | None, reason: str = "") -> None:
    """Let ``member`` and the captain change places; both keep their personal links."""
    before, after = team.player, member.user
    link = "personal_key", "link_sent_at", "link_opened_at"
    with _same_people_named(row, team):
        for name in link:
            ours, theirs = getattr(team, name), getattr(member, name)
            setattr(team, name, theirs)
            setattr(member, name, ours)
        team.player, member.user = after, before
        for holder in (team, member):
            holder.personal_key = holder.personal_key or new_key(player_of(holder))
        team.save(update_fields=["player", *link])
        member.save(update_fields=["user", *link])
    values = {"name": after.nickname, "team": team.name, "before": before.nickname}
    journal.note(row, by, "captain", because(text("{name} leads {team} in place of {before}", **values), reason))
    told = text("You are the captain of {team} now", team=team.name)
    url = reverse("competitions:side", args=[team.side_key])
    notify_all([Notice([after], "place", told, url, f"captain:{team.pk}:{row.log_position}", row.name)])


@contextmanager
def _same_people_named(row: Competition, team: Entrant) -> Iterator[None]:
    """Let the sealed line-ups of ``team`` name the same people after a change of its numbers. Needs the lock.

    A board of somebody who is no longer there is filled in the usual order, and the captains are told.
    """
    sealed = list(TeamLineUp.objects.filter(entrant=team, tie__in=unopened()).select_related("tie__home", "tie__away"))
    before = squads_of([team])[team.pk] if sealed else {}
    yield
    if not sealed:
        return
    numbers = {user: number for number, user in squads_of([team])[team.pk].items()}
    notices = []
    for line_up in sealed:
        named = [numbers.get(before[number]) if number in before else None for number in line_up.numbers]
        others = [number for number in in_the_usual_order(row, team, line_up.tie) if number not in named]
        told = None in named
        line_up.numbers = [others.pop(0) if number is None and others else number for number in named]
        line_up.numbers = [number for number in line_up.numbers if number is not None]
        line_up.save(update_fields=["numbers"])
        if told:
            notices.append(_line_up_changed(row, team, line_up))
    notify_all(notices)


def _line_up_changed(row: Competition, team: Entrant, line_up: TeamLineUp) -> Notice:
    """Return the notice to the leaders of ``team`` that a board of their sealed line-up had to be filled."""
    tie = f"{line_up.tie.home} – {line_up.tie.away}"
    message = text("Somebody in your sealed line-up for {tie} left the squad: look at it again", tie=tie)
    url = reverse("competitions:line_up", args=[row.slug, line_up.tie_id])
    key = f"line_up_changed:{line_up.tie_id}:{row.log_position}"
    return Notice(leaders_of(Entrant.objects.get(pk=team.pk)), "open", message, url, key, row.name)


def must_be_complete(row: Competition) -> None:
    """Raise WrongStep if a team has fewer people than a tie has boards. Needs the lock."""
    if not row.of_teams:
        return
    for team in row.entrants.filter(status=Entrant.Status.ENTERED).prefetch_related("members"):
        people = 1 + len(team.members.all())
        if people < row.boards:
            message = _("%(name)s has %(people)d of the %(boards)d players that it needs, one a board.")
            raise WrongStep(message % {"name": team.name, "people": people, "boards": row.boards})
