"""Resuming a disputed match of a fixture from one of its moves: the fixture follows the new match.

In the log of results it is a replay (``replay`` wipes earlier entries); only the new table begins where
``matches.verbs.resuming`` resumes it, not at the kick-off. The old match is stopped if it is still being played, and
keeps its pages. Repeating it for the same move of the same match changes nothing; of two concurrent requests for
different moves the second is told that the fixture has another match.
"""

from datetime import timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.derive import Derived
from league.competitions.derivation.effects import names
from league.competitions.errors import ReasonMissing, RulingRefused
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, ResultEntry
from league.competitions.policy.officials import officials_of
from league.competitions.verbs.rulings import Consent, Ruling, competition_id, rule_in
from league.players.models import User
from matches.models import Match
from matches.verbs.resuming import CannotResume, point
from matches.verbs.resuming import resume as go_on


def resume(
    *, fixture: Fixture, match_id: UUID, v: int, by: User, reason: str, consent: Consent | None = None
) -> Derived:
    """Resume the match ``match_id`` of ``fixture`` after its move ``v``; the reason is public.

    Done once ``consent`` is confirmed; before, the effects are shown. Raises NeedsConfirmation, and RulingRefused (no
    reason, another match by now, a move that it cannot resume from).
    """
    with locked(competition_id(fixture)) as row:
        current = Fixture.objects.select_related("match").get(id=fixture.id)
        match = current.match
        if match is not None and (match.resumed_from_id, match.resumed_v) == (match_id, v):
            return rule_in(row, current, by, None)
        if match is None or match.pk != match_id:
            raise RulingRefused(_("The fixture now has another match. Check it again."))
        reason_text = " ".join(reason.split())[:300]
        if len(reason_text) < 3:
            raise ReasonMissing(_("Give a reason: everyone reads it."))
        try:
            point(match, v)
        except CannotResume as refused:
            raise RulingRefused(str(refused)) from None
        old = match

        def follow(current: Fixture) -> None:
            minutes = row.no_show_minutes
            new = go_on(
                old=old,
                v=v,
                reason=reason_text,
                by={"user": str(by.pk), "name": str(by), "role": _role(row, by)},
                officials=officials_of(row),
                no_show_at=timezone.now() + timedelta(minutes=minutes) if minutes else None,
            )
            Fixture.objects.filter(id=current.id).update(match=new)

        message = text("resumed {fixture} from move {v}: {reason}", fixture=names(current), v=v, reason=reason_text)
        entry = {"kind": ResultEntry.Kind.REPLAY, "how": "resumed", "why": text("from move {v}", v=v)}
        ruling = Ruling("resume", message, entry, reason_text, outcome="replay", then=follow)
        consent = consent or Consent()
        # Never at the first request: people always see the effects before.
        return rule_in(row, current, by, ruling, consent if consent.confirmed else Consent(preview=True))


def resumable_match(fixture: Fixture) -> Match | None:
    """Return the match of ``fixture`` that could be resumed: one that was kicked off."""
    match = fixture.match
    return match if match is not None and match.snapshot is not None and match.version else None


def _role(row: Competition, by: User) -> str:
    return next((role for user, role in officials_of(row) if user.pk == by.pk), "organiser")
