"""A competition from a preset: made, changed while it is a draft, published, taken back, cancelled."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

import engines
from engines.core.errors import EngineError
from engines.core.options import resolve_options
from engines.core.text import text
from league.competitions import journal
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.locks import locked
from league.competitions.models import Competition, Fixture, Stage
from league.competitions.presets import PRESETS, Preset
from league.competitions.verbs.drawing import commit_draw
from league.players.models import User
from matches.commands import command
from matches.models import Match

MOVE_SECONDS, BUDGET_SECONDS = 60, 2700
"""The clock of a fixture where the organiser says nothing: seconds a decision, seconds a side for the match."""


@transaction.atomic
def create(
    *,
    by: User,
    name: str,
    game: str,
    preset: str,
    places: int,
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    description: str = "",
    advance: str = Competition.Advance.AUTO,
    starts_at: datetime | None = None,
    round_hours: int = 168,
    no_show_minutes: int = 0,
    unplayed: str = Competition.Unplayed.AWARD,
    withdrawals: str = Competition.Withdrawals.AWARD,
    report_hours: int = 24,
    dispute_hours: int = 48,
    move_seconds: int | None = MOVE_SECONDS,
    budget_seconds: int | None = BUDGET_SECONDS,
    bot_seconds: float = 1.0,
    bots_allowed: bool = True,
    listed: bool = True,
    demo: bool = False,
) -> Competition:
    """A draft of ``by`` from ``preset``; ``settings`` are the stage's (``legs``, ``third_place``, ``times`` ...).

    Raises BadSetting naming the field.
    """
    chosen = _preset(preset)
    competition = Competition(
        slug=_slug(name),
        name=_name(name),
        game=game,
        options=_options(game, options),
        preset=preset,
        description=description.strip(),
        owner=by,
        places=_between("places", places, chosen.least, chosen.most),
        bots_allowed=bots_allowed,
        listed=listed,
        advance=_among("advance", advance, Competition.Advance.values),
        starts_at=starts_at,
        round_hours=_between("round_hours", round_hours, 1, 24 * 90),
        no_show_minutes=_between("no_show_minutes", no_show_minutes, 0, 24 * 60),
        unplayed=_among("unplayed", unplayed, Competition.Unplayed.values),
        withdrawals=_among("withdrawals", withdrawals, Competition.Withdrawals.values),
        report_hours=_between("report_hours", report_hours, 0, 24 * 14),
        dispute_hours=_between("dispute_hours", dispute_hours, 1, 24 * 14),
        move_seconds=None if move_seconds is None else _between("move_seconds", move_seconds, 5, 14 * 86400),
        budget_seconds=None if budget_seconds is None else _between("budget_seconds", budget_seconds, 60, 60 * 86400),
        bot_seconds=bot_seconds,
        points=list(chosen.points),
        criteria=list(chosen.criteria),
        demo=demo,
    )
    if competition.advance == Competition.Advance.SCHEDULE and starts_at is None:
        raise BadSetting("starts_at", _("Say when the first round opens, or let rounds open by themselves."))
    competition.save(force_insert=True)
    Stage.objects.create(
        competition=competition, number=1, format=chosen.format, settings=_stage_settings(chosen, places, settings)
    )
    journal.record(competition, by, "create", text("created the competition"))
    return competition


def change(*, competition: Competition, by: User, **values: Any) -> Competition:
    """Change settings while nothing has been drawn. ``values`` are the keywords of ``create`` but preset and game.

    Raises BadSetting, WrongStep.
    """
    with locked(competition.id) as row:
        if row.status not in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
            raise WrongStep(_("The competition has started: its settings stand."))
        stage = row.stages.get()
        chosen = _preset(row.preset)
        if "settings" in values:
            stage.settings = _stage_settings(chosen, values.get("places", row.places), values.pop("settings"))
            stage.save(update_fields=["settings"])
        checks: dict[str, Callable[[Any], Any]] = {  # each takes the value as it came
            "name": _name,
            "places": lambda n: _between("places", n, max(chosen.least, _entered(row)), chosen.most),
            "options": lambda given: _options(row.game, given),
            "advance": lambda value: _among("advance", value, Competition.Advance.values),
            "unplayed": lambda value: _among("unplayed", value, Competition.Unplayed.values),
            "withdrawals": lambda value: _among("withdrawals", value, Competition.Withdrawals.values),
            "move_seconds": lambda n: None if n is None else _between("move_seconds", n, 5, 14 * 86400),
            "budget_seconds": lambda n: None if n is None else _between("budget_seconds", n, 60, 60 * 86400),
            "round_hours": lambda n: _between("round_hours", n, 1, 24 * 90),
            "report_hours": lambda n: _between("report_hours", n, 0, 24 * 14),
            "dispute_hours": lambda n: _between("dispute_hours", n, 1, 24 * 14),
            "no_show_minutes": lambda n: _between("no_show_minutes", n, 0, 24 * 60),
        }
        free = ("description", "starts_at", "bot_seconds", "bots_allowed", "listed")
        for field, value in values.items():
            if field not in checks and field not in free:
                raise BadSetting(field, _("%(field)s cannot be changed.") % {"field": field})
            setattr(row, field, checks[field](value) if field in checks else value)
        row.save()
        journal.record(row, by, "change", text("changed the settings"))
        journal.changed(row)
    return row


def publish(*, competition: Competition, by: User) -> Competition:
    """Open the registration and commit the seed of the draw. Publishing again changes nothing. Raises WrongStep."""
    with locked(competition.id) as row:
        if row.status == Competition.Status.REGISTRATION:
            return row
        if row.status != Competition.Status.DRAFT:
            raise WrongStep(_("Only a draft can be published."))
        row.status = Competition.Status.REGISTRATION
        row.published_at = timezone.now()
        row.save(update_fields=["status", "published_at"])
        commit_draw(row)
        journal.record(row, by, "publish", text("opened the registration and committed the seed of the draw"))
        journal.changed(row)
    return row


def unpublish(*, competition: Competition, by: User) -> Competition:
    """Back to a draft, while nobody has entered. Raises WrongStep."""
    with locked(competition.id) as row:
        if row.status == Competition.Status.DRAFT:
            return row
        if row.status != Competition.Status.REGISTRATION or row.entrants.exists():
            raise WrongStep(_("Somebody has entered: cancel the competition instead."))
        row.status = Competition.Status.DRAFT
        row.save(update_fields=["status"])
        row.draws.all().delete()
        journal.record(row, by, "unpublish", text("closed the registration and went back to a draft"))
        journal.changed(row)
    return row


def cancel(*, competition: Competition, by: User | None, reason: str) -> Competition:
    """End the competition without a champion; its open matches are void. Repeating it changes nothing."""
    with locked(competition.id) as row:
        if row.status == Competition.Status.CANCELLED:
            return row
        if row.status == Competition.Status.FINISHED:
            raise WrongStep(_("The competition is over: it cannot be cancelled."))
        row.status = Competition.Status.CANCELLED
        row.cancelled_because = reason.strip()[:300]
        row.finished_at = timezone.now()
        row.save(update_fields=["status", "cancelled_because", "finished_at"])
        for match_id in _open_matches(row):
            command(match_id, "void", {"reason": row.cancelled_because})
        journal.record(row, by, "cancel", text("cancelled the competition: {reason}", reason=row.cancelled_because))
        journal.changed(row)
    return row


def _open_matches(competition: Competition) -> list[UUID]:
    unfinished = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)
    mine = Fixture.objects.filter(tie__round__stage__competition=competition, match__status__in=unfinished)
    return list(mine.values_list("match_id", flat=True))


def _entered(competition: Competition) -> int:
    return competition.entrants.filter(status="entered").count()


def _preset(key: str) -> Preset:
    if key not in PRESETS:
        raise BadSetting("preset", _("There is no preset called %(key)s.") % {"key": key})
    return PRESETS[key]


def _name(raw: str) -> str:
    name = " ".join(unicodedata.normalize("NFKC", raw).split())
    if not 3 <= len(name) <= 80:
        raise BadSetting("name", _("A competition's name has 3 to 80 characters."))
    if any(unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs") for sign in name):
        raise BadSetting("name", _("A name has no control or invisible characters: type it again without them."))
    return name


def _slug(name: str) -> str:
    """A short address; the random end keeps two competitions of one name apart."""
    return f"{slugify(name)[:48].strip('-') or 'competition'}-{secrets.token_hex(3)}"


def _options(game: str, given: Mapping[str, Any] | None) -> dict[str, Any]:
    try:
        return resolve_options(engines.get(game).options, given)
    except EngineError as error:
        raise BadSetting("game" if game not in engines.games() else "options", str(error)) from None


def _stage_settings(preset: Preset, places: int, given: Mapping[str, Any] | None) -> dict[str, Any]:
    settings = {**preset.settings, **(given or {})}
    for key, value in settings.items():
        if key not in preset.settings:
            raise BadSetting("settings", _("%(preset)s has no setting %(key)s.") % {"preset": preset.key, "key": key})
        if type(value) is not type(preset.settings[key]):
            raise BadSetting(key, _("%(key)s has a value of the wrong kind.") % {"key": key})
    for key in ("legs", "times"):
        if key in settings and settings[key] not in (1, 2):
            raise BadSetting(key, _("One match or two, not %(value)s.") % {"value": settings[key]})
    if settings.get("away_goals") and settings["legs"] == 1:
        raise BadSetting("away_goals", _("Away goals need ties of two legs."))
    if settings.get("third_place") and places < 4:
        raise BadSetting("third_place", _("A third-place match needs four places or more."))
    return settings


def _between(field: str, value: int, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSetting(field, _("From %(low)d to %(high)d, please.") % {"low": low, "high": high})
    return value


def _among(field: str, value: str, allowed: list[str]) -> str:
    if value not in allowed:
        raise BadSetting(field, _("One of %(allowed)s, please.") % {"allowed": ", ".join(allowed)})
    return value
