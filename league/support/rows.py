"""The models that support reads, each with the columns that it may read. Not here: keys, seeds, addresses of mail, the
state and moves of a match, words of the chat, settings of a person.

A column comes here when a question of support needs it and ``league.privacy.table`` does not call it secret.
"""

import re
from collections.abc import Iterator
from typing import Final

from django.contrib import admin
from django.db.models import Model, Q
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club, Membership
from league.competitions.models import (
    AuditEntry,
    Competition,
    Dispute,
    Entrant,
    Fixture,
    Letter,
    Report,
    ResultEntry,
    Round,
    Staff,
)
from league.competitions.setup.settings import SETTINGS_WITHOUT_WORDS
from league.delivery import mail
from league.delivery.models import HookMessage, MailMessage, WebHook
from league.moderation import verbs as moderation
from league.moderation.models import Act, Case, Sanction
from league.players.models import Notification, User
from league.players.policy.searching import best
from league.sentences import translated
from league.statistics.models import Outdated
from league.support.site import Related, Support, ids_in, site
from matches.models import Match, MatchCommand, Outbox, Review, Seat

PEOPLE: Final = gettext_lazy("People")
MATCHES: Final = gettext_lazy("Matches")
COMPETITIONS: Final = gettext_lazy("Competitions")
MODERATION: Final = gettext_lazy("Moderation")
WORK: Final = gettext_lazy("Messages and work")
SLUG: Final = re.compile(r"/(?:competitions|clubs)/([-\w]+)/")


def name_contains(model: type[Model], column: str, text: str) -> Q:
    """Return the condition for rows whose name contains ``text``: at most those that a search of the site shows."""
    rows = best(model._default_manager.only("pk"), column, " ".join(text.split())[:60])
    return Q(pk__in=[row.pk for row in rows])


@admin.register(User, site=site)
class People(Support):
    title, group = gettext_lazy("People"), PEOPLE
    name_column = "nickname"
    listed = ~Q(kind=User.Kind.BOT)  # a few dozen of the house, whose ids come before all others
    found_order = ("bot", "-pk")
    search = gettext_lazy("Name, sign-in name, id or address of a page")
    columns = (
        "id", "nickname", "kind", "username", "date_joined", "last_login", "is_active", "erased_at", "merged_into",
        "owner", "bot", "language", "time_zone", "signing_in", "mail_addresses", "waiting_mails", "rights", "ban",
        "notices", "sheltered",
    )  # fmt: skip
    list_display = ("nickname", "kind", "username", "date_joined", "last_login", "id")
    related = (
        Related(Entrant, "player"),
        Related(Seat, "user"),
        Related(Competition, "owner"),
        Related(Staff, "user"),
        Related(Membership, "user"),
        Related(Notification, "user"),
        Related(Sanction, "user"),
        Related(Case, "subject"),
        Related(Act, "subject"),
    )

    read = ("is_superuser", "is_staff", "is_moderator", "banned", "banned_until", "banned_because")

    def find(self, text: str) -> Q:
        ids = ids_in(text)
        if ids:
            return Q(pk__in=ids)
        signed = User.objects.alias(lower=Lower("username")).filter(lower=text.lower()).values_list("pk", flat=True)
        return name_contains(User, "nickname", text) | Q(pk__in=list(signed[:1]))

    def record_look(self, request: HttpRequest, row: User) -> None:
        assert isinstance(request.user, User)
        moderation.look(subject=row, by=request.user)

    def links(self, request: HttpRequest, row: User) -> Iterator[tuple[str, str]]:
        yield reverse("players:profile", args=[row.pk]), _("Page of the player")
        if request.user.is_moderator:  # type: ignore[union-attr]  # staff
            yield reverse("moderation:person", args=[row.pk]), _("Moderate")

    @admin.display(description=gettext_lazy("Signs in with"))
    def signing_in(self, row: User) -> str:
        """Name the ways in that the person has; none of them is shown."""
        password = User.objects.only("password").get(pk=row.pk).has_usable_password()
        factors = sorted(row.authenticator_set.values_list("type", flat=True))
        ways = [_("a password")] if password else []
        return ", ".join([*ways, *factors]) or _("a link, a card or this browser")

    @admin.display(description=gettext_lazy("Mail addresses"))
    def mail_addresses(self, row: User) -> str:
        verified = list(row.emailaddress_set.values_list("verified", flat=True))
        return _("%(confirmed)d of %(number)d confirmed") % {"confirmed": sum(verified), "number": len(verified)}

    @admin.display(description=gettext_lazy("Mails that wait"))
    def waiting_mails(self, row: User) -> str:
        """Count the notifications whose mail is not written, and the mails that no server has taken."""
        notifications = Notification.objects.filter(user=row, mailed_at=None, by_mail=True)[:100].count()
        addresses = row.emailaddress_set.values(lower=Lower("email"))
        mails = mail.waiting().alias(lower=Lower("to")).filter(lower__in=addresses)[:100].count()
        return str(notifications + mails)

    @admin.display(description=gettext_lazy("Rights"))
    def rights(self, row: User) -> str:
        rights = [name for name in ("is_superuser", "is_staff", "is_moderator") if getattr(row, name)]
        waits = [_("they wait for a second factor")] if row.lacks_factor else []
        return ", ".join([*rights, *waits]) or "–"

    @admin.display(description=gettext_lazy("Ban"))
    def ban(self, row: User) -> str:
        if not row.is_banned:
            return "–"
        until = (
            _("until lifted") if row.banned_until is None else f"{timezone.localtime(row.banned_until):%Y-%m-%d %H:%M}"
        )
        return f"{until}: {row.banned_because}"


