"""What a competition was made with, for another like it: everything that ``create.create`` takes but name and day."""

from __future__ import annotations

from typing import Any

from league.competitions.models import Competition
from league.competitions.presets import PRESETS

COPIED = (
    "game", "preset", "places", "options", "description", "round_hours", "no_show_minutes", "unplayed", "withdrawals",
    "report_hours", "dispute_hours", "move_seconds", "budget_seconds", "bot_seconds", "side_size", "bots_allowed",
    "open_to_robots", "visibility", "by_invitation", "chat", "chat_spectators", "seeding", "standings", "real_rated",
)  # fmt: skip
"""The columns that are keywords of ``create`` under the same name."""
MADE = ("moves",)
"""Settings of stages that the start wrote, not the organiser."""


def like(row: Competition) -> dict[str, Any]:
    """The keywords for a competition that is played as ``row`` is; one that opened on schedule opens by itself."""
    own = list(row.stages.order_by("number"))
    said = [{key: value for key, value in stage.settings.items() if key not in MADE} for stage in own]
    advance = row.advance if row.advance != Competition.Advance.SCHEDULE else Competition.Advance.AUTO
    kept: dict[str, Any] = {name: getattr(row, name) for name in COPIED} | {"advance": advance}
    if [stage.format for stage in own] == [plan.format for plan in PRESETS[row.preset].stages]:
        return kept | {"settings": {key: value for settings in said for key, value in settings.items()}}
    stages = [{"format": stage.format, "settings": settings} for stage, settings in zip(own, said, strict=True)]
    return kept | {"stages": stages}
