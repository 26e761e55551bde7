"""FIDE C.07 read a second time, article by article and without regard to speed, to hold ``league.standings.swiss``
against. It shares only the records with it. The edition of 2023 unless ``capped`` (2026).

``Departures`` are readings of others that the articles do not bear out; with them the same code says what those say.
"""

from __future__ import annotations

from dataclasses import dataclass

from league.standings.swiss import Played


@dataclass(frozen=True)
class Departures:
    """``lost_by_forfeit_as_draw``: forfeit losses at the end count as draws too, against 16.2.4 and 16.3.1.
    ``top_among_others``: the most significant value is sought among rounds that are not voluntarily unplayed, against
    14.3."""

    lost_by_forfeit_as_draw: bool = False
    top_among_others: bool = False


BY_THE_ARTICLES = Departures()


def requested_bye(line: Played) -> bool:
    """16.1.1: a half-point or zero-point bye; rounds after a withdrawal are zero-point byes."""
    return line.kind == "half_bye" or line.kind == "zero_bye" or line.kind == "absent"


def voluntarily_unplayed(line: Played) -> bool:
    """16.1.2: a requested bye or a forfeit loss."""
    return requested_bye(line) or line.kind == "forfeit_loss"


def category(record: list[Played], line: Played) -> int:
    """16.2: 1 allotted or full-point bye, 2 forfeit win, 3 requested bye before another round in which the player was
    to be had, 4 forfeit loss, 5 any other requested bye; 0: played."""
    later = [other for other in record if other.round > line.round]
    if line.kind == "bye" or line.kind == "full_bye":
        return 1
    if line.kind == "forfeit_win":
        return 2
    if line.kind == "forfeit_loss":
        return 4
    if requested_bye(line):
        return 3 if any(not voluntarily_unplayed(other) for other in later) else 5
    return 0


def score_for_others(record: list[Played], departures: Departures) -> float:
    """16.3: the rounds of category 5 as draws, all others as they were paid."""
    total = 0.0
    for line in record:
        at_the_end = all(voluntarily_unplayed(other) for other in record if other.round > line.round)
        drawn = category(record, line) == 5
        drawn |= departures.lost_by_forfeit_as_draw and category(record, line) == 4 and at_the_end
        total += 0.5 if drawn else line.score
    return total


def values(
    records: dict[str, list[Played]], one: str, rounds: int, capped: bool, departures: Departures
) -> list[tuple[float, Played]]:
    """Return each round's share of the Buchholz of ``one``: the opponent's score, or that of the dummy (16.4)."""
    own = sum(line.score for line in records[one])
    found = []
    for line in records[one]:
        if line.kind == "pending":
            continue
        if category(records[one], line) == 0:
            assert line.opponent is not None
            found.append((score_for_others(records[line.opponent], departures), line))
        elif not capped:
            found.append((own, line))
        elif line.opponent is not None:
            found.append((min(own, score_for_others(records[line.opponent], departures)), line))
        else:
            found.append((min(own, 0.5 * rounds), line))
    return found


def buchholz(
    records: dict[str, list[Played]],
    one: str,
    rounds: int,
    *,
    low: int = 0,
    high: int = 0,
    capped: bool = False,
    departures: Departures = BY_THE_ARTICLES,
) -> float:
    """8.1, with the cuts of 14: each low cut takes the lowest contribution of a voluntary unplayed round, where there
    is one left that is not below the least significant value (16.5); then the most significant values go (14.3)."""
    left = values(records, one, rounds, capped, departures)
    for _cut in range(low):
        voluntary = [entry for entry in left if voluntarily_unplayed(entry[1])]
        candidates = voluntary or left
        if candidates:
            left.remove(min(candidates, key=lambda entry: entry[0]))
    for _cut in range(high):
        others = [entry for entry in left if not voluntarily_unplayed(entry[1])]
        candidates = others if departures.top_among_others and others else left
        if candidates:
            left.remove(max(candidates, key=lambda entry: entry[0]))
    return sum(value for value, _line in left)


def fore_buchholz(records: dict[str, list[Played]], one: str, rounds: int, *, capped: bool = False) -> float:
    """8.3: the Buchholz if every pairing of the last round had ended in a draw."""
    drawn = {
        player: [
            Played(line.round, line.opponent, 0.5) if line.round == rounds and line.opponent else line
            for line in record
        ]
        for player, record in records.items()
    }
    return buchholz(drawn, one, rounds, capped=capped)


def sonneborn_berger(
    records: dict[str, list[Played]],
    one: str,
    rounds: int,
    *,
    capped: bool = False,
    departures: Departures = BY_THE_ARTICLES,
) -> float:
    """9.1."""
    return sum(value * line.score for value, line in values(records, one, rounds, capped, departures))


def single_figures(records: dict[str, list[Played]], one: str, rounds: int) -> dict[str, float]:
    """7.1 to 7.5 and 9.2: what a player's own rounds give, a win being 1."""
    record = records[one]
    games = [line for line in record if line.kind == "game"]
    halfway = {other for other in records if sum(line.score for line in records[other]) >= rounds / 2}
    return {
        "rounds_won": len([line for line in record if line.score == 1]),
        "wins": len([line for line in games if line.score == 1]),
        "away_played": len([line for line in games if line.away]),
        "away_games_won": len([line for line in games if line.away and line.score == 1]),
        "progressive": sum(line.score * (rounds + 1 - line.round) for line in record),
        "koya": sum(line.score for line in record if line.opponent in halfway),
    }
