"""``manage.py explain MATCH``: everything known of one match, by its id, its address or a fixture's; no secret."""

import re
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from deploy.metrics import queues
from league.competitions.models import Fixture, ResultEntry
from league.statistics.models import Line, MatchFigures
from matches.log import rows_of
from matches.models import Match, Outbox

UUIDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MATCH = (
    "game", "rules_version", "mode", "title", "origin", "status", "version", "rolls", "rated", "listed", "closed",
    "held", "options", "terms", "result", "created_at", "started_at", "finished_at", "starts_at", "no_show_at",
)  # fmt: skip
CLOCKS = (
    "move_seconds", "budget_seconds", "control", "home_since", "away_since", "home_used_ms", "away_used_ms",
    "home_timeouts", "away_timeouts", "home_quota_ms", "away_quota_ms", "set_piece", "home_placing_ms",
    "away_placing_ms", "absence_seconds", "resume_at", "period",
    "time_up_at", "time_left_ms", "deadline_at", "bot_due_at",
)  # fmt: skip


class Command(BaseCommand):
    help = (
        "Tell everything known of one match: its row, seats, clocks, log, commands, result on its way, fixture, tasks."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", help="id or address of the match, or of its fixture")
        parser.add_argument("--log", type=int, default=20, help="how many of the last rows of the log; 0: all")

    def handle(self, *args: Any, **options: Any) -> None:
        match = match_named(options["match"])
        now = timezone.now()
        self.stdout.write(f"Match {match.pk}, now {now:%Y-%m-%d %H:%M:%S} UTC")
        self._part("row", {name: getattr(match, name) for name in MATCH}, now)
        for seat in match.seats.order_by("side").select_related("user"):
            kind = seat.user.kind if seat.user else ""
            about = {"user": seat.user_id, "kind": kind, "name": seat.name, "bot": seat.bot, "seen": seat.seen_at}
            self._part(f"seat {seat.side}", about | {"gone": seat.gone_at, "program": seat.robot}, now)
        self._part("clocks", {name: getattr(match, name) for name in CLOCKS}, now)
        for offer in match.offers.order_by("created_at"):
            self._part("offer", {"kind": offer.kind, "of": offer.seat, "status": offer.status, "v": offer.version}, now)
        for command in match.commands.order_by("created_at"):
            about = {"kind": command.kind, "payload": command.payload, "made": command.created_at}
            self._part("command", about | {"applied": command.applied_at, "outcome": command.outcome}, now)
        self._log(match, options["log"], now)
        self._result(match, now)

    def _part(self, title: str, about: dict[str, Any], now: datetime) -> None:
        words = ", ".join(
            f"{name} {value_text(value, now)}" for name, value in about.items() if value not in (None, "", {}, [])
        )
        self.stdout.write(f"{title}: {words or 'nothing'}")

    def _log(self, match: Match, most: int, now: datetime) -> None:
        rows = rows_of(match)
        gap = "" if len(rows) == match.version else f" (the row says version {match.version}: THEY DIFFER)"
        place = "" if match.archived_at is None else ", archived"
        self.stdout.write(f"log: {len(rows)} rows{place}{gap}")
        for row in rows[-most:]:
            self.stdout.write(
                f"  {row.seq:>5} {row.at:%H:%M:%S} {row.kind} {row.seat or '-'} {row.move} rolls {row.rolls}"
            )

    def _result(self, match: Match, now: datetime) -> None:
        for outbox in Outbox.objects.filter(match=match):
            self._part("outbox", {"made": outbox.created_at, "taken": outbox.taken_at, "tries": outbox.tries}, now)
        for fixture in Fixture.objects.filter(match=match):
            self._part("fixture", {"id": fixture.pk, "status": fixture.status}, now)
        for entry in ResultEntry.objects.filter(match_id=match.pk):
            self._part("result in its competition", {"id": entry.pk, "kind": entry.kind}, now)
        lines, figures = Line.objects.filter(match=match).count(), MatchFigures.objects.filter(match=match).exists()
        self._part("statistics", {"lines": lines, "figures": figures}, now)
        for queue, (size, age) in queues().items():
            self.stdout.write(f"queue {queue}: {size} tasks, the oldest {age:.0f} s old")


def match_named(text: str) -> Match:
    """Return the match that ``text`` names. Raises CommandError."""
    for key in map(UUID, UUIDS.findall(text.lower())):
        match = Match.objects.filter(pk=key).first() or Match.objects.filter(fixture=key).first()
        if match is not None:
            return match
    raise CommandError(f"There is no match {text}: name its id, its address, or that of its fixture.")


def value_text(value: Any, now: datetime) -> str:
    """Return a value for the terminal; times with their distance from now."""
    if isinstance(value, datetime):
        seconds = round((value - now).total_seconds())
        distance = f"in {seconds} s" if seconds > 0 else f"{-seconds} s ago"
        return f"{value:%Y-%m-%d %H:%M:%S} ({distance})"
    return str(value)
