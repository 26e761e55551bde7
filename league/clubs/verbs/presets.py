"""Presets of the house: what a competition was made from, kept under a name, to be made again."""

from __future__ import annotations

from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.clubs.errors import ClubRefused
from league.clubs.journal import held, record
from league.clubs.models import Club, HousePreset
from league.competitions.models import Competition
from league.competitions.verbs.copying import like
from league.players.models import User

MOST: Final = 30
"""Presets of one club."""


def keep(*, club: Club, competition: Competition, by: User, name: str) -> HousePreset:
    """Keep the settings of ``competition`` as ``name``; a preset of that name is replaced. Raises ClubRefused."""
    plain = " ".join(name.split())
    if not 1 <= len(plain) <= 40:
        raise ClubRefused(_("Give the preset a name of at most 40 characters."), "name")
    values = like(competition)
    with held(club.id) as row:
        there = row.presets.filter(name=plain).first()
        if there is None and row.presets.count() >= MOST:
            raise ClubRefused(_("A club keeps at most %(count)d presets.") % {"count": MOST})
        if there is not None and there.values == values:
            return there
        made = there or HousePreset(club=row, name=plain)
        made.values, made.made_by, made.made_at = values, by, timezone.now()
        made.save()
        record(row, by, "preset", text("kept the preset {name}", name=plain))
    return made


def forget(*, preset: HousePreset, by: User) -> None:
    """Throw a preset away. Again: nothing changes."""
    with held(preset.club_id) as row:
        if row.presets.filter(pk=preset.pk).delete()[0]:
            record(row, by, "preset", text("threw the preset {name} away", name=preset.name))
