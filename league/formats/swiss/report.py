"""Tournaments in the form of ``py4swiss``, and as a report file with JaVaFo's lines.

The package keeps tournaments as TRF sections; points are integers, ten to a point. It writes them only without negative
halves and below a hundred.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem, ScoringPointSystemCode
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration

from league.formats.swiss import told
from league.formats.swiss.games import Game, Rules, scores
from league.formats.swiss.told import SIGNS
from league.formats.trf import writing

TOKENS: Final = {
    outcome: tuple(ResultToken(sign) for sign in signs) if len(signs) == 2 else (ResultToken(signs), None)
    for outcome, signs in SIGNS.items()
}


def trf(
    names: Sequence[str],
    games: Sequence[Sequence[Game]],
    rules: Rules,
    title: str,
    ranks: Sequence[int],
    *,
    system: str,
) -> str:
    """Write the report file; see ``rounds.trf``."""
    whole = told.tournament(names, games, rules, title, ranks)
    win, draw, loss = rules.points
    bye = win if rules.bye is None else rules.bye
    pays = {"WW": win, "BW": win, "WD": draw, "BD": draw, "WL": loss, "BL": loss, "ZPB": 0, "HPB": draw, "FPB": win}
    pays |= {"PAB": bye, "FW": win, "FL": loss}
    lines = [f"012 {' '.join(title.split())}", f"092 Individual: Swiss-System, {system}"]
    lines += [writing.player_line(player, whole.points_of(player)) for player in whole.players.values()]
    lines += [
        f"XXR {rules.rounds}",
        "XXS " + " ".join(f"{code}={writing.decimal(points)}" for code, points in pays.items()),
        f"XXC {'white' if rules.first_home else 'black'}1",
    ]
    return "\n".join(lines) + "\n"


def record(
    players: int,
    games: Sequence[Sequence[Game]],
    rules: Rules,
    absent: Collection[int],
    apart: Collection[tuple[int, int]],
    acceleration: Mapping[int, Sequence[float]],
) -> ParsedTrf:
    """Build the package's tournament, with the constraints of the round to be paired."""
    results: dict[int, list[RoundResult]] = {number: [] for number in range(1, players + 1)}
    for played in games:
        for number, result in _round(results, played).items():
            results[number].append(result)
    total = scores(players, games, rules)
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number,
            points_times_ten=_tens(total[number]),
            rank=number,
            results=results[number],
        )
        for number in results
    ]
    return ParsedTrf(
        player_sections=sections,
        x_section=XSection(
            number_of_rounds=rules.rounds,
            zeroed_ids=set(absent),
            scoring_point_system=_system(rules),
            configuration=XSectionConfiguration(first_round_color=rules.first_home),
            accelerations={
                number: [_tens(points) for points in points_by_round]
                for number, points_by_round in acceleration.items()
            },
            forbidden_pairs=set(apart),
        ),
    )


def _round(numbers: Iterable[int], played: Sequence[Game]) -> dict[int, RoundResult]:
    """Return everybody's line of one round; an entrant in no game was absent."""
    lines = {number: _without_opponent(ResultToken.ZERO_POINT_BYE) for number in numbers}
    for game in played:
        ours, theirs = TOKENS[game.outcome]
        if game.away is None or theirs is None:
            lines[game.home] = _without_opponent(ours)
            continue
        lines[game.home] = RoundResult(id=game.away, color=ColorToken.WHITE, result=ours)
        lines[game.away] = RoundResult(id=game.home, color=ColorToken.BLACK, result=theirs)
    return lines


def _without_opponent(result: ResultToken) -> RoundResult:
    return RoundResult.from_string(f"0000 - {result.value}")


def _system(rules: Rules) -> ScoringPointSystem:
    win, draw, loss = rules.points
    system = ScoringPointSystem()
    system.apply_code(ScoringPointSystemCode.WIN, _tens(win))
    system.apply_code(ScoringPointSystemCode.DRAW, _tens(draw))
    system.apply_code(ScoringPointSystemCode.LOSS, _tens(loss))
    for color in (ColorToken.WHITE, ColorToken.BLACK):
        system.score_dict[ResultToken.WIN_NOT_RATED, color] = _tens(rules.shootout[0])
        system.score_dict[ResultToken.LOSS_NOT_RATED, color] = _tens(rules.shootout[1])
    system.apply_code(ScoringPointSystemCode.ZERO_POINT_BYE, 0)
    system.apply_code(ScoringPointSystemCode.PAIRING_ALLOCATED_BYE, _tens(win if rules.bye is None else rules.bye))
    return system


def _tens(points: float) -> int:
    return round(points * 10)
