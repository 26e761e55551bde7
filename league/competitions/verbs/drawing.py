"""The draw: its seed is committed at publication, and revealed when the entrants are frozen.

Nobody can repeat it until it suits: a draw is final until the list of entrants changes; then a new seed is committed,
and the old draw stays in the log.
"""

import secrets
from collections.abc import Callable

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Draw, Entrant
from league.competitions.setup import league_phases
from league.competitions.setup.stages import BRACKETS
from league.competitions.setup.strengths import NEWCOMER, strengths_of
from league.formats import draw as draws
from league.formats import protection
from league.players.models import User
from matches.store.bulk import save_fields


def commit_draw(competition: Competition) -> Draw:
    """Commit to a new secret seed for the next draw. Needs the competition's lock."""
    seed = secrets.token_hex(draws.SEED_BYTES)
    return Draw.objects.create(
        competition=competition,
        number=competition.draws.count() + 1,
        algorithm=draws.ALGORITHM,
        commitment=draws.commitment(seed),
        seed=seed,
        committed_at=timezone.now(),
    )


def draw(*, competition: Competition, by: User | None) -> Draw:
    """Freeze the entrants, reveal the seed, and give each entrant its drawn seed.

    Repeating it returns the same draw. Raises WrongStep.
    """
    with locked(competition.id) as row:
        return draw_locked(row, by)


def draw_locked(row: Competition, by: User | None) -> Draw:
    """Run ``draw`` for a caller that holds the competition's lock."""
    current = row.draws.order_by("-number").first()
    if current is not None and current.revealed_at is not None:
        return current
    if row.status != Competition.Status.REGISTRATION or current is None:
        raise WrongStep(_("You can only make the draw while registration is open."))
    entrants = list(row.entrants.filter(status=Entrant.Status.ENTERED).order_by("entered_at", "id"))
    if len(entrants) < 2:
        raise WrongStep(_("A draw needs two entrants or more."))
    try:
        league_phases.must_fit(row, len(entrants))  # before the seed is revealed
    except BadSetting as refused:
        raise WrongStep(str(refused)) from None
    frozen = [[str(entrant.id), entrant.name] for entrant in entrants]
    drawn = draws.draw(current.seed, frozen)
    current.entrants, current.entrants_hash, current.order = frozen, drawn.entrants_hash, drawn.order
    current.revealed_at = timezone.now()
    current.save(update_fields=["entrants", "entrants_hash", "order", "revealed_at"])
    row.entrants.update(seed=None)
    lot = {entrant_id: place for place, entrant_id in enumerate(drawn.order)}
    ordered = sorted(entrants, key=_seeding(row, entrants, lot))
    for place, entrant in enumerate(_clubs_apart(row, ordered), start=1):
        entrant.seed = place
    save_fields(entrants, ["seed", "strength"])
    journal.note(row, by, "draw", text("made the draw of {count} entrants", count=len(entrants)))
    return current


def _seeding(row: Competition, entrants: list[Entrant], lot: dict[str, int]) -> Callable[[Entrant], tuple[float, ...]]:
    """Return the key that orders the entrants.

    Lots decide between equals, and alone where seeds are drawn; in a season of divisions within each.
    """
    if row.seeding == Competition.Seeding.RATING:
        strengths = strengths_of(row, entrants)
        for entrant in entrants:
            entrant.strength = strengths.get(entrant.pk)
        return lambda entrant: (-(entrant.strength or NEWCOMER), lot[str(entrant.id)])
    if row.seeding == Competition.Seeding.HAND:
        unsaid = -float(len(entrants))
        order = {entrant.id: place for place, entrant in enumerate(entrants)}
        return lambda entrant: (-(unsaid if entrant.strength is None else entrant.strength), order[entrant.id])
    return lambda entrant: (entrant.division or 0, lot[str(entrant.id)])


def _clubs_apart(row: Competition, ordered: list[Entrant]) -> list[Entrant]:
    """Return ``ordered`` without first-round meetings of one club, if a bracket wants it."""
    first = row.stages.order_by("number").first()
    if first is None or first.format not in BRACKETS or not first.settings.get("clubs_apart"):
        return ordered
    entrant_by_id = {str(entrant.id): entrant for entrant in ordered}
    clubs = {key: entrant.club.casefold() for key, entrant in entrant_by_id.items() if entrant.club}
    return [entrant_by_id[key] for key in protection.seeded_apart(list(entrant_by_id), clubs)]


def entrants_changed(row: Competition) -> None:
    """Commit to a new seed: the list of entrants is no longer the drawn one. Needs the lock."""
    current = row.draws.order_by("-number").first()
    if current is None or current.revealed_at is None:
        return
    row.entrants.update(seed=None)
    commit_draw(row)
    journal.record(row, None, "draw", text("the entrants changed: a new draw is needed, its seed is committed"))