@admin.register(Notification, site=site)
class Notifications(Support):
    title, group = gettext_lazy("Notifications"), PEOPLE
    columns = (
        "id",
        "user",
        "kind",
        "sentence",
        "at",
        "read_at",
        "mailed_at",
        "pushed_at",
        "on_page",
        "by_mail",
        "by_push",
    )
    list_display = ("kind", "sentence", "at", "read_at", "mailed_at", "user")

    read = ("message",)

    @admin.display(description=gettext_lazy("Sentence"))
    def sentence(self, row: Notification) -> str:
        return translated(row.message)


@admin.register(Membership, site=site)
class Memberships(Support):
    title, group = gettext_lazy("Members of clubs"), PEOPLE
    columns = list_display = ("user", "club", "staff", "asked", "since", "id")


@admin.register(Club, site=site)
class Clubs(Support):
    title, group = gettext_lazy("Clubs"), PEOPLE
    name_column = "name"
    search = gettext_lazy("Name, id or address of a page")
    columns = (
        "id", "name", "slug", "owner", "visibility", "joining", "succession_days", "objection_days", "created_at",
        "closed_at", "closed_because",
    )  # fmt: skip
    list_display = ("name", "owner", "visibility", "created_at", "closed_at", "id")
    related = (Related(Membership, "club"), Related(Competition, "club"))

    def find(self, text: str) -> Q:
        return by_address(Club, text)

    def links(self, request: HttpRequest, row: Club) -> Iterator[tuple[str, str]]:
        yield reverse("clubs:page", args=[row.slug]), _("Page of the club")


