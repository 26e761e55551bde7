"""What a competition was made with, for another like it: everything that ``create.create`` takes but name and day."""

from __future__ import annotations

from typing import Any

from league.competitions.chains import chosen
from league.competitions.models import Competition
from league.competitions.presets import PRESETS

COPIED = (
    "game", "preset", "places", "options", "description", "round_hours", "no_show_minutes", "unplayed", "withdrawals",
    "report_hours", "dispute_hours", "move_seconds", "budget_seconds", "bot_seconds", "side_size", "bots_allowed",
    "open_to_robots", "visibility", "by_invitation", "chat", "chat_spectators", "seeding", "standings", "real_rated",
)  # fmt: skip
"""The columns that are keywords of ``create`` under the same name."""


def like(row: Competition) -> dict[str, Any]:
    """The keywords for a competition that is played as ``row`` is. Rounds on schedule need a new date: until they are
    planned they open by themselves. What its start fitted to who came is as it was asked for."""
    own = row.asked_stages or list(row.stages.order_by("number").values("format", "settings"))
    preset = PRESETS[row.preset]
    advance = row.advance if row.advance != Competition.Advance.SCHEDULE else Competition.Advance.AUTO
    kept: dict[str, Any] = {name: getattr(row, name) for name in COPIED} | {"advance": advance}
    if [stage["format"] for stage in own] == [plan.format for plan in preset.stages]:
        said = {key: value for stage in own for key, value in stage["settings"].items() if key in preset.settings}
        return kept | {"settings": said}
    chain = [
        {"format": stage["format"], "settings": chosen(number, stage["format"], stage["settings"])}
        for number, stage in enumerate(own, start=1)
    ]
    return kept | {"stages": chain}
