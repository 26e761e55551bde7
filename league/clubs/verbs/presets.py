"""House presets: the settings of a competition under a name, to be used again."""

from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.clubs.errors import ClubRefused
from league.clubs.journal import locked_club, record
from league.clubs.models import Club, HousePreset
from league.competitions.models import Competition
from league.competitions.verbs.copying import like
from league.players.models import User
from matches.letters import clean

MOST: Final = 30
"""Presets of one club."""


def keep(*, club: Club, competition: Competition, by: User, name: str) -> HousePreset:
    """Save the settings of ``competition`` as ``name``, replacing a preset of that name. Raises ClubRefused."""
    plain = " ".join(clean(name).split())
    if not 1 <= len(plain) <= 40:
        raise ClubRefused(_("Give the preset a name of at most 40 characters."))
    values = like(competition)
    with locked_club(club.id) as row:
        existing = row.presets.filter(name=plain).first()
        if existing is None and row.presets.count() >= MOST:
            raise ClubRefused(_("A club can have at most %(count)d presets.") % {"count": MOST})
        if existing is not None and existing.values == values:
            return existing
        preset = existing or HousePreset(club=row, name=plain)
        preset.values, preset.made_by, preset.made_at = values, by, timezone.now()
        preset.save()
        record(row, by, "preset", text("saved the preset {name}", name=plain))
    return preset


def forget(*, preset: HousePreset, by: User) -> None:
    """Delete a preset. Again: nothing changes."""
    with locked_club(preset.club_id) as row:
        if row.presets.filter(pk=preset.pk).delete()[0]:
            record(row, by, "preset", text("deleted the preset {name}", name=preset.name))
