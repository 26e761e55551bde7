"""Audience of a competition: everybody, those with its address, or its members.

Its matches, finished ones too, follow it; spectators who may no longer watch are sent away.
"""

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture
from league.competitions.policy.access import audience_of
from league.competitions.setup.settings import Context, take
from league.players.models import User
from matches.policy.audience import announce_leaving, set_audience

SAYS = {
    Competition.Visibility.PUBLIC: text("opened the competition to everyone"),
    Competition.Visibility.LINK: text("opened the competition to anyone with its address"),
    Competition.Visibility.MEMBERS: text("closed the competition to non-members"),
}
"""Lines of the audit log."""


def show_to(*, competition: Competition, by: User, visibility: str) -> Competition:
    """Show ``competition`` to ``visibility`` (``Competition.Visibility``) from now on.

    Repeating it changes nothing. Raises BadSetting.
    """
    with locked(competition.id) as row:
        before = row.visibility
        take(row, {"visibility": visibility}, Context.of(row))
        if row.visibility != before:
            row.save(update_fields=["visibility"])
            audience_changed(row)
            journal.note(row, by, "show_to", SAYS[Competition.Visibility(visibility)])
    return row


def audience_changed(row: Competition) -> None:
    """Let the matches of ``row`` (locked, not saved here) follow its new audience; send away who may not watch."""
    audience, closed = audience_of(row)
    fixtures = Fixture.objects.filter(tie__round__stage__competition=row).values_list("pk", flat=True)
    if row.visibility == Competition.Visibility.MEMBERS:
        # They were set while everybody could read these texts; set again, they continue.
        sentence = _(
            "The competition is now for its members only. Set the web hook again to keep sending its news there."
        )
        row.hooks.filter(stopped="").update(stopped=sentence)
    if closed:
        announce_leaving(audience=row.pk)
    set_audience(origins=[f"fixture:{pk}" for pk in fixtures], audience=audience, closed=closed)


def no_longer_of(row: Competition, people: Iterable[UUID]) -> None:
    """End the watching of ``people`` who left ``row``, after the commit, if it is for members alone."""
    if row.visibility == Competition.Visibility.MEMBERS:
        for user_id in people:
            announce_leaving(user_id=user_id, audience=row.pk)