@admin.register(Match, site=site)
class Matches(Support):
    title, group = gettext_lazy("Matches"), MATCHES
    search = gettext_lazy("Id or address of a match or of its fixture")
    order = ("-created_at", "-id")
    columns = (
        "id", "game", "mode", "rules_version", "title", "origin", "status", "version", "rolls", "rated", "listed",
        "closed", "held", "options", "terms", "result", "created_at", "started_at", "finished_at", "archived_at",
        "starts_at", "no_show_at", "move_seconds", "budget_seconds", "control", "home_since", "away_since",
        "home_used_ms", "away_used_ms", "home_timeouts", "away_timeouts", "home_quota_ms", "away_quota_ms",
        "set_piece", "home_placing_ms", "away_placing_ms", "absence_seconds", "resume_at", "period", "time_up_at",
        "time_left_ms", "deadline_at", "bot_due_at", "resumed_from", "resumed_v", "leg", "second_leg",
    )  # fmt: skip
    list_display = ("id", "game", "title", "status", "created_at", "finished_at")
    related = (
        Related(Seat, "match"),
        Related(Fixture, "match"),
        Related(MatchCommand, "match"),
        Related(Outbox, "match"),
        Related(ResultEntry, "match_id"),
        Related(Review, "match"),
    )

    def find(self, text: str) -> Q:
        ids = ids_in(text)
        fixtures = Fixture.objects.filter(pk__in=ids, match__isnull=False).values_list("match_id", flat=True)
        return Q(pk__in=[*ids, *fixtures] if ids else [])

    def label(self, row: Match) -> str:
        return row.title or super().label(row)

    def links(self, request: HttpRequest, row: Match) -> Iterator[tuple[str, str]]:
        yield reverse("matches:live", args=[row.pk]), _("Page of the match")


@admin.register(Seat, site=site)
class Seats(Support):
    title, group = gettext_lazy("Seats"), MATCHES
    columns = ("id", "match", "side", "name", "user", "bot", "robot", "seen_at", "gone_at")
    list_display = ("match", "side", "name", "user", "seen_at", "gone_at")


@admin.register(MatchCommand, site=site)
class Commands(Support):
    title, group = gettext_lazy("Decisions for matches"), MATCHES
    columns = list_display = ("match", "kind", "created_at", "applied_at", "outcome", "id")
    waiting = Q(applied_at=None)
    waiting_order = ("created_at", "pk")


@admin.register(Outbox, site=site)
class Results(Support):
    title, group = gettext_lazy("Results on their way"), MATCHES
    columns = list_display = ("match", "topic", "created_at", "taken_at", "tries")
    waiting = Q(taken_at=None)
    waiting_order = ("created_at", "pk")


@admin.register(Review, site=site)
class Reviews(Support):
    title, group = gettext_lazy("Reviews"), MATCHES
    columns = list_display = ("match", "status", "asked_at", "busy_until", "tries", "made_at", "seconds")
    waiting = Q(status=Review.Status.OPEN)
    waiting_order = ("asked_at", "pk")


@admin.register(Competition, site=site)
class Competitions(Support):
    title, group = gettext_lazy("Competitions"), COMPETITIONS
    name_column = "name"
    search = gettext_lazy("Name, id or address of a page")
    order = ("-created_at", "-id")
    columns = (
        "id", "name", "slug", "game", "preset", "owner", "club", "status", *SETTINGS_WITHOUT_WORDS, "season",
        "previous", "time_zone", "check_in_opens_at", "check_in_closes_at", "check_in_done_at", "champion",
        "cancelled_because", "frozen_at", "frozen_because", "official_at", "log_position", "changed_at",
        "swept_position", "swept_at", "created_at", "published_at", "started_at", "finished_at",
    )  # fmt: skip
    list_display = ("name", "game", "status", "owner", "created_at", "id")
    related = (
        Related(Round, "stage__competition"),
        Related(Entrant, "competition"),
        Related(Staff, "competition"),
        Related(ResultEntry, "competition"),
        Related(AuditEntry, "competition"),
        Related(Letter, "competition"),
        Related(WebHook, "competition"),
    )

    def find(self, text: str) -> Q:
        return by_address(Competition, text)

    def links(self, request: HttpRequest, row: Competition) -> Iterator[tuple[str, str]]:
        yield reverse("competitions:overview", args=[row.slug]), _("Page of the competition")


