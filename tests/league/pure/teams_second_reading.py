"""A second reading of team ties and team tables: slow, in fractions, by the words of the rules and nothing of the code.

A board is ``(home goals, away goals)`` or ``+-``, ``-+``, ``--``; a tie is ``(home, away, boards)``.
"""

from __future__ import annotations

from fractions import Fraction as F

WIN, DRAW, LOSS = F(1), F(1, 2), F(0)
LOWER = {"board_count"}


def board_points(board):
    """By home and away."""
    if board in ("+-", "-+", "--"):
        return {"+-": (WIN, LOSS), "-+": (LOSS, WIN), "--": (LOSS, LOSS)}[board]
    home, away = board
    if home == away:
        return DRAW, DRAW
    return (WIN, LOSS) if home > away else (LOSS, WIN)


def goals(board):
    return {"+-": (3, 0), "-+": (0, 3), "--": (0, 0)}[board] if isinstance(board, str) else board


def of_one_side(boards, side):
    """Every figure of one side of one tie, by its name."""
    won = [board_points(board)[side] for board in boards]
    lost = [board_points(board)[1 - side] for board in boards]
    scored, conceded = (sum(goals(board)[which] for board in boards) for which in (side, 1 - side))
    count = len(boards)
    return {
        "board_points": sum(won),
        "boards_won": sum(mine > other for mine, other in zip(won, lost, strict=True)),
        "goal_difference": scored - conceded,
        "goals_for": scored,
        "top_board": tuple(won),
        "bottom_eliminated": tuple(sum(won[: count - without]) for without in range(1, count)),
        "berlin": sum((count - at) * points for at, points in enumerate(won)),
        "board_count": sum((at + 1) * points for at, points in enumerate(won)),
        "boards_played": sum(board != "--" for board in boards),
    }


def winner(boards, tie_by):
    """0 for home, 1 for away, None for a draw; and the key that decides."""
    home, away = of_one_side(boards, 0), of_one_side(boards, 1)
    for key in tie_by:
        if home[key] != away[key]:
            return (0 if home[key] > away[key] else 1), key
    return None, None


class Reading:
    """All figures of ``teams`` after ``ties`` among them."""

    def __init__(self, teams, ties, tie_by, boards):
        self.teams, self.tie_by, self.boards = teams, tie_by, boards
        self.ties = [tie for tie in ties if tie[0] in teams and tie[1] in teams]

    def of(self, team):
        """``(opponent, figures of the tie, match points)`` of each tie of ``team``."""
        for home, away, boards in self.ties:
            if team in (home, away):
                side = 0 if team == home else 1
                ahead, _key = winner(boards, self.tie_by)
                paid = 1 if ahead is None else 2 if ahead == side else 0
                yield (away if side == 0 else home), of_one_side(boards, side), paid

    def match_points(self, team):
        return sum(paid for _other, _figures, paid in self.of(team))

    def figure(self, name, team):
        ties = list(self.of(team))
        if name in ("match_points", "points"):
            return self.match_points(team)
        if name == "ties_won":
            return sum(paid == 2 for _other, _figures, paid in ties)
        if name.startswith("buchholz_mp"):
            theirs = sorted(self.match_points(other) for other, _figures, _paid in ties)
            return sum(theirs[1:] if name.endswith("cut1") else theirs)
        if name.startswith("osb"):
            given = sorted(
                (self.match_points(o), self.match_points(o) * figures["board_points"]) for o, figures, _ in ties
            )
            return sum(gives for _points, gives in (given[1:] if name.endswith("cut1") else given))
        if name == "match_share":
            played = sum(figures["boards_played"] for _other, figures, _paid in ties)
            return F(sum(figures["boards_won"] for _other, figures, _paid in ties), played) if played else F(0)
        if name in ("top_board", "bottom_eliminated"):
            several = [figures["top_board"] for _other, figures, _paid in ties]
            columns = tuple(sum(row[at] for row in several) for at in range(self.boards if self.ties else 0))
            if name == "top_board":
                return columns
            return tuple(sum(columns[: len(columns) - without]) for without in range(1, len(columns)))
        return sum(figures[name] for _other, figures, _paid in ties)

    # ── the order ──
    def sets(self, level, names):
        """``level`` in sets from best to worst by the figures ``names``, the first that differs deciding."""
        keys = {}
        for team in level:
            figures = [self.figure(name, team) for name in names]
            flat = [figure if isinstance(figure, tuple) else (figure,) for figure in figures]
            signed = zip(names, flat, strict=True)
            keys[team] = [tuple(-v if name in LOWER else v for v in values) for name, values in signed]
        found = []
        for key in sorted({tuple(map(tuple, key)) for key in keys.values()}, reverse=True):
            found.append([team for team in level if tuple(map(tuple, keys[team])) == key])
        return found

    def split(self, level, criterion):
        if isinstance(criterion, str):
            return self.sets(level, [criterion])
        mini = Reading(level, self.ties, self.tie_by, self.boards)
        if criterion.get("once_each_pair_met"):
            met = {frozenset(tie[:2]) for tie in mini.ties}
            if len(met) < len(level) * (len(level) - 1) / 2:
                return [level]
        parts = mini.sets(level, criterion["head_to_head"])
        if len(parts) > 1 and criterion.get("reapply_to_remaining"):
            return [smaller for part in parts for smaller in (self.split(part, criterion) if len(part) > 1 else [part])]
        return parts

    def places(self, level, criteria, number=0, one_at_a_time=False):
        """Sets that share a place, from first to last."""
        if len(level) == 1 or number == len(criteria):
            return [level]
        parts = self.split(level, criteria[number])
        if one_at_a_time and number and len(parts) > 1:
            others = [team for part in parts[1:] for team in part]
            return self.places(parts[0], criteria, number + 1, True) + self.places(others, criteria, 1, True)
        return [place for part in parts for place in self.places(part, criteria, number + 1, one_at_a_time)]
