"""Plans of whole movements in FUBA: where a team's men shall stand when the next target is named.

The last to move looks for the best arrangement, the first for the one that is best after the opponents' answer. A plan
depends on the start of the movement alone, so it is made once and kept for all its decisions.
"""

from typing import Final

from engines.bots.fuba_prospects import Field, Weights
from engines.fuba.board import BOX, KEEPER
from engines.fuba.movement import move_codes
from engines.fuba.moves import DONE, MOVE_0
from engines.fuba.options import FORMATIONS
from engines.fuba.state import DEFENCE, FORWARD, MIDFIELD, NOBODY, QUICK, Movement, State, put
from engines.judging.fuba import KEEPER_OUT

Step = tuple[int, ...]
"""Numbers of moves, such as those of alike men from one zone to another."""
Plan = tuple[float, Step]
"""Value of an arrangement for the side that plans, and the moves to it."""
Placed = list[tuple[int, int]]
"""Pieces, -1 for the ball, and the cells where they were."""

BEAM: Final = 10
"""Arrangements from which the last to move looks further."""
TRIED: Final = 12
"""Steps of the first to move that are tried against a new answer, of those that are good against the last one."""
BUDGET: Final = 6_000
"""Most positions judged for one plan."""
ENOUGH: Final = 1e-9


def piece_of(code: int) -> int:
    return (code - MOVE_0) // 26


class Planner:
    def __init__(self, state: State, seat: int, weights: Weights) -> None:
        """Plan for ``seat``, about to move in ``state``, which is moved about but left as it was."""
        assert state.movement is not None
        self.state, self.seat, self.weights, self.movement = state, seat, weights, state.movement
        self.left = BUDGET
        self.judged: dict[tuple[int, ...], float] = {}

    def best(self) -> Plan:
        option, left = self.movement.option, self.movement.left
        if self.movement.next == NOBODY:
            return self.arrange(self.seat, option, left, BEAM)
        return self._withstand(option, left)

    def value(self) -> float:
        """Return what the position is worth for the side that plans if the next target is named in it."""
        state = self.state
        key = (*state.counts, state.ball, state.pieces[KEEPER[0]], state.pieces[KEEPER[1]])
        worth = self.judged.get(key)
        if worth is None:
            self.left -= 1
            worth, _code = max(Field(state, self.weights).targets())
            if state.attacking != self.seat:
                worth = -worth
            for side, cost in ((self.seat, -KEEPER_OUT), (1 - self.seat, KEEPER_OUT)):
                if state.pieces[KEEPER[side]] != BOX[side]:
                    worth += cost
            self.judged[key] = worth
        return worth

    # ── one side moves ──
    def arrange(self, seat: int, option: int, left: int, beam: int) -> Plan:
        """Return the best arrangement found for ``seat``, judged as it stands; its value is for the side that plans."""
        sign = 1.0 if seat == self.seat else -1.0
        best: Plan = (sign * self.value(), ())
        lines, positions, stale = [best], set[tuple[int, ...]](), 0
        while lines and stale < (2 if beam > 1 else 1) and self.left > 0:
            plans = [plan for _worth, line in lines for plan in self._longer(line, seat, option, left, sign, positions)]
            plans.sort(key=lambda plan: (-plan[0], len(plan[1])))
            lines, stale = plans[:beam], stale + 1
            if lines and lines[0][0] > best[0] + ENOUGH:
                best, stale = lines[0], 0
        return sign * best[0], best[1]

    def _longer(
        self, line: Step, seat: int, option: int, left: int, sign: float, positions: set[tuple[int, ...]]
    ) -> list[Plan]:
        """Return ``line`` with each step that may follow it, as far as it leads to a new arrangement."""
        state, moved, carried = self.state, self.state.moved, self.state.carried
        before = self._play(line)
        self._note(line)
        plans = []
        for step in self._steps(seat, option, left - len(line)):
            back = self._play(step)
            key = (*state.counts, state.ball)
            if key not in positions:
                positions.add(key)
                plans.append((sign * self.value(), line + step))
            self._undo(back)
        state.moved, state.carried = moved, carried
        self._undo(before)
        return plans

    def _steps(self, seat: int, option: int, left: int) -> list[Step]:
        """Return the moves of one or more alike men from one zone to another; a keeper at home stays there."""
        state = self.state
        alike: dict[tuple[int, int], list[int]] = {}
        steps: list[Step] = []
        for code in move_codes(state, Movement(seat, option, left, NOBODY, self.movement.extra)):
            piece, to = divmod(code - MOVE_0, 26)
            if code == DONE:
                continue
            if piece != KEEPER[seat]:
                alike.setdefault((state.pieces[piece], to), []).append(code)
            elif state.pieces[piece] != BOX[seat]:
                steps.append((code,))
        for (here, to), codes in alike.items():
            most = 1 if to & 1 else min(len(codes), left)
            if here == state.ball and seat == state.attacking and not to & 1:
                most = min(most, state.counts[18 * seat + here] - 1)  # FU-5.13
            steps += [tuple(codes[:men]) for men in range(1, most + 1)]
        return steps

    # ── the other side answers ──
    def _withstand(self, option: int, left: int) -> Plan:
        """Return the arrangement that is best after the opponents' answer, improved step by step."""
        staying = self._answered(())
        best = max(staying, self._answered(self.arrange(self.seat, option, left, 2)[1]), key=lambda plan: plan[0])
        while self.left > 0 and len(best[1]) < left:
            better = best
            for step in self._promising(best, option, left):
                tried = self._answered(best[1] + step)
                if tried[0] > better[0] + ENOUGH:
                    better = tried
            if better is best:
                break
            best = better
        return best[0], best[1]

    def _answered(self, line: Step) -> tuple[float, Step, Step]:
        """Return the value after the best answer to ``line``, then ``line`` and that answer."""
        state, moved, carried = self.state, self.state.moved, self.state.carried
        before = self._play(line)
        self._note(line)
        other = 1 - self.seat
        deducted = state.deducted[other]
        if self.movement.option == QUICK:
            answers = [self.arrange(other, QUICK, max(0, state.dice[other] - deducted), 1)]
        else:
            numbers = FORMATIONS[state.formations[other]]
            answers = [
                self.arrange(other, option, numbers[option - DEFENCE] - deducted, 1)
                for option in (DEFENCE, MIDFIELD, FORWARD)
                if numbers[option - DEFENCE] > deducted
            ]
        worth, answer = min(answers) if answers else (self.value(), ())
        state.moved, state.carried = moved, carried
        self._undo(before)
        return worth, line, answer

    def _promising(self, best: tuple[float, Step, Step], option: int, left: int) -> list[Step]:
        """Return the steps after ``best`` that would improve it if the opponents answered as before, best first."""
        worth, line, answer = best
        state, moved, carried = self.state, self.state.moved, self.state.carried
        before = self._play(line)
        self._note(line)
        steps = self._steps(self.seat, option, left - len(line))
        before += self._play(answer)
        moves_found = []
        for step in steps:
            back = self._play(step)
            moves_found.append((self.value(), step))
            self._undo(back)
        state.moved, state.carried = moved, carried
        self._undo(before)
        moves_found.sort(key=lambda valued_step: -valued_step[0])
        return [step for hoped, step in moves_found[:TRIED] if hoped > worth + ENOUGH]

    # ── moving about ──
    def _play(self, step: Step) -> Placed:
        state = self.state
        before = [(-1, state.ball)]
        for code in step:
            piece, to = divmod(code - MOVE_0, 26)
            before.append((piece, state.pieces[piece]))
            put(state, piece, to >> 1)
            if to & 1:
                state.ball = to >> 1
        return before

    def _undo(self, before: Placed) -> None:
        state = self.state
        for piece, cell in reversed(before):
            if piece < 0:
                state.ball = cell
            else:
                put(state, piece, cell)

    def _note(self, step: Step) -> None:
        """Note who has moved and whether the ball was carried: that decides which steps may follow."""
        state = self.state
        state.moved = (*state.moved, *map(piece_of, step))
        state.carried = state.carried or any((code - MOVE_0) & 1 for code in step)