@admin.register(Entrant, site=site)
class Entrants(Support):
    title, group = gettext_lazy("Entrants"), COMPETITIONS
    name_column = "name"
    search = gettext_lazy("Its id")
    columns = (
        "id", "name", "code", "player", "competition", "status", "seed", "division", "first_round", "last_round",
        "withdrawn_because", "stands_in_for", "turned_away", "checked_in_at", "link_sent_at", "link_opened_at",
        "entered_at",
    )  # fmt: skip
    list_display = ("name", "player", "competition", "status", "seed", "entered_at")
    related = (
        Related(Fixture, "home", gettext_lazy("at home")),
        Related(Fixture, "away", gettext_lazy("away from home")),
    )


@admin.register(Round, site=site)
class Rounds(Support):
    title, group = gettext_lazy("Rounds"), COMPETITIONS
    columns = ("id", "stage", "number", "part", "step", "status", "opens_at", "closes_at")
    list_display = ("id", "number", "part", "status", "opens_at", "closes_at")
    related = (Related(Fixture, "tie__round"),)

    def links(self, request: HttpRequest, row: Round) -> Iterator[tuple[str, str]]:
        yield site.of(Competition).address(row.stage.competition_id), _("Its competition")


@admin.register(Fixture, site=site)
class Fixtures(Support):
    title, group = gettext_lazy("Fixtures"), COMPETITIONS
    search = gettext_lazy("Id or address of a fixture")
    columns = (
        "id", "tie", "leg", "home", "away", "match", "status", "kick_off_at", "table", "fixed", "sequence",
        "home_goals", "away_goals", "shootout", "how",
    )  # fmt: skip
    list_display = ("id", "home", "away", "status", "kick_off_at", "match")
    related = (Related(Report, "fixture"), Related(Dispute, "fixture"), Related(ResultEntry, "fixture"))

    def label(self, row: Fixture) -> str:
        return f"{row.home.name} – {row.away.name}" if row.home and row.away else super().label(row)

    def links(self, request: HttpRequest, row: Fixture) -> Iterator[tuple[str, str]]:
        cup = Competition.objects.only("slug").get(stages__rounds__ties__fixtures=row)
        yield site.of(Competition).address(cup.pk), _("Its competition")
        yield reverse("competitions:fixture", args=[cup.slug, row.pk]), _("Page of the fixture")


@admin.register(ResultEntry, site=site)
class ResultEntries(Support):
    title, group = gettext_lazy("Log of results"), COMPETITIONS
    columns = (
        "id", "competition", "position", "kind", "fixture", "entrant", "points", "home_goals", "away_goals", "shootout",
        "winner", "extra_time", "how", "match_id", "actor", "signed", "reason", "source", "at",
    )  # fmt: skip
    list_display = ("id", "competition", "position", "kind", "fixture", "actor", "at")


@admin.register(AuditEntry, site=site)
class Audit(Support):
    title, group = gettext_lazy("Audit"), COMPETITIONS
    columns = ("id", "competition", "at", "actor", "signed", "verb", "sentence")
    list_display = ("id", "competition", "at", "actor", "sentence")

    read = ("message",)

    @admin.display(description=gettext_lazy("Sentence"))
    def sentence(self, row: AuditEntry) -> str:
        return translated(row.message)


@admin.register(Staff, site=site)
class Officials(Support):
    title, group = gettext_lazy("Staff of competitions"), COMPETITIONS
    columns = list_display = ("competition", "role", "user", "invited_by", "invited_at", "accepted_at", "id")


@admin.register(Report, site=site)
class Reports(Support):
    title, group = gettext_lazy("Reported results"), COMPETITIONS
    columns = (
        "id",
        "fixture",
        "seat",
        "by",
        "home_goals",
        "away_goals",
        "shootout",
        "extra_time",
        "at",
        "counts_at",
        "state",
    )
    list_display = ("id", "fixture", "seat", "by", "home_goals", "away_goals", "counts_at", "state")
    waiting = Q(state=Report.State.OPEN)
    waiting_order = ("counts_at", "pk")


