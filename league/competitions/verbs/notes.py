"""Announcements to everybody in a competition, and comments of the staff on one fixture.

Taken back, a text is hidden; that it was written stays in the audit log.
"""

from datetime import timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.effects import names
from league.competitions.errors import NoteRefused
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Announcement, Comment, Competition, Entrant, Fixture
from league.competitions.policy.bans import must_not_be_banned
from league.competitions.policy.parties import people_in, people_of
from league.competitions.verbs import open_disputes
from league.competitions.verbs.rulings import competition_id
from league.players.models import User
from league.players.verbs.notify import notify

LONGEST = 1000
"""Characters of an announcement or a comment."""
A_DAY = 12
"""Announcements of one competition within a day: each notifies everybody."""
OF_A_FIXTURE = 50
"""Comments on one fixture."""


def announce(*, competition: Competition, by: User, words: str) -> Announcement:
    """Announce something on the overview, and notify everybody who plays or helps.

    Repeating the last announcement returns it. Raises NoteRefused: no text, too long, too many in a day, or a draft,
    which nobody reads; Banned.
    """
    must_not_be_banned(by)
    clean = _cleaned(words)
    with locked(competition.id) as row:
        if row.status == Competition.Status.DRAFT:
            raise NoteRefused(_("Only you see a draft. Open registration first."))
        announcements = row.announcements.filter(taken_back_at__isnull=True)
        last = announcements.order_by("-at", "-id").first()
        if last is not None and last.words == clean:
            return last
        now = timezone.now()
        if row.announcements.filter(at__gt=now - timedelta(days=1)).count() >= A_DAY:
            raise NoteRefused(_("At most %(count)d announcements per day.") % {"count": A_DAY})
        announcement = Announcement.objects.create(competition=row, by=by, words=clean, at=now)
        journal.note(row, by, "announce", text("announced: {words}", words=clean[:300]))
        playing = people_of(row.entrants.exclude(status=Entrant.Status.WITHDRAWN))
        helping = User.objects.filter(
            Q(id=row.owner_id) | Q(offices__competition=row, offices__accepted_at__isnull=False)
        )
        users = {user.pk: user for user in (*playing, *helping) if user.pk != by.pk}
        notify(
            users=users.values(),
            kind="announcement",
            message=text("{name} announces: {words}", name=by.nickname, words=clean),
            url=reverse("competitions:overview", args=[row.slug]),
            key=f"announcement:{announcement.id}",
            competition=row.name,
        )
    return announcement


def take_back_announcement(*, announcement: Announcement, by: User) -> Announcement:
    """Hide an announcement. Repeating it changes nothing."""
    with locked(announcement.competition_id) as row:
        announcement = row.announcements.get(id=announcement.id)
        if announcement.taken_back_at is None:
            announcement.taken_back_at = timezone.now()
            announcement.save(update_fields=["taken_back_at"])
            journal.note(row, by, "take_back", text("removed an announcement: {words}", words=announcement.words[:300]))
    return announcement


def comment(*, fixture: Fixture, by: User, words: str) -> Comment:
    """Write a public comment on ``fixture`` and notify its two sides.

    Repeating your last comment returns it. Raises NoteRefused, Banned.
    """
    must_not_be_banned(by)
    clean = _cleaned(words)
    with locked(competition_id(fixture)) as row:
        current = Fixture.objects.select_related("home", "away").get(id=fixture.id)
        last = current.comments.filter(taken_back_at__isnull=True).order_by("-at", "-id").first()
        if last is not None and last.by_id == by.pk and last.words == clean:
            return last
        if current.comments.count() >= OF_A_FIXTURE:
            raise NoteRefused(_("At most %(count)d comments on one match.") % {"count": OF_A_FIXTURE})
        comment_row = Comment.objects.create(fixture=current, by=by, words=clean, at=timezone.now())
        message = text("commented on {fixture}: {words}", fixture=names(current), words=clean[:300])
        journal.note(row, by, "comment", message)
        users = [user for user in people_in(current) if user.pk != by.pk]
        message = text("{name} on {fixture}: {words}", name=by.nickname, fixture=names(current), words=clean)
        open_disputes.tell(row, users, "comment", message, current, f"comment:{comment_row.id}")
    return comment_row


def take_back_comment(*, comment: Comment, by: User) -> Comment:
    """Hide a comment. Repeating it changes nothing."""
    with locked(competition_id(comment.fixture)) as row:
        comment = Comment.objects.select_related("fixture__home", "fixture__away").get(id=comment.id)
        if comment.taken_back_at is None:
            comment.taken_back_at = timezone.now()
            comment.save(update_fields=["taken_back_at"])
            message = text(
                "removed a comment on {fixture}: {words}", fixture=names(comment.fixture), words=comment.words[:300]
            )
            journal.note(row, by, "take_back", message)
    return comment


def _cleaned(words: str) -> str:
    """Return ``words`` without outer blanks. Raises NoteRefused."""
    clean = "\n".join(line.rstrip() for line in words.strip().splitlines())
    if not clean:
        raise NoteRefused(_("Write something first."))
    if len(clean) > LONGEST:
        raise NoteRefused(_("At most %(count)d characters.") % {"count": LONGEST})
    return clean