MOST_KEPT: Final = 64
_PLANS: Final[dict[tuple[object, ...], Plan]] = {}


def plan(state: State, seat: int, weights: Weights) -> Plan:
    """Return the plan of ``seat`` for the movement that begins in ``state``; kept, since it depends on that alone."""
    key = (
        *(tuple(state.pieces), state.snapshot, state.moved, state.movement, state.formations, state.dice),
        *(state.attacking, state.ball, state.ball_die, state.carried, state.restart, state.deducted),
    )
    planned = _PLANS.get(key)
    if planned is None:
        if len(_PLANS) >= MOST_KEPT:
            _PLANS.clear()
        planned = _PLANS[key] = Planner(state.copy(), seat, weights).best()
    return planned


def _stepped(state: State) -> bool:
    """Return whether men have moved since the turn began who do not count as moved (FU-7.11, FU-7.13)."""
    return any(
        now != before and piece not in state.moved
        for piece, (now, before) in enumerate(zip(state.pieces, state.snapshot, strict=True))
    )


def unwound(state: State, seat: int) -> State:
    """Return the position at the start of the movement that ``seat`` makes."""
    start, movement = state.copy(), state.movement
    assert movement is not None
    back = [piece for piece in state.moved if piece // 11 == seat][state.deducted[seat] :]  # FU-4.23
    if not state.snapshot or any(state.snapshot[piece] >= 13 for piece in back) or _stepped(state):
        return start
    for piece in back:
        put(start, piece, state.snapshot[piece])
    start.moved = tuple(piece for piece in state.moved if piece not in back)
    if state.carried and seat == state.attacking and state.target is not None:
        start.ball, start.carried = state.target[1], False
    start.movement = movement._replace(left=movement.left + len(back))
    return start


def next_move(state: State, seat: int, legal: dict[int, object], weights: Weights) -> int:
    """Return the number of the plan's next move. Where the men are not where it wants them, it is made anew."""
    for start in (unwound(state, seat), state):
        waiting = [code for code in plan(start, seat, weights)[1] if piece_of(code) not in state.moved]
        for code in waiting:
            if code in legal:
                return code
        if not waiting:
            break
    return DONE


def best_option(state: State, seat: int, weights: Weights) -> tuple[float, int]:
    """Return the value of the best plan, and its movement option (FU-5.2)."""
    movement = state.movement
    assert movement is not None
    numbers, best = FORMATIONS[state.formations[seat]], (-99.0, MIDFIELD)
    for option in (MIDFIELD, FORWARD, DEFENCE):
        left = numbers[option - DEFENCE] - state.deducted[seat]
        if left > 0:
            start = state.copy()
            start.movement = movement._replace(option=option, left=left)
            worth, _steps = plan(start, seat, weights)
            if worth > best[0] + ENOUGH:
                best = (worth, option)
    return best
