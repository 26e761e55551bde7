"""Organisers' part in password resets (``league.players.verbs.resets``): they confirm those of players."""

from collections.abc import Iterator

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant
from league.competitions.models.roles import Right
from league.competitions.policy.access import may
from league.players.errors import ResetRefused
from league.players.models import ResetRequest, User
from league.players.verbs import resets
from league.players.verbs.notify import notify


def confirm(*, entrant: Entrant, by: User, code: str) -> None:
    """Confirm that the player of ``entrant`` is with ``by`` and asks for a new password.

    Written into the competition's audit log; the account is notified. Raises ResetRefused if ``by`` does not own the
    competition, or if ``resets.confirm`` refuses: always with the same sentence.
    """
    with locked(entrant.competition_id) as competition:
        if not resets.are_on() or not may(by, competition, Right.OWN):
            raise ResetRefused(_("You cannot confirm new passwords here."))
        entry = competition.entrants.select_related("player").get(pk=entrant.pk)
        request = resets.confirm(player=entry.player, by=by, code=code)
        if request is not None:
            _tell(competition, entry, by, request)
    if request is None:  # outside the transaction, which keeps the count of wrong codes
        raise ResetRefused(
            _(
                "This code is not valid here. Perhaps it is mistyped or older than 15 minutes, or the player "
                "has not named you as a helper. Staff of a competition, a club or the site cannot be helped "
                "this way."
            )
        )


def _tell(competition: Competition, entry: Entrant, by: User, request: ResetRequest) -> None:
    journal.note(competition, by, "reset", text("confirmed that {name} may set a new password", name=entry.name))
    message = text("{name} confirmed a new password for your account", name=str(by))
    notify(
        users=[entry.player],
        kind="reset",
        message=message,
        url=reverse("competitions:audit", args=[competition.slug]),
        key=f"reset:{request.pk}",
        competition=competition.name,
    )


def holds_office(user: User) -> bool:
    """Return whether ``user`` owns a competition or is on the staff of one."""
    return user.competitions.exists() or user.offices.accepted().exists()


def organisers_of(user: User) -> Iterator[tuple[User, str]]:
    """Yield the owners of the competitions and clubs that ``user`` plays in, with the competition's name."""
    played = Competition.objects.filter(Q(entrants__player=user) | Q(entrants__members__user=user)).distinct()
    for competition in played.select_related("owner", "club__owner").order_by("-id"):
        club_owner = competition.club.owner if competition.club else competition.owner
        for owner in {competition.owner, club_owner}:
            yield owner, competition.name
