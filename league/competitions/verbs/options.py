"""Changes of options for the unplayed matches of a running competition.

A waiting table is replaced by one with the new options; the preview says how many.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

import engines
from engines.core.errors import EngineError
from engines.core.options import resolve_options
from engines.core.text import Text, text
from league.competitions.derivation.recompute import recompute
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, OptionChange
from league.competitions.setup.game_terms import GameTerms, changes_of, holds_for, terms_of
from league.competitions.setup.settings import check_column
from league.competitions.words.audit import change_in_words
from league.errors import not_among
from league.players.models import User
from matches.live.commands import command
from matches.models import Match
from matches.terms.time_controls import CLOCK


@dataclass(frozen=True, slots=True)
class Where:
    """Scope of a change: ``scope``, with the stage's number, the round's number in it, or a fixture."""

    scope: str
    stage: int = 1
    number: int | None = None
    fixture: Fixture | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """The effect of a change of options."""

    differences: Annotated[
        list[dict[str, Any]], "name, before and after of each option, for the first match reached."
    ]  # values of any option
    fixtures: int
    """Those that it reaches."""
    tables: Annotated[int, "Waiting tables that are laid anew."]
    standing: Annotated[int, "Matches that stand as they are or were played."]


def preview_reach(
    *, competition: Competition, scope: Where, options: Mapping[str, Any], clock: Mapping[str, Any]
) -> Reach:
    """Return the preview; writes nothing. Raises BadSetting, WrongStep."""
    return _reach(competition, _change(competition, scope, options, clock, "", None))


def change_options(
    *,
    competition: Competition,
    by: User,
    scope: Where,
    options: Mapping[str, Any],
    clock: Mapping[str, Any],
    reason: str,
) -> Reach:
    """Change ``options`` (only those given) and ``clock`` for the unplayed matches in ``scope``.

    ``clock``: both limits (``time_controls.CLOCK``), or nothing. Repeating it changes nothing. Raises BadSetting,
    WrongStep.
    """
    if not reason.strip():
        raise BadSetting("reason", _("Give a reason: all players read it."))
    with locked(competition.id) as row:
        change = _change(row, scope, options, clock, reason, by)
        reached = _reach(row, change)
        if not reached.fixtures:
            raise WrongStep(_("No match is left to play there."))
        if not reached.differences:
            return reached
        change.save(force_insert=True)
        for fixture in _fixtures_left(row, change):
            if fixture.match is not None:
                match_id = fixture.match.id
                command(match_id, "void", {"reason": change.reason})
                Fixture.objects.filter(id=fixture.id).update(match=None)
        names = _stored(reached.differences, row.game)
        journal.note(row, by, "options", text("changed {names}: {reason}", names=names, reason=change.reason))
        recompute(row)
    return reached


def _stored(differences: Sequence[Mapping[str, Any]], game: str) -> Text:
    """Return the changed options and limits for the audit, read in any language: English words are message ids."""
    parts: dict[str, Text] = {}
    with override("en"):
        for changed in differences:
            label, after, _before = change_in_words(changed, game)
            parts[changed["name"]] = text("{option}: {value}", option=[label, {}], value=[after, {}])
    return [", ".join(f"{{{name}}}" for name in parts), parts]


def _change(
    row: Competition,
    scope: Where,
    options: Mapping[str, Any],
    clock: Mapping[str, Any],
    reason: str,
    by: User | None,
) -> OptionChange:
    """Return the change, unsaved. Raises BadSetting, WrongStep."""
    if row.status != Competition.Status.RUNNING:
        raise WrongStep(_("The competition is not running. Change its settings instead."))
    if scope.scope not in OptionChange.Scope.values:
        raise BadSetting("scope", not_among(OptionChange.Scope.values))
    if not options and not clock:
        raise BadSetting("options", _("Choose an option to change."))
    stage = None
    if scope.scope != OptionChange.Scope.FIXTURE:
        stage = row.stages.filter(number=scope.stage).first()
        if stage is None:
            raise BadSetting("stage", _("Stage %(number)d does not exist.") % {"number": scope.stage})
    elif scope.fixture is None or scope.fixture.tie.round.stage.competition_id != row.id:
        raise BadSetting("fixture", _("Choose the match."))
    numbered = scope.scope in (OptionChange.Scope.FROM_ROUND, OptionChange.Scope.ROUND)
    if numbered and (scope.number is None or stage is None or not stage.rounds.filter(number=scope.number).exists()):
        raise BadSetting("number", _("Round %(number)d does not exist.") % {"number": scope.number or 0})
    return OptionChange(
        competition=row,
        scope=scope.scope,
        stage=stage,
        number=scope.number if numbered else None,
        fixture=scope.fixture if stage is None else None,
        options=_checked(row, options),
        clock=_clock(clock),
        reason=reason.strip()[:300],
        by=by,
        at=timezone.now(),
    )


def _checked(row: Competition, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changed options in their resolved form. Raises BadSetting."""
    engine = engines.get(row.game)
    try:
        resolved = resolve_options(engine.options, {**row.options, **options})
    except EngineError as error:
        raise BadSetting("options", str(error)) from None
    return {name: resolved[name] for name in options}


def _clock(clock: Mapping[str, Any]) -> dict[str, int | None]:
    """Return both limits, or none. Raises BadSetting."""
    if not clock:
        return {}
    limits = {name: clock.get(name) for name in CLOCK}
    for name, limit in limits.items():
        check_column(name, limit)
    return limits


def _rows(row: Competition) -> list[Fixture]:
    rows = Fixture.objects.filter(tie__round__stage__competition=row).select_related("match", "tie__round__stage")
    return list(rows.order_by("tie__round__stage__number", "tie__round__number", "tie__number", "leg", "board"))


def _is_left(fixture: Fixture) -> bool:
    """Return whether it is still to be played, and not being played now."""
    waits = fixture.match is None or fixture.match.status == Match.Status.WAITING
    return waits and fixture.status in (Fixture.Status.PENDING, Fixture.Status.OPEN)


def _fixtures_left(row: Competition, change: OptionChange) -> list[Fixture]:
    return [each for each in _rows(row) if holds_for(change, each, each.tie.round) and _is_left(each)]


def _reach(row: Competition, change: OptionChange) -> Reach:
    before = changes_of(row)
    concerned = [each for each in _rows(row) if holds_for(change, each, each.tie.round)]
    left = [each for each in concerned if _is_left(each)]
    differences: dict[str, dict[str, Any]] = {}
    for each in left:
        old_terms, new_terms = (terms_of(row, each, each.tie.round, changes) for changes in (before, [*before, change]))
        for name, old, new in _differences(old_terms, new_terms):
            differences.setdefault(name, {"name": name, "before": old, "after": new})
    tables = sum(each.match is not None for each in left)
    return Reach(list(differences.values()), len(left), tables, len(concerned) - len(left))


def _differences(old: GameTerms, new: GameTerms) -> list[tuple[str, Any, Any]]:
    before, after = {**old.options, **old.clock}, {**new.options, **new.clock}
    return [(name, before.get(name), value) for name, value in after.items() if before.get(name) != value]