@admin.register(Dispute, site=site)
class Disputes(Support):
    title, group = gettext_lazy("Disputes"), COMPETITIONS
    columns = (
        "id", "fixture", "report", "seat", "by", "at", "deadline_at", "reminded_at", "outcome", "reason",
        "decided_by", "decided_at",
    )  # fmt: skip
    list_display = ("id", "fixture", "seat", "by", "deadline_at", "outcome", "decided_at")
    waiting = Q(outcome="")
    waiting_order = ("fixture", "pk")


@admin.register(Case, site=site)
class Cases(Support):
    title, group = gettext_lazy("Cases"), MODERATION
    search = gettext_lazy("Its id")
    columns = (
        "id",
        "kind",
        "subject",
        "other",
        "said",
        "times",
        "opened_at",
        "closed_at",
        "closed_by",
        "outcome",
        "answer",
    )
    list_display = ("id", "kind", "subject", "times", "opened_at", "closed_at", "outcome")
    waiting = Q(closed_at=None)
    waiting_order = ("opened_at", "pk")
    related = (Related(Sanction, "case"), Related(Act, "case"))

    def links(self, request: HttpRequest, row: Case) -> Iterator[tuple[str, str]]:
        if request.user.is_moderator:  # type: ignore[union-attr]  # staff
            yield reverse("moderation:case", args=[row.pk]), _("Decide")


@admin.register(Sanction, site=site)
class Sanctions(Support):
    title, group = gettext_lazy("Sanctions"), MODERATION
    columns = ("id", "user", "kind", "reason", "until", "by", "case", "at", "seen_at", "lifted_at", "lifted_because")
    list_display = ("id", "user", "kind", "reason", "until", "at", "lifted_at")
    related = (Related(Case, "sanction"),)


@admin.register(Act, site=site)
class Acts(Support):
    title, group = gettext_lazy("Actions of moderators"), MODERATION
    columns = list_display = ("id", "by", "verb", "subject", "case", "reason", "at")


@admin.register(Letter, site=site)
class Letters(Support):
    title, group = gettext_lazy("Letters with links"), WORK
    columns = list_display = ("id", "competition", "by", "entrant", "language", "at")
    waiting = ~Q(to="")
    waiting_order = ("at", "pk")


@admin.register(WebHook, site=site)
class Hooks(Support):
    title, group = gettext_lazy("Web hooks"), WORK
    columns = ("id", "competition", "host", "by", "made_at", "seen_position", "stopped", "failures", "next_at")
    list_display = ("id", "competition", "host", "failures", "next_at", "stopped")
    related = (Related(HookMessage, "hook"),)


@admin.register(HookMessage, site=site)
class HookMessages(Support):
    title, group = gettext_lazy("Messages of web hooks"), WORK
    columns = ("id", "hook", "made_at", "attempts", "due_at", "taken_at", "answer")
    list_display = ("id", "hook", "made_at", "attempts", "due_at", "answer")
    waiting = Q(due_at__isnull=False)
    waiting_order = ("hook", "pk")


@admin.register(MailMessage, site=site)
class Mails(Support):
    title, group = gettext_lazy("Mails on their way"), WORK
    columns = ("id", "made_at", "attempts", "due_at", "expires_at", "answer", "taken_at", "given_up_at")
    list_display = ("id", "made_at", "attempts", "due_at", "answer", "given_up_at")
    waiting = Q(due_at__isnull=False)
    waiting_order = ("due_at", "pk")


@admin.register(Outdated, site=site)
class Recounts(Support):
    title, group = gettext_lazy("Statistics to count again"), WORK
    columns = list_display = ("id", "kind", "game", "competition", "player", "since")
    waiting = Q()
    waiting_order = ("pk",)


def by_address(model: type[Model], text: str) -> Q:
    """Return the condition for competitions or clubs that ``text`` names: by ids, by their address, by their name."""
    slugs = SLUG.findall(text)
    if slugs:
        return Q(slug__in=slugs)
    ids = ids_in(text)
    return Q(pk__in=ids) if ids else name_contains(model, "name", text)


REGISTERED: Final = tuple(site.supports())
