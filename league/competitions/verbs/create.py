"""A competition from a preset: created, changed as a draft, published, unpublished, cancelled."""

import secrets
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings as site
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

import engines
from engines.core.errors import EngineError
from engines.core.options import resolve_options
from engines.core.text import text
from league.competitions.errors import BadSetting, TooManyCompetitions, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, Member, Stage
from league.competitions.policy import school_rules
from league.competitions.policy.clubs import check_club
from league.competitions.setup import chains, league_phases, two_legs
from league.competitions.setup.presets import OWN, PRESETS, Preset
from league.competitions.setup.stages import evening_of
from league.competitions.verbs.drawing import commit_draw, entrants_changed
from league.competitions.verbs.entries import move_up
from league.competitions.verbs.planning import Wishes, plan_ahead
from league.competitions.verbs.stage_settings import (
    make_stages,
    must_fit,
    of_its_own,
    put_other_stages,
    settings_of_preset,
)
from league.competitions.verbs.visibility import set_visibility
from league.players.models import User
from league.standings.presets import OFFERED, of_swiss
from league.standings.presets import PRESETS as RULES
from matches.letters import clean
from matches.live.commands import command
from matches.models import Match
from matches.terms import time_controls
from matches.terms.clock import is_correspondence

OPEN = (Competition.Status.REGISTRATION, Competition.Status.RUNNING)
"""Published and not over."""
SHEET = 0
"""Seconds per decision: as many as the game's own sheet says."""


@transaction.atomic
def create(
    *,
    by: User,
    name: str,
    game: str,
    preset: str,
    places: int,
    club: Any = None,  # a Club, which this app knows by name only
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    stages: Sequence[Mapping[str, Any]] | None = None,
    description: str = "",
    advance: str = Competition.Advance.AUTO,
    starts_at: datetime | None = None,
    round_hours: int = 168,
    no_show_minutes: int = 0,
    unplayed: str = Competition.Unplayed.AWARD,
    withdrawals: str = Competition.Withdrawals.AWARD,
    report_hours: int = 24,
    dispute_hours: int = 48,
    move_seconds: int | None = SHEET,
    budget_seconds: int | None = None,
    bot_seconds: float = 1.0,
    side_size: int = 1,
    bots_allowed: bool = True,
    open_to_robots: bool = False,
    visibility: str = Competition.Visibility.PUBLIC,
    by_invitation: bool = False,
    chat: str = Match.Chat.ALL,
    chat_spectators: str = Competition.Stands.ALL,
    seeding: str = Competition.Seeding.DRAW,
    standings: str = "",
    real_rated: bool = False,
    wishes: Wishes | None = None,
    demo: bool = False,
) -> Competition:
    """Create a draft of ``by`` from ``preset``.

    ``settings`` are the stages' (``legs``, ``third_place``, ``times`` ...), ``stages`` others than the preset's, in
    order (``league.competitions.setup.chains``), ``standings`` the dated rules of its tables
    (``league.standings.presets``) in place of the preset's. ``move_seconds`` limits a decision (``SHEET``: the game's
    own limit; None: none); every fixture also has a ``budget_seconds`` per side (None: the usual one). ``side_size``:
    most people who play for one entrant. ``club``: the one it is to belong to.

    Raises BadSetting naming the field, TooManyCompetitions.
    """
    must_have_room(by, Competition.Status.DRAFT)
    if club is not None:
        check_club(by, club)
    preset_row = _preset(preset)
    competition = Competition(
        slug=new_slug(name),
        name=_name(name),
        game=game,
        options=_options(game, options),
        preset=preset,
        description=description.strip(),
        owner=by,
        club=club,
        places=_between("places", places, preset_row.least, preset_row.most),
        side_size=_side_size(game, side_size),
        bots_allowed=bots_allowed,
        open_to_robots=open_to_robots,
        visibility=_among("visibility", visibility, Competition.Visibility.values),
        by_invitation=by_invitation,
        chat=_among("chat", chat, Match.Chat.values),
        chat_spectators=_among("chat_spectators", chat_spectators, Competition.Stands.values),
        advance=_among("advance", advance, Competition.Advance.values),
        starts_at=starts_at,
        round_hours=_between("round_hours", round_hours, 1, 24 * 90),
        no_show_minutes=_between("no_show_minutes", no_show_minutes, 0, 24 * 60),
        unplayed=_among("unplayed", unplayed, Competition.Unplayed.values),
        withdrawals=_among("withdrawals", withdrawals, Competition.Withdrawals.values),
        report_hours=_between("report_hours", report_hours, 0, 24 * 14),
        dispute_hours=_between("dispute_hours", dispute_hours, 1, 24 * 14),
        move_seconds=_move_seconds(move_seconds),
        budget_seconds=_budget_seconds(budget_seconds),
        bot_seconds=bot_seconds,
        seeding=_among("seeding", seeding, Competition.Seeding.values),
        real_rated=real_rated,
        demo=demo,
    )
    _rules(competition, preset_row, standings)
    _clock(competition)
    if competition.advance == Competition.Advance.SCHEDULE and starts_at is None:
        raise BadSetting("starts_at", _("Choose when the first round opens, or let rounds open by themselves."))
    competition.save(force_insert=True)
    if stages is None:
        checked = settings_of_preset(preset_row, game, places, settings)
        planned = list(zip([plan.format for plan in preset_row.stages], checked, strict=True))
    else:
        planned = chains.checked(preset_row, places, stages, settings)
    make_stages(competition, planned)
    _time_to_answer(competition)
    journal.record(competition, by, "create", text("created the competition"))
    return plan_ahead(competition=competition, by=by, wishes=wishes) if wishes else competition


