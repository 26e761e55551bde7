"""A competition from a preset: created, changed as a draft, published, unpublished, cancelled."""

import secrets
from copy import copy, deepcopy
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
from league.competitions.policy.bans import must_not_be_banned
from league.competitions.policy.clubs import check_club
from league.competitions.setup import league_phases, usual
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.settings import Context, entered, take, usual_values
from league.competitions.setup.stage_settings import stages_of_preset
from league.competitions.verbs.drawing import commit_draw, entrants_changed
from league.competitions.verbs.entries import move_up
from league.competitions.verbs.planning import note_plan
from league.competitions.verbs.visibility import audience_changed
from league.errors import not_among
from league.players.models import User
from matches.live.commands import command
from matches.models import Match

OPEN = (Competition.Status.REGISTRATION, Competition.Status.RUNNING)
"""Published and not over."""


@transaction.atomic
def create(
    *,
    by: User,
    name: str,
    game: str,
    preset: str,
    club: Any = None,  # a Club, which this app knows by name only
    demo: bool = False,
    **values: Any,
) -> Competition:
    """Create a draft of ``by`` from ``preset``.

    ``values`` are other settings (``setup.settings``): columns of the competition, ``options`` of the game, ``wishes``
    for its plan, ``settings`` of the preset's stages or other ``stages`` in their place, ``criteria`` and
    ``points`` for its tables in place of those of their rules. Those left out take the preset's value, then the
    column's default. ``club``: the one it is to belong to.

    Raises BadSetting naming the field, TooManyCompetitions.
    """
    must_have_room(by, Competition.Status.DRAFT)
    if club is not None:
        check_club(by, club)
    if preset not in PRESETS:
        raise BadSetting("preset", _("The preset %(key)s does not exist.") % {"key": preset})
    if game not in engines.games():
        raise BadSetting("game", not_among(engines.games()))
    row = Competition(game=game, preset=preset, owner=by, club=club, demo=demo, options=usual.usual_options(game))
    context = Context(PRESETS[preset], stages_of_preset(PRESETS[preset], game))
    take(row, {**usual_values(PRESETS[preset], game), **values, "name": name}, context)
    row.slug = new_slug(row.name)
    row.save(force_insert=True)
    _save_stages(row, context)
    journal.record(row, by, "create", text("created the competition"))
    if row.wishes:
        note_plan(row, by)
    return row


def change(*, competition: Competition, by: User, **values: Any) -> Competition:
    """Change settings before the draw.

    ``values`` are the settings that ``create`` takes; what they do not name stays, also within ``options`` and
    ``settings``. ``stages`` replaces all stages of a custom chain; empty ``criteria`` or ``points`` are those of the
    rules again. The same again changes nothing. Raises BadSetting, WrongStep.
    """
    with locked(competition.id) as row:
        if row.status not in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
            raise WrongStep(_("The competition has started. You cannot change its settings."))
        before, terms, context = copy(row), league_phases.terms_of(row), Context.of(row)
        known = _settings_of(row, context)
        take(row, values, context)
        if _settings_of(row, context) == known:
            return row
        row.save()
        _save_stages(row, context)
        if row.wishes != before.wishes:
            note_plan(row, by)
        if row.visibility != before.visibility:
            audience_changed(row)
        move_up(row)
        drawn_anew = row.seeding != before.seeding or league_phases.terms_of(row) != terms
        if drawn_anew or entered(row) != context.entered:
            entrants_changed(row)
        journal.note(row, by, "change", text("changed the settings"))
    return row


def _settings_of(row: Competition, context: Context) -> Any:  # of equal ones nothing is changed
    columns = [getattr(row, field.attname) for field in Competition._meta.concrete_fields]
    return deepcopy((columns, [(stage.format, stage.settings) for stage in context.stages]))


def _save_stages(row: Competition, context: Context) -> None:
    """Save the stages of ``row`` as its settings have made them."""
    if context.replaced:
        row.stages.all().delete()
    for stage in context.stages:
        stage.competition = row
        stage.save()


def publish(*, competition: Competition, by: User) -> Competition:
    """Open the registration and commit to the seed of the draw. Repeating it changes nothing.

    Raises WrongStep, TooManyCompetitions, Banned.
    """
    with locked(competition.id) as row:
        if row.status == Competition.Status.REGISTRATION:
            return row
        if row.status != Competition.Status.DRAFT:
            raise WrongStep(_("You can only publish a draft."))
        must_not_be_banned(by)
        must_have_room(row.owner, Competition.Status.REGISTRATION, own=row.owner_id == by.pk)
        row.status = Competition.Status.REGISTRATION
        row.published_at = timezone.now()
        row.save(update_fields=["status", "published_at"])
        commit_draw(row)
        journal.note(row, by, "publish", text("opened the registration and committed the seed of the draw"))
    return row


def must_have_room(owner: User, status: str, *, own: bool = True) -> None:
    """Raise TooManyCompetitions if ``owner`` has the maximum in ``status``. ``own``: it is they who read why.

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
        if not own:
            message = _("%(name)s has %(count)d unfinished competitions. One has to end or be cancelled first.")
        raise TooManyCompetitions(message % {"name": owner.nickname, "count": site.COMPETITIONS_PER_PERSON})


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
