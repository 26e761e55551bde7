"""Dispatch of a decision from a form or an API body to its verb."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from league.moderation import verbs
from league.moderation.errors import ModerationError
from league.moderation.models import Case, Sanction
from league.players.models import User
from matches.models import Match

VERBS = ("warn", "mute", "ban", "rename", "forfeit", "lift", "dismiss", "hide")


def decide(*, by: User, subject: User, case: Case | None, decision: Mapping[str, Any]) -> None:
    """Do what ``given["do"]`` asks, about ``subject`` and for ``case`` if there is one.

    ``reason`` always; ``days`` of a mute or ban (empty: until lifted), ``nickname`` of a rename, ``match`` of a
    forfeit, ``sanction`` of a lift (an appeal's own if there is one). Raises ModerationError, NicknameRefused.
    """
    do, reason = str(decision.get("do") or ""), str(decision.get("reason") or "")
    if do not in VERBS:
        raise ModerationError(_("Choose what to do: %(verbs)s.") % {"verbs": ", ".join(VERBS)})
    if case is not None and case.kind == Case.Kind.DEVICE and do != "dismiss":
        raise ModerationError(
            _("This case is about many accounts. Decide about each on its own page, then dismiss it.")
        )
    if do == "dismiss":
        if case is None:
            raise ModerationError(_("No case is open to dismiss."))
        verbs.dismiss(case=case, by=by, reason=reason)
    elif do == "hide":
        if case is None:
            raise ModerationError(_("There is nothing to hide in this case."))
        verbs.hide(case=case, by=by, reason=reason)
    elif do == "lift":
        verbs.lift(sanction=_sanction(subject, case, decision), by=by, reason=reason, case=case)
    elif do == "warn":
        verbs.warn(subject=subject, by=by, reason=reason, case=case)
    elif do == "rename":
        verbs.rename(subject=subject, by=by, reason=reason, nickname=str(decision.get("nickname") or ""), case=case)
    elif do == "forfeit":
        match = Match.objects.filter(pk=known_uuid(decision.get("match"))).first()
        if match is None:
            raise ModerationError(_("Choose the match."))
        verbs.forfeit(match=match, subject=subject, by=by, reason=reason, case=case)
    else:
        days = str(decision.get("days") or "")
        if days and not (days.isascii() and days.isdigit() and len(days) < 5):
            raise ModerationError(_("Enter days as a whole number."))
        act = verbs.mute if do == "mute" else verbs.ban
        act(subject=subject, by=by, reason=reason, days=int(days) if days else None, case=case)


def _sanction(subject: User, case: Case | None, fields: Mapping[str, Any]) -> Sanction:
    if case is not None and case.sanction is not None:
        return case.sanction
    rows = Sanction.objects.filter(pk=known_uuid(fields.get("sanction")), user=subject).select_related("user").first()
    if rows is None:
        raise ModerationError(_("Choose what to lift."))
    return rows


def known_uuid(raw: Any) -> UUID:  # any value of a form or a body
    """Parse the id in ``raw``; return the nil id, which nothing has, if it is invalid."""
    try:
        return UUID(str(raw))
    except ValueError:
        return UUID(int=0)