def change(*, competition: Competition, by: User, **values: Any) -> Competition:
    """Change settings before the draw.

    ``values`` are the keywords of ``create`` but preset and game; ``stages`` replaces all stages of a custom chain.
    Raises BadSetting, WrongStep.
    """
    with locked(competition.id) as row:
        if row.status not in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
            raise WrongStep(_("The competition has started. You cannot change its settings."))
        school_rules.check(row, values)
        preset = _preset(row.preset)
        terms = league_phases.terms_of(row)
        if "stages" in values:
            put_other_stages(row, preset, values.get("places", row.places), values.pop("stages"))
        if "settings" in values:
            settings_by_stage, own = values.pop("settings"), list(row.stages.order_by("number"))
            if of_its_own(row, preset):
                own = chains.unchanged(own, settings_by_stage)
                checked = [stage.settings for stage in own]
            else:
                checked = settings_of_preset(preset, row.game, values.get("places", row.places), settings_by_stage)
            for stage, settings in zip(own, checked, strict=True):
                stage.settings = settings
                stage.save(update_fields=["settings"])
        if "places" in values and of_its_own(row, preset):
            must_fit(row, preset, values["places"])
        if "standings" in values:
            _rules(row, preset, values.pop("standings"))
        checks: dict[str, Callable[[Any], Any]] = {  # each takes the raw value
            "name": _name,
            "places": lambda n: _between("places", n, max(preset.least, _entered(row)), preset.most),
            "options": lambda given: _options(row.game, given),
            "advance": lambda value: _among("advance", value, Competition.Advance.values),
            "unplayed": lambda value: _among("unplayed", value, Competition.Unplayed.values),
            "withdrawals": lambda value: _among("withdrawals", value, Competition.Withdrawals.values),
            "move_seconds": _move_seconds,
            "budget_seconds": _budget_seconds,
            "round_hours": lambda n: _between("round_hours", n, 1, 24 * 90),
            "report_hours": lambda n: _between("report_hours", n, 0, 24 * 14),
            "dispute_hours": lambda n: _between("dispute_hours", n, 1, 24 * 14),
            "no_show_minutes": lambda n: _between("no_show_minutes", n, 0, 24 * 60),
            "seeding": lambda value: _among("seeding", value, Competition.Seeding.values),
            "chat": lambda value: _among("chat", value, Match.Chat.values),
            "chat_spectators": lambda value: _among("chat_spectators", value, Competition.Stands.values),
            "side_size": lambda n: _side_size(row.game, n, sides_entered(row)),
        }
        free = (
            "description",
            "starts_at",
            "bot_seconds",
            "bots_allowed",
            "open_to_robots",
            "by_invitation",
            "real_rated",
        )
        seeding, entered = row.seeding, _entered(row)
        if "visibility" in values:
            set_visibility(row, values.pop("visibility"))
        if "wishes" in values:
            row.wishes = plan_ahead(competition=row, by=by, wishes=values.pop("wishes")).wishes
        for field, value in values.items():
            if field not in checks and field not in free:
                raise BadSetting(field, _("%(field)s cannot be changed.") % {"field": field})
            setattr(row, field, checks[field](value) if field in checks else value)
        _clock(row)
        _time_to_answer(row)
        row.save()
        move_up(row)
        if "places" in values:
            league_phases.must_fit(row)
        if row.seeding != seeding or _entered(row) != entered or league_phases.terms_of(row) != terms:
            entrants_changed(row)
        journal.note(row, by, "change", text("changed the settings"))
    return row


