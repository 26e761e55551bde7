"""Shared seats: who decides now; and the view of one screen that holds both seats.

Pure: rows and positions in, answers out. A side of up to three people takes its turns as its game says
(``Game.controller``). On one screen for two people a moment is sealed while both are to choose, or while one side's own
view tells more than the public one: then the screen shows the public view until a side says that it sits there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from engines.core.game import Game
from engines.core.seats import SEATS, Seat
from engines.core.text import Text, text
from matches.codes import PRACTICE
from matches.store.rows import MatchRow, SeatRow

SEAT_FRESH: Final = timedelta(seconds=45)
"""Time after its last sign of life for which a person counts as being at the table."""


def decider(game: Game[Any], state: Any, seat: Seat, sits: SeatRow) -> dict[str, str] | None:
    """Return who of those sharing ``seat`` decides, as ``{"user", "name"}``; None: any of them may."""
    if len(sits.shared) < 2 or state is None:
        return None
    number = game.controller(state, seat)
    return None if number is None else sits.shared[number % len(sits.shared)]


def deciders(game: Game[Any], state: Any, row: MatchRow) -> dict[Seat, dict[str, str] | None]:
    """Return ``decider`` of each seat."""
    return {seat: decider(game, state, seat, row.seats[seat]) for seat in SEATS}


def may_decide(game: Game[Any], state: Any, seat: Seat, sits: SeatRow, user: str) -> bool:
    """Return whether ``user``, who sits at ``seat``, decides for it now."""
    now = decider(game, state, seat, sits)
    return now is None or now["user"] == user


def not_your_turn(game: Game[Any], state: Any, seat: Seat, sits: SeatRow) -> str:
    """Return the sentence for a member of the side who does not decide now."""
    now = decider(game, state, seat, sits)
    name = now["name"] if now else sits.name
    return f"It is {name}’s turn to play for your side: wait for yours."


@dataclass(frozen=True, slots=True)
class Screen:
    """The current view of a screen that holds both seats."""

    eyes: Seat | None
    """The seat whose view and moves it shows; None: the public view."""
    hand_over: Seat | None
    """The seat asked to sit down in front of it; None: nobody has to."""


def sealed(game: Game[Any], state: Any, to_act: Sequence[Seat]) -> bool:
    """Return whether one of the two would now see what the other may not know."""
    if len(to_act) > 1:
        return True
    public = game.view(state, None)
    return any(game.view(state, seat) != public for seat in SEATS)


def screen(game: Game[Any], row: MatchRow, state: Any, to_act: Sequence[Seat], holding: Seat | None) -> Screen:
    """Return what the screen shows while ``holding`` is in front of it (None: nobody)."""
    if not to_act:
        return Screen(None, None)
    if row.mode == PRACTICE or not sealed(game, state, to_act):
        return Screen(to_act[0], None)
    if holding in to_act:
        return Screen(holding, None)
    return Screen(None, to_act[0])


def still_held(game: Game[Any], state: Any, to_act: Sequence[Seat], holding: Seat | None) -> Seat | None:
    """Return ``holding`` if it keeps the screen: until it has chosen, or nothing is sealed any longer."""
    if holding is None or holding not in to_act:
        return None
    public = game.view(state, None)
    return holding if any(game.view(state, seat) != public for seat in SEATS) else None


def waiting_prompt(name: str) -> Text:
    return text("{name} decides for your side", name=name)


def hand_over_prompt(seat: Seat, now: dict[str, str] | None) -> Text:
    """Return the request to let ``seat`` sit down; of several people it is who decides ``now``."""
    return text("Hand the screen to {team}. Nobody else may look.", team=now["name"] if now else f"@{seat}")


def shown_people(sits: SeatRow, now: dict[str, str] | None) -> dict[str, Any]:
    """Return who shares the seat and who decides (a user id and a name, None: any), for the head of a frame."""
    user, name = (None, None) if now is None else (now["user"], now["name"])
    return {"players": list(sits.shared), "deciding": user, "deciding_name": name}


def names(people: Iterable[str]) -> str:
    """Join several names into one, short enough for the field of a seat."""
    joined = " & ".join(people)
    return joined if len(joined) <= 60 else joined[:59] + "…"
