"""Claims: an account takes over a name that was typed for somebody without one.

The page signs the browser in; this verb only writes rows. Each app hands over its own (``holdings_of_apps``).
"""

from django.db import transaction
from django.utils.translation import gettext as _

from league.players.errors import ClaimRefused
from league.players.models import User
from league.registry import Registry
from matches.models import Match, Seat, SeatController


class Holdings:
    """The rows of one app that name ``name``, handed to ``account`` in one transaction."""

    def __init__(self, name: User, account: User) -> None:
        self.name = name
        self.account = account

    def lock(self) -> None:
        """Lock the rows that must be locked before the two users."""

    def check(self) -> None:
        """Raise ClaimRefused if ``account`` cannot have these rows."""

    def hand_over(self) -> None:
        """Give every row to ``account``. Called once, after all checks."""
        raise NotImplementedError


holdings_of_apps: Registry[type[Holdings]] = Registry()


@transaction.atomic
def claim(*, name: User, account: User) -> User:
    """Give everything that the typed name ``name`` has played and will play to ``account``.

    Rows are re-pointed in one transaction. The emptied name points to the account (``merged_into``) and can no longer
    sign in. Claiming again for the same account changes nothing.

    Raises: ClaimRefused: ``name`` is no name without account, is taken by somebody else, is in the middle of a match,
    or has met ``account`` in a competition or at a table.
    """
    holdings = [holding(name, account) for holding in holdings_of_apps]
    for holding in holdings:
        holding.lock()
    users = User.objects.select_for_update(no_key=True).filter(id__in=[name.id, account.id]).order_by("id")
    rows = {row.id: row for row in users}
    name, account = rows[name.id], rows[account.id]
    if name.merged_into_id == account.id:
        return account
    if account.kind != User.Kind.ACCOUNT:
        raise ClaimRefused(_("Sign in with your account first."))
    if name.kind != User.Kind.GUEST or name.merged_into_id is not None:
        raise ClaimRefused(_("This name already belongs to an account."))
    for holding in holdings:
        holding.check()
    seats = Seat.objects.filter(user=name)
    if Seat.objects.filter(user=account, match__in=seats.values("match")).exists():
        raise ClaimRefused(_("You have played against this name, so it cannot be you."))
    if seats.filter(match__status__in=(Match.Status.LIVE, Match.Status.PAUSED)).exists():
        raise ClaimRefused(_("This name is playing a match. Finish it, then claim the name."))
    for holding in holdings:
        holding.hand_over()
    seats.update(user=account)
    shared = SeatController.objects.filter(user=account).values("seat")
    SeatController.objects.filter(user=name).exclude(seat__in=list(shared)).update(user=account, name=str(account)[:60])
    name.merged_into = account
    name.is_active = False
    name.save(update_fields=["merged_into", "is_active"])
    return account