def _side_size(game: str, value: int, least: int = 1) -> int:
    """Check the people per side against the seats of the game. Raises BadSetting."""
    return _between("side_size", value, least, engines.get(game).sharers)


def sides_entered(row: Competition) -> int:
    """Return the size of the largest side entered."""
    return 1 + max([member.number for member in Member.objects.filter(competition=row)], default=0)


def _move_seconds(value: int | None) -> int | None:
    return value if value is None or value == SHEET else _between("move_seconds", value, 5, 14 * 86400)


def _budget_seconds(value: int | None) -> int | None:
    return None if value is None else _between("budget_seconds", value, 60, 60 * 86400)


def _clock(row: Competition) -> None:
    """Complete the clock of the fixtures and check that it fits their rounds. Raises BadSetting."""
    if row.move_seconds == SHEET:
        row.move_seconds = engines.get(row.game).move_seconds
    if row.budget_seconds is None:
        by_days = is_correspondence(row.move_seconds)
        days = max(1, (row.move_seconds or 0) // time_controls.DAY)
        usual = time_controls.limits(row.game, "correspondence" if by_days else "normal", days=days if by_days else 1)
        row.budget_seconds = usual["budget_seconds"]
    try:
        time_controls.check_fits(row.move_seconds, row.budget_seconds, row.round_hours * 3600)
    except time_controls.BadControl as refused:
        raise BadSetting("round_hours", str(refused)) from refused


def _time_to_answer(row: Competition) -> None:
    """Check that rounds open by a click if silence at a check-in means a rest. Raises BadSetting."""
    evening = evening_of(row.stages.all())
    if evening and evening["silent"] == "rest" and row.advance != Competition.Advance.CLICK:
        raise BadSetting("silent", _("Players without an answer can only sit out if you open the next round yourself."))


def publish(*, competition: Competition, by: User) -> Competition:
    """Open the registration and commit to the seed of the draw. Repeating it changes nothing.

    Raises WrongStep, TooManyCompetitions.
    """
    with locked(competition.id) as row:
        if row.status == Competition.Status.REGISTRATION:
            return row
        if row.status != Competition.Status.DRAFT:
            raise WrongStep(_("You can only publish a draft."))
        must_have_room(row.owner, Competition.Status.REGISTRATION)
        row.status = Competition.Status.REGISTRATION
        row.published_at = timezone.now()
        row.save(update_fields=["status", "published_at"])
        commit_draw(row)
        journal.note(row, by, "publish", text("opened the registration and committed the seed of the draw"))
    return row


def must_have_room(owner: User, status: str) -> None:
    """Raise TooManyCompetitions if ``owner`` has the maximum in ``status``.

    Two requests at once may both take the last place: the limit only keeps a site from being filled.
    """
    if not site.RATE_LIMITS:
        return
    owned = Competition.objects.filter(owner=owner)
    if status == Competition.Status.DRAFT:
        if owned.filter(status=status).count() >= site.DRAFTS_PER_PERSON:
            message = _("You have %(count)d drafts. Publish or cancel one first.")
            raise TooManyCompetitions(message % {"count": site.DRAFTS_PER_PERSON})
    elif status in OPEN and owned.filter(status__in=OPEN).count() >= site.COMPETITIONS_PER_PERSON:
        message = _("You have %(count)d unfinished competitions. Finish or cancel one first.")
        raise TooManyCompetitions(message % {"count": site.COMPETITIONS_PER_PERSON})


def unpublish(*, competition: Competition, by: User) -> Competition:
    """Make it a draft again, while nobody has entered. Raises WrongStep."""
    with locked(competition.id) as row:
        if row.status == Competition.Status.DRAFT:
            return row
        if row.status != Competition.Status.REGISTRATION or row.entrants.exists():
            raise WrongStep(_("You have entrants already. Cancel the competition instead."))
        row.status = Competition.Status.DRAFT
        row.save(update_fields=["status"])
        row.draws.all().delete()
        journal.note(row, by, "unpublish", text("closed the registration and went back to a draft"))
    return row


def cancel(*, competition: Competition, by: User | None, reason: str) -> Competition:
    """End the competition without a champion and void its open matches. Repeating it changes nothing."""
    with locked(competition.id) as row:
        if row.status == Competition.Status.CANCELLED:
            return row
        if row.status == Competition.Status.FINISHED:
            raise WrongStep(_("The competition is finished. You cannot cancel it."))
        row.status = Competition.Status.CANCELLED
        row.cancelled_because = reason.strip()[:300]
        row.finished_at = timezone.now()
        row.save(update_fields=["status", "cancelled_because", "finished_at"])
        for match_id in _open_matches(row):
            command(match_id, "void", {"reason": row.cancelled_because})
        journal.note(row, by, "cancel", text("cancelled the competition: {reason}", reason=row.cancelled_because))
    return row


def _open_matches(competition: Competition) -> list[UUID]:
    unfinished = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)
    fixtures = Fixture.objects.filter(tie__round__stage__competition=competition, match__status__in=unfinished)
    return list(fixtures.values_list("match_id", flat=True))


