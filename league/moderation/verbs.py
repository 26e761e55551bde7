"""Verbs that open and close a case: reports and appeals by people, decisions by moderators.

Each decision needs a reason, which the person reads, and leaves a line in the audit. Only ``forfeit``, which a
moderator chooses for one match, ends a running match.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import wrong_length
from league.moderation.errors import ModerationError
from league.moderation.models import APPEAL, REASON, Act, Case, Reporter, Sanction
from league.players.models import User
from league.players.policy.nicknames import clean_nickname
from league.registry import Registry
from matches.live.commands import command
from matches.models import Challenge, ChatLine, Match, Silence
from matches.verbs import challenges, chat

DAYS = (1, 7, 30, 365)
"""Allowed days of a mute or a ban; without days it lasts until it is lifted."""
HIDERS: Registry[tuple[str, Callable[[UUID], None]]] = Registry()
"""A kind of case, and the function of the app above that takes the reported thing from public view."""


# ── opening ──
@transaction.atomic
def report_line(*, line: ChatLine, by: Any, reason: str) -> Case:
    """Report a chat line (``settings.REPORT_VERB``): one open case a line, however many people report it."""
    assert line.user_id is not None, "lines of the house cannot be reported"
    User.objects.select_for_update(no_key=True).get(pk=line.user_id)  # of two first reports one opens the case
    case = Case.objects.filter(line=line, closed_at=None).first()
    if case is not None:
        Case.objects.filter(pk=case.pk).update(times=F("times") + 1)
        return case
    words = chat.REASONS[reason][0]
    return Case.objects.create(kind=Case.Kind.CHAT, subject_id=line.user_id, line=line, opened_by_id=by.pk, said=words)


@transaction.atomic
def report_name(*, subject: User, by: User) -> Case:
    """Report the nickname of ``subject``. Repeated by the same person: nothing changes.

    Raises ModerationError.
    """
    if subject.pk == by.pk or subject.kind == User.Kind.BOT:
        raise ModerationError(_("You cannot report this name."))
    if User.objects.select_for_update(no_key=True).get(pk=subject.pk).erased_at is not None:
        raise ModerationError(_("You cannot report this name."))
    case = Case.objects.filter(kind=Case.Kind.NAME, subject=subject, closed_at=None).first()
    if case is None:
        return Case.objects.create(kind=Case.Kind.NAME, subject=subject, opened_by=by, said=subject.nickname)
    return _reported_again(case, by)


def _reported_again(case: Case, by: User) -> Case:
    """Count a report of an open case by another person, once."""
    if case.opened_by_id != by.pk and Reporter.objects.get_or_create(case=case, by=by)[1]:
        Case.objects.filter(pk=case.pk).update(times=F("times") + 1)
    return case


@transaction.atomic
def report_thing(*, kind: Case.Kind, thing: UUID, subject: User, by: User, words: str) -> Case:
    """Report what ``subject`` shows to others; one open case a thing. Repeated by the same person: nothing changes.

    Raises ModerationError.
    """
    if subject.pk == by.pk:
        raise ModerationError(_("You cannot report yourself."))
    User.objects.select_for_update(no_key=True).get(pk=subject.pk)
    case = Case.objects.filter(thing=thing, closed_at=None).first()
    if case is None:
        return Case.objects.create(kind=kind, thing=thing, subject=subject, opened_by=by, said=words[: APPEAL[1]])
    return _reported_again(case, by)


@transaction.atomic
def appeal(*, sanction: Sanction, by: User, words: str) -> Case:
    """Appeal against a sanction, once. Raises ModerationError."""
    words = " ".join(words.split())
    if sanction.user_id != by.pk:
        raise ModerationError(_("Only the person concerned can appeal."))
    if not APPEAL[0] <= len(words) <= APPEAL[1]:
        raise ModerationError(wrong_length(*APPEAL))
    Sanction.objects.select_for_update().get(pk=sanction.pk)
    if Case.objects.filter(sanction=sanction).exists():
        raise ModerationError(_("You have already appealed against this."))
    return Case.objects.create(kind=Case.Kind.APPEAL, subject=by, sanction=sanction, opened_by=by, said=words)


# ── deciding ──
def warn(*, subject: User, by: User, reason: str, case: Case | None = None) -> Sanction:
    """Warn ``subject``. Raises ModerationError."""
    return _decide("warn", subject, by, reason, case)


@transaction.atomic
def hide(*, case: Case, by: User, reason: str) -> Sanction:
    """Take the reported thing from public view, and warn its owner with the reason. Raises ModerationError."""
    hider = next((function for kind, function in HIDERS if kind == case.kind), None)
    if hider is None or case.thing is None:
        raise ModerationError(_("There is nothing to hide in this case."))
    sanction = _decide("warn", case.subject, by, reason, case)
    hider(case.thing)
    return sanction


def mute(*, subject: User, by: User, reason: str, days: int | None, case: Case | None = None) -> Sanction:
    """Forbid ``subject`` to write, at every table; reading stays allowed. Raises ModerationError."""
    return _decide("mute", subject, by, reason, case, days=days)


def ban(*, subject: User, by: User, reason: str, days: int | None, case: Case | None = None) -> Sanction:
    """Forbid ``subject``, and their bots, to sit down, write or enter anything. Raises ModerationError.

    Running matches go on; open challenges are withdrawn.
    """
    return _decide("ban", subject, by, reason, case, days=days)


def rename(*, subject: User, by: User, reason: str, nickname: str, case: Case | None = None) -> Sanction:
    """Give ``subject`` another nickname, for good. Raises ModerationError, NicknameRefused."""
    return _decide("rename", subject, by, reason, case, nickname=clean_nickname(nickname))


def forfeit(*, match: Match, subject: User, by: User, reason: str, case: Case | None = None) -> Sanction:
    """Give up one running match of ``subject``: the other side wins. Raises ModerationError."""
    match = Match.objects.get(pk=match.pk)  # the current state, not as read earlier
    seat = match.seats.filter(user=subject, bot="").first()
    if seat is None or match.status not in (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED):
        raise ModerationError(_("This person does not play in that match, or it has ended."))
    return _decide("forfeit", subject, by, reason, case, match=match, side=seat.side)


@transaction.atomic
def dismiss(*, case: Case, by: User, reason: str) -> Case:
    """Close ``case`` without a sanction; if it is an appeal, the sanction stands. Raises ModerationError."""
    reason = checked(case.subject, by, reason)
    _close(case, by, "dismiss", reason)
    _audit(by, "dismiss", case.subject, case, reason)
    return case


@transaction.atomic
def lift(*, sanction: Sanction, by: User, reason: str, case: Case | None = None) -> Sanction:
    """End a sanction early. Again: nothing changes. Raises ModerationError.

    Lifting a rename restores the old name, unless the person has got another one since.
    """
    reason = checked(sanction.user, by, reason)
    row = Sanction.objects.select_for_update().get(pk=sanction.pk)
    if row.lifted_at is None:
        row.lifted_at, row.lifted_because, row.seen_at = timezone.now(), reason, None
        row.save(update_fields=["lifted_at", "lifted_because", "seen_at"])
        if row.silence is not None:
            chat.lift(silence=row.silence)
        person = User.objects.select_for_update(no_key=True).get(pk=row.user_id)
        if row.kind == Sanction.Kind.BAN:
            _set_ban(person)
        if row.kind == Sanction.Kind.RENAME and person.nickname == row.detail["to"]:
            person.nickname = row.detail["from"]
            person.save(update_fields=["nickname"])
        _notify(person)
    if case is not None:
        _close(case, by, "lift", reason)
    _audit(by, "lift", sanction.user, case, reason, {"sanction": str(sanction.pk), "kind": sanction.kind})
    return row


def see(*, user: User) -> None:
    """Mark the decisions about ``user`` as read."""
    if user.notices:
        Sanction.objects.filter(user=user, seen_at=None).update(seen_at=timezone.now())
        _notify(user)


def look(*, subject: User, by: User) -> None:
    """Note in the audit that ``by``, of the staff, looked at what is stored of ``subject`` (``league.support``)."""
    _audit(by, "look", subject, None, "")


def checked(subject: User, by: User, reason: str) -> str:
    """Return the reason on one line. Raises ModerationError."""
    if not by.is_moderator:
        raise ModerationError(_("Only moderators can decide here."))
    if subject.pk == by.pk:
        raise ModerationError(_("Someone else must decide about you."))
    reason = " ".join(reason.split())
    if not REASON[0] <= len(reason) <= REASON[1]:
        raise ModerationError(
            _("The person reads the reason: write %(low)d to %(high)d characters.")
            % {"low": REASON[0], "high": REASON[1]}
        )
    return reason


@transaction.atomic
def _decide(
    kind: str,
    subject: User,
    by: User,
    reason: str,
    case: Case | None,
    *,
    days: int | None = None,
    nickname: str = "",
    match: Match | None = None,
    side: str = "",
) -> Sanction:
    reason = checked(subject, by, reason)
    if days is not None and days not in DAYS:
        raise ModerationError(_("Days must be %(days)s, or none.") % {"days": ", ".join(map(str, DAYS))})
    person = User.objects.select_for_update(no_key=True).get(pk=subject.pk)
    if person.erased_at is not None:
        raise ModerationError(_("This player is deleted: there is nobody to decide about."))
    if person.is_moderator or person.is_superuser:
        raise ModerationError(_("You cannot decide about moderators here."))
    until = None if days is None else timezone.now() + timedelta(days=days)
    row = Sanction(user=person, kind=kind, reason=reason, by=by, case=case, until=until)
    if kind in ("mute", "ban"):
        row.silence = Silence.objects.create(
            user=person, match=None, until=until, reason=reason[:200], by=by, role="moderator"
        )
    if kind == "rename":
        row.detail = {"from": person.nickname, "to": nickname}
        person.nickname = nickname
        person.save(update_fields=["nickname"])
    if match is not None:
        row.detail = {"match": str(match.pk)}
        decided = {"user": str(by.pk), "name": by.nickname, "role": "moderator"}
        winner = "away" if side == "home" else "home"
        command(match.pk, "award", {"winner": winner, "reason": reason, "how": "forfeit", "by": decided})
    row.save()
    if kind == "ban":
        _set_ban(person)
        _withdraw_offers(person)
    _notify(person)
    if case is not None:
        _close(case, by, kind, reason)
    _audit(by, kind, person, case, reason, {**row.detail, "until": None if until is None else until.isoformat()})
    return row


def _set_ban(person: User) -> None:
    """Write the longest current ban on the rows of the person and of their bots, where the doors look."""
    for each in (person, *person.bots.all()):
        standing = Sanction.objects.filter(user__in=[each.pk, each.owner_id], kind=Sanction.Kind.BAN, lifted_at=None)
        longest = max(standing, key=lambda row: (row.until is None, row.until or row.at), default=None)
        each.banned = longest is not None
        each.banned_until = None if longest is None else longest.until
        each.banned_because = "" if longest is None else longest.reason
        each.save(update_fields=["banned", "banned_until", "banned_because"])


def _withdraw_offers(person: User) -> None:
    """Withdraw the open challenges of the person and of their bots: whoever accepted one would play them."""
    offers = Challenge.objects.open(timezone.now()).filter(owner__in=[person, *person.bots.all()])
    for offer in offers.select_related("owner"):
        challenges.cancel(challenge_id=offer.pk, user=offer.owner)


def _notify(person: User) -> None:
    person.notices = Sanction.objects.filter(user=person, seen_at=None).count()
    person.save(update_fields=["notices"])


def _close(case: Case, by: User, outcome: str, reason: str) -> None:
    """Close ``case``. Raises ModerationError if another moderator closed it first."""
    closed = Case.objects.filter(pk=case.pk, closed_at=None).update(
        closed_at=timezone.now(), closed_by=by, outcome=outcome, answer=reason
    )
    if not closed:
        raise ModerationError(_("Someone has already decided this case."))


def _audit(
    by: User, verb: str, subject: User, case: Case | None, reason: str, detail: dict[str, Any] | None = None
) -> None:
    Act.objects.create(by=by, verb=verb, subject=subject, case=case, reason=reason, detail=detail or {})
