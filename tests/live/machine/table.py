"""The machine itself: the match is opened, people, time and faults do what they like, and a stranger comes at last."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, ClassVar

from django.test import Client as Browser
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import FlakyFailure, FlakyStrategyDefinition
from hypothesis.stateful import initialize, run_state_machine_as_test

import engines
from matches.models import Match
from matches.verbs.opening import Sitter
from tests.live.machine.faults import Faults
from tests.live.machine.hours import Hours
from tests.live.machine.play import Play
from tests.live.machine.rulings import Rulings
from tests.live.machine.seen import PLAYERS, REFEREE, TEAM_MATES, THIRDS, TURNS, numbers
from tests.live.model import SEATS, Model, hold
from tests.live.sockets import cookie_of
from tests.live.world import DONE, dice_of, two_processes
from tests.matches.table import bot, duel

FRIENDLY = {"origin": "casual"}
SETTINGS: tuple[dict[str, Any], ...] = (
    {"options": {"kicks": 16}, "move_seconds": 20, **FRIENDLY},
    {"options": {"kicks": 6, "sealed": True}, "move_seconds": 20, **FRIENDLY},
    {"options": {"kicks": 9}, "absence_seconds": 60, "absence_claimed": True},
    {"options": {"kicks": 40}, "move_seconds": 600, "absence_seconds": 30, "absence_claimed": False},
    {"options": {"kicks": 16, "fragile": True}, "move_seconds": 30},
    {"options": {"kicks": 12}, "bot": "away", "move_seconds": 30, **FRIENDLY},
    {"game": "toy", "move_seconds": 30, **FRIENDLY},
    {"game": "fuba", "move_seconds": 30, **FRIENDLY},
    {"game": "six_a_side", "move_seconds": 30, "several": True, **FRIENDLY},
    {"game": "dom_jim", "move_seconds": 30},
    {"game": "dom_jim", "move_seconds": 86400},
    {"game": "super_goal", "move_seconds": 30, **FRIENDLY},
    {"game": "soccer_tactics", **FRIENDLY},
    {"options": {"kicks": 40}, "budget_seconds": 90},
    {"options": {"kicks": 12}, "move_seconds": 30, "starts_in": 60, "no_show_in": 180},
)
"""Matches of every kind: our own small game, sealed or not, with clocks, absence, a bot; and all five."""


class Table(Play, Hours, Rulings, Faults):
    """Two people, those who look on, two processes, one match."""

    found: ClassVar[BaseException | None] = None
    """The first that was wrong."""

    def teardown(self) -> None:
        if self.wrong and type(self).found is None:
            type(self).found = sys.exc_info()[1]
        try:
            if not self.wrong:
                self.everybody_looks()
                self.a_stranger_comes_at_last()
            kinds = self.world.ask("SELECT DISTINCT kind FROM matches_matchcommand WHERE outcome = 'applied'")
            DONE.update(f"command {kind}" for (kind,) in kinds)
        finally:
            self.ended.close()

    @initialize(
        dice=numbers,
        apart=st.booleans(),
        alone=st.integers(0, 9),
        turns=TURNS,
        waits=st.booleans(),
        several=st.booleans(),
        most=st.sampled_from([2, 3]),
        judged=st.booleans(),
    )
    def open_match(
        self,
        dice: int,
        apart: bool,
        alone: int,
        turns: list[tuple[int, int]],
        waits: bool = False,
        several: bool = False,
        most: int = 2,
        judged: bool = False,
    ) -> None:
        """Open a match; mostly both come, and it is kicked off.

        ``waits``: not if it is to begin later; ``several``: the sides are of ``most``, where the setting allows it;
        ``judged``: the match has a referee.
        """
        face = self.ended.enter_context(dice_of(dice))
        setting = dict(self.setting)
        machine, now = setting.pop("bot", ""), self.world.now()
        starts, late = (now + timedelta(seconds=setting.pop(f"{name}_in", 0)) for name in ("starts", "no_show"))
        planned = {"starts_at": starts, "no_show_at": late} if late > now else {}
        several = setting.pop("several", False) and several
        self.sides = PLAYERS | (TEAM_MATES if several else {}) | (THIRDS if several and most == 3 else {})
        sitting: dict[str, list[Any]] = {
            seat: [self.people[user] for user in self.sides if self.sides[user] == seat] for seat in SEATS
        }
        home, away = (Sitter(users=tuple(users)) if several else users[0] for users in sitting.values())
        officials = [(self.people[REFEREE], "referee")] if judged else []
        self.match = duel(home, bot() if machine else away, bot_seconds=1, officials=officials, **planned, **setting)
        game = setting.get("game", "duel")
        row = Match.objects.get(pk=self.match.pk)
        self.model = Model(
            game,
            row.options,
            row.terms,
            setting.get("move_seconds"),
            setting.get("absence_seconds"),
            setting.get("absence_claimed", True),
            {seat.side: seat.name for seat in row.seats.all()},
            face,
            frozenset([machine]) if machine else frozenset(),
            {seat: [str(user.pk) for user in users] if several else [] for seat, users in sitting.items()},
            referee=self.key_of(REFEREE) if judged else "",
            guests=frozenset(str(user.pk) for user in self.people.values() if user.kind == "guest"),
            friendly=row.origin == "casual",
            budget=setting.get("budget_seconds") and timedelta(seconds=setting["budget_seconds"]),
            **planned,
        )
        self.model.left = dict.fromkeys(SEATS, now)
        self.frames = []
        self.dropped = []
        self.unswept = 0
        self.restarted = None
        self.owner = {}
        if alone < 9:
            self.sit("anna1", 0)
            if not machine:
                self.sit("bruno1", 1 if apart else 0)
            for user, seat in list(self.sides.items())[len(PLAYERS) :]:
                self.sit(f"{user}1", 1 if apart and seat == "home" else 0)
            self.sit("", 1)
            self.everybody_looks()
            if planned and not waits:
                self.time_passes(60, swept=True)
            hold(self.model.status == ("waiting" if planned and waits else "live"), "the match begins at another time")
            self.play(turns)
        self.check()

    def a_stranger_comes_at_last(self) -> None:
        """Sit down only now, at a process that knows nothing, and see the end of all that the others saw."""
        process = self.process(0)
        process.run(process.stop())
        process.loses = ""
        process.run(process.start())
        late = self.come("", process)
        self.check()
        hold(late.v == self.model.v, f"who comes at last sees {late.v}, the match is at {self.model.v}")


@contextlib.contextmanager
def tables(cast: Any) -> Iterator[type[Table]]:
    """The machine in a world of its own, with the people of ``cast``: ``anna1`` and ``anna2`` are browsers of one."""
    people = {"anna": cast.anna, "bruno": cast.bruno, "carla": cast.stranger}
    people |= {"dora": cast.organiser, "emil": cast.referee}
    people |= {name: type(cast.anna).objects.create(kind="guest", nickname=name) for name in THIRDS}
    cookies = {f"{name}{n}": cookie_of(user) for name, user in people.items() for n in (1, 2)}
    engines.register("toy", "tests.engines.toy")
    try:
        with two_processes(cookies) as world:
            browsers = {name: Browser() for name in people}
            for name, browser in browsers.items():
                browser.force_login(people[name], backend="django.contrib.auth.backends.ModelBackend")
            yield type("Table", (Table,), {"world": world, "people": people, "browsers": browsers})
    finally:
        engines.forget("toy")


def explore(machine: type[Table], examples: int, *, steps: int = 25, number: int = 0, shrink: bool = False) -> None:
    """Run so many examples of each of ``SETTINGS``, those of ``number``. Raises what the first wrong one found.

    ``shrink``: after a search for a shorter one, which takes minutes.
    """
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        phases=(Phase.explicit, Phase.generate, *([Phase.shrink] if shrink else [])),
        suppress_health_check=list(HealthCheck),
    )
    for index, setting in enumerate(SETTINGS):
        kind = type("Table", (machine,), {"setting": setting})

        def table(kind: type[Table] = kind) -> Table:
            return kind()

        try:
            # Not the class: Hypothesis would parse this file for each, which Python 3.11 can do in one thread only.
            run_state_machine_as_test(seed(number * len(SETTINGS) + index)(table), settings=chosen)
        except (FlakyFailure, FlakyStrategyDefinition) as again:
            # On a busy machine a step takes longer, and the second run may end well, or end elsewhere.
            wrong = again.exceptions[0] if isinstance(again, FlakyFailure) else kind.found
            if wrong is None:
                raise
            wrong.add_note(f"state.setting = {setting!r}, and not in each run")
            raise wrong from again
        except Exception as wrong:
            wrong.add_note(f"state.setting = {setting!r}")
            raise


def replay(machine: type[Table], setting: dict[str, Any], script: Callable[[Table], None]) -> None:
    """Run the steps of ``script``, as a failing example prints them, and the end of every example."""
    state = type("Table", (machine,), {"setting": setting})()
    try:
        script(state)
    finally:
        state.teardown()
