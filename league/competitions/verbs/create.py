"""A competition from a preset: created, changed as a draft, published, unpublished, cancelled."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.conf import settings as site
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

import engines
from engines.core.text import text
from league.competitions.errors import BadSetting, TooManyCompetitions, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture
from league.competitions.policy import school_rules
from league.competitions.policy.clubs import check_club
from league.competitions.setup import chains, league_phases, tie_breaks, two_legs
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.season_plan import Wishes
from league.competitions.setup.settings import SHEET, checked, entered, fits_together
from league.competitions.verbs.drawing import commit_draw, entrants_changed
from league.competitions.verbs.entries import move_up
from league.competitions.verbs.planning import plan_ahead
from league.competitions.verbs.stage_settings import (
    change_stages,
    make_stages,
    put_other_stages,
    settings_of_preset,
)
from league.competitions.verbs.visibility import set_visibility
from league.errors import not_among
from league.players.models import User
from league.standings.presets import PRESETS as RULES
from matches.live.commands import command
from matches.models import Match
from matches.terms import time_controls
from matches.terms.clock import is_correspondence

OPEN = (Competition.Status.REGISTRATION, Competition.Status.RUNNING)
"""Published and not over."""


@transaction.atomic
def create(
    *,
    by: User,
    name: str,
    game: str,
    preset: str,
    places: int,
    club: Any = None,  # a Club, which this app knows by name only
    settings: Mapping[str, Any] | None = None,
    stages: Sequence[Mapping[str, Any]] | None = None,
    standings: str = "",
    criteria: Sequence[tie_breaks.Listed] = (),
    move_seconds: int | None = SHEET,
    wishes: Wishes | None = None,
    demo: bool = False,
    **values: Any,
) -> Competition:
    """Create a draft of ``by`` from ``preset``.

    ``settings`` are the stages' (``legs``, ``third_place``, ``times`` ...), ``stages`` others than the preset's, in
    order (``league.competitions.setup.chains``), ``standings`` the dated rules of its tables
    (``league.standings.presets``) in place of the preset's, ``criteria`` tie-breaks in place of theirs
    (``league.competitions.setup.tie_breaks``). ``move_seconds`` limits a decision (``SHEET``: the game's
    own limit; None: none); every fixture also has a ``budget_seconds`` per side (None: the usual one). ``values`` are
    other settings (``setup.settings.CHECKS``); those left out take the column's default. ``club``: the one it is to
    belong to.

    Raises BadSetting naming the field, TooManyCompetitions.
    """
    must_have_room(by, Competition.Status.DRAFT)
    if club is not None:
        check_club(by, club)
    if preset not in PRESETS:
        raise BadSetting("preset", _("The preset %(key)s does not exist.") % {"key": preset})
    if game not in engines.games():
        raise BadSetting("game", not_among(engines.games()))
    competition = Competition(game=game, preset=preset, owner=by, club=club, demo=demo)
    competition.options = two_legs.usual_options(game)
    plain = {"options": None, **values, "name": name, "places": places, "standings": standings}
    for field, value in {**plain, "move_seconds": move_seconds}.items():
        setattr(competition, field, checked(competition, field, value))
    competition.slug = new_slug(competition.name)
    _take_rules(competition)
    if criteria:
        tie_breaks.take(competition, criteria)
    _complete_clock(competition)
    competition.save(force_insert=True)
    preset_row = PRESETS[preset]
    if stages is None:
        settings_by_stage = settings_of_preset(preset_row, game, settings)
        planned = list(zip([plan.format for plan in preset_row.stages], settings_by_stage, strict=True))
    else:
        planned = chains.checked(preset_row, places, stages, settings)
    make_stages(competition, planned)
    journal.record(competition, by, "create", text("created the competition"))
    if wishes:
        competition = plan_ahead(competition=competition, by=by, wishes=wishes)
    fits_together(competition)
    return competition


def change(*, competition: Competition, by: User, **values: Any) -> Competition:
    """Change settings before the draw.

    ``values`` are the keywords of ``create`` but preset and game; what they do not name stays, also within ``options``
    and ``settings``. ``stages`` replaces all stages of a custom chain; empty ``criteria`` are those of the rules again.
    Raises BadSetting, WrongStep.
    """
    with locked(competition.id) as row:
        if row.status not in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
            raise WrongStep(_("The competition has started. You cannot change its settings."))
        school_rules.check(row, values)
        preset, changed = PRESETS[row.preset], set(values)
        terms, seeding, size = league_phases.terms_of(row), row.seeding, entered(row)
        if "stages" in values:
            put_other_stages(row, preset, values.get("places", row.places), values.pop("stages"))
        if "settings" in values:
            change_stages(row, preset, values.pop("settings"))
        if "wishes" in values:
            plan_ahead(competition=row, by=by, wishes=values.pop("wishes"))
            row.refresh_from_db()
        if "visibility" in values:
            set_visibility(row, checked(row, "visibility", values.pop("visibility")))
        criteria = values.pop("criteria", None)
        if criteria is not None and not criteria:
            values.setdefault("standings", row.standings)
        for field, value in values.items():
            setattr(row, field, checked(row, field, value))
        if "standings" in values:
            _take_rules(row)
        if criteria:
            tie_breaks.take(row, criteria)
        _complete_clock(row)
        fits_together(row, changed)
        row.save()
        move_up(row)
        if row.seeding != seeding or entered(row) != size or league_phases.terms_of(row) != terms:
            entrants_changed(row)
        journal.note(row, by, "change", text("changed the settings"))
    return row


def _take_rules(row: Competition) -> None:
    """Set points and criteria by the dated rules of ``row``, else those of its preset."""
    preset = PRESETS[row.preset]
    rules = RULES.get(row.standings, {"points": list(preset.points), "criteria": list(preset.criteria)})
    row.points, row.criteria = list(rules["points"]), list(rules["criteria"])


def _complete_clock(row: Competition) -> None:
    """Fill in the limits that were left to the game."""
    if row.move_seconds == SHEET:
        row.move_seconds = engines.get(row.game).move_seconds
    if row.budget_seconds is None:
        by_days = is_correspondence(row.move_seconds)
        days = max(1, (row.move_seconds or 0) // time_controls.DAY)
        usual = time_controls.limits(row.game, "correspondence" if by_days else "normal", days=days if by_days else 1)
        row.budget_seconds = usual["budget_seconds"]


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


def new_slug(name: str) -> str:
    """Return a short address; its random end separates competitions of one name."""
    return f"{slugify(name)[:48].strip('-') or 'competition'}-{secrets.token_hex(3)}"