def _entered(competition: Competition) -> int:
    return competition.entrants.filter(status="entered").count()


def _preset(key: str) -> Preset:
    if key not in PRESETS:
        raise BadSetting("preset", _("The preset %(key)s does not exist.") % {"key": key})
    return PRESETS[key]


def _name(raw: str) -> str:
    return clean_name(raw, _("A competition's name has 3 to 80 characters."))


def clean_name(raw: str, refusal: str) -> str:
    """Return a name of 3 to 80 visible characters. Raises BadSetting, for another length with ``refusal``."""
    name = " ".join(unicodedata.normalize("NFKC", raw).split())
    if not 3 <= len(name) <= 80:
        raise BadSetting("name", refusal)
    if clean(raw) != raw or any(unicodedata.category(sign) in ("Cc", "Co", "Cs") for sign in name):
        raise BadSetting("name", _("A name cannot have control or invisible characters. Type it again without them."))
    return name


def new_slug(name: str) -> str:
    """Return a short address; its random end separates competitions of one name."""
    return f"{slugify(name)[:48].strip('-') or 'competition'}-{secrets.token_hex(3)}"


def _options(game: str, options: Mapping[str, Any] | None) -> dict[str, Any]:
    try:
        engine = engines.get(game)
        return resolve_options(engine.options, {**two_legs.usual_options(game), **(options or {})})
    except EngineError as error:
        raise BadSetting("game" if game not in engines.games() else "options", str(error)) from None


def _rules(row: Competition, preset: Preset, standings: str) -> None:
    """Set the rules of the tables: those of ``standings``, else the preset's own. Raises BadSetting."""
    key = standings or preset.standings
    if key and key not in OFFERED:
        raise BadSetting("standings", _("Choose one of %(allowed)s.") % {"allowed": ", ".join(OFFERED)})
    if standings and not preset.has_table:
        raise BadSetting("standings", _("A knockout has no table and needs no rules for one."))
    if standings and of_swiss(standings) and not _pairs_swiss(preset):
        raise BadSetting("standings", _("These rules are for Swiss rounds; here everyone in a group plays everyone."))
    row.standings = key if preset.has_table else ""
    rules = RULES.get(row.standings, {"points": list(preset.points), "criteria": list(preset.criteria)})
    row.points, row.criteria = list(rules["points"]), list(rules["criteria"])


def _pairs_swiss(preset: Preset) -> bool:
    """Return whether the stages have, or may get, Swiss rounds."""
    return preset.key == OWN or any(plan.format == Stage.Format.SWISS for plan in preset.stages)


def _between(field: str, value: int, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSetting(field, _("Enter a number from %(low)d to %(high)d.") % {"low": low, "high": high})
    return value


def _among(field: str, value: str, allowed: list[str]) -> str:
    if value not in allowed:
        raise BadSetting(field, _("Choose one of %(allowed)s.") % {"allowed": ", ".join(allowed)})
    return value
