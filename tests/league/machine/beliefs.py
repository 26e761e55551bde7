"""What must be true of a competition at any moment: each function takes what is stored and fails with what is wrong.

They know the rules as a referee knows them, from rows and log alone: no line of the derivation is asked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from uuid import UUID

from league.competitions.models import Competition, Entrant, Fixture, ResultEntry, Round, Stage
from league.competitions.setup.stages import BRACKETS
from tests.league.machine.outcomes import OUTCOMES
from tests.league.machine.stored import GAVE_UP, Row, Stored, settings_of
from tests.league.machine.structure import STRUCTURE

WITHOUT_RESULT = ("", "void", "bye", "not_needed")


# ── slots ──
def nobody_stands_twice_in_a_round(stored: Stored) -> None:
    for round in stored.rounds.values():
        sides = Counter(
            (tie.group_id, side)
            for tie in stored.ties_of_round[round.id]
            for side in (tie.home_id, tie.away_id)
            if side
        )
        twice = [stored.name(side) for (_group, side), count in sides.items() if count > 1]
        assert not twice, f"round {round.number} has {twice} twice"


def slots_are_filled_from_where_they_say(stored: Stored) -> None:
    """Winner and loser are those of the tie that is named, a rank is that of the table: both sides of it agree."""
    for tie in stored.ties.values():
        if tie.decided == "not_needed":
            continue
        stage = stored.stage_of(tie)
        known = [_named(stored, stage, slot) for slot in (tie.home_slot, tie.away_slot)]
        if any(side is UNKNOWN for side in known):
            continue
        wanted = sorted(str(side) for side in known)
        assert wanted == sorted(str(side) for side in (tie.home_id, tie.away_id)), (
            f"round {stored.rounds[tie.round_id].number} tie {tie.number} ({tie.home_slot}, {tie.away_slot}): "
            f"{[stored.name(side) for side in (tie.home_id, tie.away_id)]} for {[stored.name(side) for side in known]}"
        )


UNKNOWN: Any = object()
"""A slot of which these beliefs know nothing."""


def _named(stored: Stored, stage: Row, slot: dict[str, Any]) -> Any:  # an entrant's id, None for nobody, UNKNOWN
    if "bye" in slot:
        return None
    if "house" in slot:
        house = [entrant.id for entrant in stored.entrants.values() if entrant.status == Entrant.Status.HOUSE]
        return house[0] if house else None
    if "seed" in slot:
        entrant = stored.by_seed.get(slot["seed"])
        return entrant and entrant.id
    if "level" in slot or "third" in slot:
        return UNKNOWN
    if "rank" in slot:
        return _by_place(stored, stage, slot)
    number = slot.get("winner", slot.get("loser"))
    rounds = stored.rounds_of_stage[stage.id]
    [round] = [round for round in rounds if (round.part, round.step) == (slot.get("part", ""), slot["round"])]
    [tie] = [tie for tie in stored.ties_of_round[round.id] if tie.number == number]
    if not tie.decided:
        return None
    if "side" in slot:
        return UNKNOWN
    if "winner" in slot:
        return tie.winner_id
    losers = [side for side in (tie.home_id, tie.away_id) if side and side != tie.winner_id]
    return losers[0] if tie.winner_id and losers else None


def _by_place(stored: Stored, stage: Row, slot: dict[str, Any]) -> Any:  # an entrant's id, None for nobody, UNKNOWN
    if "seed" in slot:
        entrant = stored.by_seed.get(slot["seed"])
        return entrant and entrant.id
    before = next(
        stage_before
        for stage_before in reversed(stored.stages.values())
        if stage_before.number < stage.number and stored.groups_of_stage[stage_before.id]
    )
    [group] = [group for group in stored.groups_of_stage[before.id] if group.name == slot["group"]]
    closing = stored.log.closings.get(before.number)
    if closing is not None and closing.closing["way"] == "annulled":
        return None
    if not _is_complete(stored, before, group):
        return None
    order = [row["entrant"] for row in group.table["rows"]]
    if before.format == Stage.Format.DIVISIONS:
        left = group.table.get("left", [])
        order = [entrant for entrant in order if entrant not in left] + left
    return UUID(order[slot["rank"] - 1]) if slot["rank"] <= len(order) else None


def _is_complete(stored: Stored, stage: Row, group: Row) -> bool:
    """Return whether everything of ``group`` is decided; of the only group of its stage, everything of the stage."""
    rounds = stored.rounds_of_stage[stage.id]
    ties = [tie for round in rounds for tie in stored.ties_of_round[round.id]]
    if len(stored.groups_of_stage[stage.id]) > 1:
        ties = [tie for tie in ties if tie.group_id == group.id or tie.home_slot.get("group") == group.name]
    elif not all(stored.ties_of_round[round.id] for round in rounds):
        return False
    return all(tie.decided for tie in ties)


def rounds_are_done_when_all_is_decided(stored: Stored) -> None:
    for round in stored.rounds.values():
        ties = stored.ties_of_round[round.id]
        done = bool(ties) and all(tie.decided for tie in ties)
        assert (round.status == Round.Status.DONE) == done, f"round {round.number} is {round.status}"


# ── ties and fixtures ──
def fixtures_show_what_the_log_says(stored: Stored) -> None:
    for tie in stored.ties.values():
        leavers = [stored.log.withdrawn.get(side) for side in (tie.home_id, tie.away_id)]
        for fixture in stored.fixtures_of_tie[tie.id]:
            verdict = stored.log.verdicts.get(fixture.id)
            where = f"{stored.pair(fixture)} in round {stored.rounds[tie.round_id].number}"
            if verdict is not None:
                assert fixture.home_id and fixture.away_id, f"{where} has a result and a side that is not known"
            if any(
                leaver is not None and (verdict is None or leaver.position < verdict.position) for leaver in leavers
            ):
                continue
            if tie.decided == "void":
                assert fixture.status == Fixture.Status.VOID, f"{where} is {fixture.status} in a void tie"
            elif verdict is None:
                assert fixture.home_goals is None or fixture.status == Fixture.Status.WALKOVER, f"{where} has goals"
                assert fixture.status != Fixture.Status.PLAYED, f"{where} was played by nobody"
            elif verdict.kind == ResultEntry.Kind.VOIDED:
                assert fixture.status == Fixture.Status.VOID, f"{where} is {fixture.status} and was voided"
            else:
                shown = Fixture.Status.WALKOVER if verdict.kind == ResultEntry.Kind.WALKOVER else Fixture.Status.PLAYED
                assert fixture.status == shown, f"{where} is {fixture.status} after {verdict.kind}"
                goals = (fixture.home_goals, fixture.away_goals)
                assert goals == (verdict.home_goals, verdict.away_goals), f"{where} shows {goals}"


def winners_have_won(stored: Stored) -> None:
    for tie in stored.ties.values():
        where = f"{stored.name(tie.home_id)} – {stored.name(tie.away_id)} in round {stored.rounds[tie.round_id].number}"
        if tie.decided == "not_needed":
            continue
        assert tie.winner_id in (None, tie.home_id, tie.away_id), f"{where} was won by somebody else"
        if not tie.decided:
            assert tie.winner_id is None, f"{where} has a winner and is not decided"
            continue
        sides = [side for side in (tie.home_id, tie.away_id) if side]
        if tie.decided in ("bye", "walkover") and len(sides) == 1:
            assert tie.winner_id == sides[0], f"{where}: nobody goes through"
        if stored.stage_of(tie).format in BRACKETS and sides and tie.decided not in ("double_walkover", "void"):
            assert tie.winner_id is not None, f"{where} is decided ({tie.decided}) without a winner"
        if tie.decided in ("regulation", "aggregate", "extra_time") and stored.competition.boards == 1:
            _won_by_goals(stored, tie, where)


def _won_by_goals(stored: Stored, tie: Row, where: str) -> None:
    """Compare the goals of all legs with the winner of a tie that they decided."""
    legs = [leg for leg in stored.fixtures_of_tie[tie.id] if leg.id in stored.log.verdicts]
    if any(leg.how in GAVE_UP or leg.how == "extra_time" for leg in legs):
        return
    if settings_of(stored.stage_of(tie)).get("replay"):
        legs = legs[-1:]
    ours = sum((leg.home_goals if leg.home_id == tie.home_id else leg.away_goals) or 0 for leg in legs)
    theirs = sum((leg.away_goals if leg.home_id == tie.home_id else leg.home_goals) or 0 for leg in legs)
    if ours != theirs:
        won = tie.home_id if ours > theirs else tie.away_id
        assert tie.winner_id == won, f"{where}: {ours}–{theirs}, and {stored.name(tie.winner_id)} won"


def who_has_left_plays_no_more(stored: Stored) -> None:
    """A tie of somebody who withdrew is decided, and no match of it waits or runs."""
    for tie in stored.ties.values():
        leavers = [side for side in (tie.home_id, tie.away_id) if side in stored.log.withdrawn]
        if not leavers:
            continue
        where = f"{stored.name(tie.home_id)} – {stored.name(tie.away_id)} in round {stored.rounds[tie.round_id].number}"
        assert tie.decided or not (tie.home_id and tie.away_id), (
            f"{where} is open, and {stored.name(leavers[0])} has left"
        )
        for fixture in stored.fixtures_of_tie[tie.id]:
            assert not stored.is_unfinished(fixture.match_id), f"{where} is being played, and {leavers} have left"


def matches_are_those_of_open_fixtures(stored: Stored) -> None:
    """What is open is played at a table of its own, and every table that runs is one of an open fixture."""
    of_fixture = {fixture.match_id: fixture for fixture in stored.fixtures.values() if fixture.match_id}
    for fixture in stored.fixtures.values():
        tie = stored.ties[fixture.tie_id]
        if fixture.status == Fixture.Status.OPEN:
            assert not tie.decided, f"{stored.pair(fixture)} is open in a decided tie"
            assert fixture.match_id in stored.matches, f"{stored.pair(fixture)} is open without a match"
            assert stored.rounds[tie.round_id].status == Round.Status.OPEN, f"{stored.pair(fixture)} is open too early"
    if stored.competition.status == Competition.Status.CANCELLED:
        return
    for key in stored.matches:
        if stored.is_unfinished(key):
            fixture = of_fixture.get(key)
            held = stored.matches[key].held
            frozen = stored.competition.frozen_at is not None
            assert held or not frozen, f"the match {key} is not held, though the competition is frozen"
            away = fixture is not None and {fixture.home_id, fixture.away_id} & stored.on_leave
            assert frozen or away or not held, f"the match {key} is held, and nobody is away"
            assert fixture is not None, f"the match {key} is played for nothing"
            assert not stored.ties[fixture.tie_id].decided, f"{stored.pair(fixture)} is played in a decided tie"
            assert fixture.id not in stored.log.verdicts, f"{stored.pair(fixture)} is played and has a result"


# ── tables ──
def tables_add_up(stored: Stored) -> None:
    """Every row has the matches, goals and points of its results, and all that was taken from it."""
    for group in stored.groups.values():
        rows = {UUID(row["entrant"]): row for row in group.table.get("rows", [])}
        assert len(rows) == len(group.table.get("rows", [])), f"group {group.name} has a row twice"
        if not rows:
            continue
        _has_its_members(stored, group, rows)
        _is_in_order(stored, group, list(rows.values()))
        if stored.competition.boards > 1:
            _adds_up_for_teams(stored, group, rows)
        else:
            _adds_up(stored, group, rows)


def _has_its_members(stored: Stored, group: Row, rows: dict[UUID, Row]) -> None:
    stage = stored.stages[group.stage_id]
    if stage.number > 1 and not any("seed" in slot for slot in group.members):
        members = {side for tie in stored.ties_of_group(group) for side in (tie.home_id, tie.away_id) if side}
    elif group.members:
        members = {stored.by_seed[slot["seed"]].id for slot in group.members if slot.get("seed") in stored.by_seed}
    else:
        members = {entrant.id for entrant in stored.by_seed.values()}
    assert rows.keys() <= members, f"group {group.name} has a row of a stranger"
    staying = {member for member in members if member not in stored.log.withdrawn}
    assert staying <= rows.keys(), f"group {group.name} lacks {[stored.name(key) for key in staying - rows.keys()]}"


def _is_in_order(stored: Stored, group: Row, rows: list[dict[str, Any]]) -> None:
    """Compare each row with the next by the first criteria, as far as they can be read off the rows."""
    stage = stored.stages[group.stage_id]
    closing = stored.log.closings.get(stage.number)
    if closing is not None and closing.closing["way"] == "points_per_game":
        assert all(_per_match(better) >= _per_match(worse) for better, worse in pairwise(rows)), (
            f"group {group.name} is out of order by points per match"
        )
    if closing is not None and closing.closing["way"] in ("points_per_game", "weighted_points_per_game"):
        return
    for better, worse in pairwise(rows):
        assert better["rank"] <= worse["rank"], f"group {group.name} is out of order"
        for number, criterion in enumerate(stored.competition.criteria):
            if isinstance(criterion, dict) and "head_to_head" in criterion:
                columns = [COLUMNS[each] for each in stored.competition.criteria[:number]]
                _met_in_order(stored, group, [row for row in rows if all(row[c] == better[c] for c in columns)])
            if not isinstance(criterion, str) or criterion not in COLUMNS or _plays_off(stored, group):
                break
            column = COLUMNS[criterion]
            if better[column] == worse[column] and settings_of(stage).get("carried", "none") in (
                "half_up",
                "half_down",
            ):
                break
            assert better[column] >= worse[column], (
                f"group {group.name}: {column} {better[column]} before {worse[column]}"
            )
            if better[column] > worse[column]:
                break


COLUMNS = {"points": "points", "goal_difference": "goal_difference", "goals_for": "goals_for", "wins": "won"}
"""Criteria that can be read off a row."""


def _met_in_order(stored: Stored, group: Row, level: list[dict[str, Any]]) -> None:
    """Compare two rows that are level, and no third one, with the points of the matches between them."""
    settings = settings_of(stored.stages[group.stage_id])
    if len(level) != 2 or stored.competition.boards > 1 or settings.get("draws", "stand") != "stand":
        return
    sides = [UUID(row["entrant"]) for row in level]
    ties = [tie for tie in stored.ties_of_group(group) if {tie.home_id, tie.away_id} == set(sides)]
    if _plays_off(stored, group) or not all(tie.decided for tie in ties):
        return
    win, draw, defeat = stored.competition.points
    points: Counter[UUID] = Counter()
    for tie in ties:
        for side, numbers in _counted(stored, tie, settings):
            points[side] += numbers["won"] * win + numbers["drawn"] * draw + numbers["lost"] * defeat
    ahead, behind = sides
    assert points[ahead] >= points[behind], f"{stored.name(behind)} had more from the matches with {stored.name(ahead)}"


def _per_match(row: dict[str, Any]) -> Fraction:
    return Fraction(row["points"]) / row["played"] if row["played"] else Fraction(0)


def _plays_off(stored: Stored, group: Row) -> bool:
    """Return whether places of ``group`` may be decided by a match more."""
    rounds = stored.rounds_of_stage[group.stage_id]
    return any(tie.kind == "boundary" for round in rounds for tie in stored.ties_of_round[round.id])


def _adds_up(stored: Stored, group: Row, rows: dict[UUID, Row]) -> None:
    stage = stored.stages[group.stage_id]
    settings = settings_of(stage)
    win, draw, defeat = stored.competition.points
    totals: dict[UUID, Counter[str]] = defaultdict(Counter)
    for tie in stored.ties_of_group(group):
        for side, numbers in _counted(stored, tie, settings):
            totals[side].update(numbers)
    byes = _byes(stored, group, settings) if stage.format == Stage.Format.SWISS else Counter()
    brings_matches = bool(settings.get("carried_matches")) and settings.get("carried", "none") != "none"
    for key, row in rows.items():
        counted = totals[key]
        where = f"{stored.name(key)} in group {group.name!r} of stage {stage.number}"
        assert row["played"] == row["won"] + row["drawn"] + row["lost"], f"{where}: {row}"
        if not brings_matches:
            for column in ("played", "won", "drawn", "lost", "goals_for", "goals_against"):
                assert row[column] == counted[column], (
                    f"{where}: {row[column]} {column}, {counted[column]} by the results"
                )
        adjustment = row["adjustment"]
        if settings.get("carried", "none") == "none":
            expected = byes[key] - stored.log.deducted[key]
            assert adjustment == expected, f"{where}: {adjustment} beside its results, not {expected}"
        else:
            ledger = sum(points for entrant, points, _reason in group.table["ledger"] if entrant == str(key))
            assert adjustment == ledger or brings_matches, f"{where}: {adjustment} beside its results, {ledger} told"
            taken = [points for entrant, points, _reason in group.table["ledger"] if entrant == str(key) and points]
            assert stored.log.deducted[key] == 0 or len(taken) > 0, f"{where}: nothing was taken"
        if not brings_matches:
            level = counted["drawn"] - counted["kicks_won"] - counted["kicks_lost"]
            points = counted["won"] * win + level * draw + counted["lost"] * defeat
            points += (
                counted["kicks_won"] * settings["shootout_win"] + counted["kicks_lost"] * settings["shootout_loss"]
            )
            assert row["points"] == points + adjustment, (
                f"{where}: {row['points']} points, {points + adjustment} by results"
            )


def _counted(stored: Stored, tie: Row, settings: dict[str, Any]) -> Iterable[tuple[UUID, dict[str, int]]]:
    """Yield both sides of ``tie`` with what it counts for each; nothing if it has no result."""
    fixtures = stored.fixtures_of_tie[tie.id]
    if not fixtures or not tie.home_id or not tie.away_id or "house" in tie.away_slot:
        return
    two_legs = len(fixtures) > 1
    if (two_legs or tie.decided) and tie.decided in WITHOUT_RESULT:
        return
    if not two_legs and fixtures[0].status not in (Fixture.Status.PLAYED, Fixture.Status.WALKOVER):
        return
    goals = [0, 0]
    conceded = 0
    for leg in fixtures:
        turned = leg.home_id != tie.home_id
        goals[turned] += leg.home_goals or 0
        goals[not turned] += leg.away_goals or 0
        conceded += 3 * (leg.how == "double_defeat")
    winner, kicks = _winner(stored, tie, fixtures, goals, settings)
    if two_legs and tie.decided == "walkover" and winner in (0, 1):
        goals = _awarded_goals(stored, fixtures, goals, winner)
    for at, side in enumerate((tie.home_id, tie.away_id)):
        won, lost = winner == at, winner in (1 - at, "nobody")
        yield (
            side,
            {
                "played": 1,
                "won": int(won),
                "lost": int(lost),
                "drawn": int(not won and not lost),
                "goals_for": goals[at],
                "goals_against": goals[1 - at] + conceded,
                "kicks_won": int(kicks == at),
                "kicks_lost": int(kicks == 1 - at),
            },
        )


def _awarded_goals(stored: Stored, fixtures: list[Row], goals: list[int], winner: int) -> list[int]:
    """Return the goals of two legs that one side did not play: 3–0, or what was played if that is no worse."""
    verdicts = [stored.log.verdicts.get(leg.id) for leg in fixtures]
    if all(verdict is not None and verdict.kind != ResultEntry.Kind.WALKOVER for verdict in verdicts):
        return goals
    if goals[winner] - goals[1 - winner] >= 3:
        return goals
    return [3, 0] if winner == 0 else [0, 3]


def _winner(
    stored: Stored, tie: Row, fixtures: list[Row], goals: list[int], settings: dict[str, Any]
) -> tuple[int | str | None, int | None]:
    """Return which side has won ``tie`` of a table (0, 1, nobody; None: level), and who has won paid kicks."""
    of_tie = None if tie.winner_id is None else 0 if tie.winner_id == tie.home_id else 1
    kicks_pay = settings.get("draws", "stand") != "stand"
    if len(fixtures) > 1:
        if tie.decided in ("walkover", "double_walkover"):
            return ("nobody" if of_tie is None else of_tie), None
        if tie.decided == "shootout" and kicks_pay and goals[0] == goals[1]:
            return None, of_tie
        return of_tie, None
    [fixture] = fixtures
    verdict = stored.log.verdicts.get(fixture.id)
    leaver = any(
        side in stored.log.withdrawn
        and (verdict is None or (verdict.match_id and stored.log.withdrawn[side].position < verdict.position))
        for side in (tie.home_id, tie.away_id)
    )
    if verdict is None or (leaver and fixture.status == Fixture.Status.WALKOVER):
        return ("nobody" if of_tie is None else of_tie), None
    awarded = {"home": 0, "away": 1}.get(verdict.winner)
    if verdict.kind == ResultEntry.Kind.WALKOVER:
        return ("nobody" if awarded is None else awarded), None
    if verdict.how in GAVE_UP and awarded is not None:
        return awarded, None
    if goals[0] != goals[1]:
        return (0 if goals[0] > goals[1] else 1), None
    if settings.get("evening") and settings["buzzer"] == "shootout" and not kicks_pay and verdict.shootout:
        return (0 if verdict.shootout["home"] > verdict.shootout["away"] else 1), None
    if kicks_pay and tie.decided == "shootout" and of_tie is not None:
        return None, of_tie
    return None, None


def _byes(stored: Stored, group: Row, settings: dict[str, Any]) -> Counter[UUID]:
    """Return the points that byes and late entries have brought in Swiss rounds: those of a round that is over."""
    win, draw, _defeat = stored.competition.points
    paid = {"": win * settings["bye"], "half_bye": draw, "full_bye": win, "absent": 0.0}
    points: Counter[UUID] = Counter()
    rounds = [round for round in stored.rounds_of_stage[group.stage_id] if stored.ties_of_round[round.id]]
    for round in rounds:
        ties = stored.ties_of_round[round.id]
        going_on = round is rounds[-1] and not all(tie.decided for tie in ties)
        if not any(tie.decided and not (going_on and tie.decided == "bye") for tie in ties):
            continue
        for tie in ties:
            if tie.decided == "bye" and tie.home_id and not going_on:
                points[tie.home_id] += paid[tie.kind]
            if "house" in tie.away_slot and tie.decided not in WITHOUT_RESULT:
                points[tie.home_id] += _against_the_house(stored, tie, settings)
        if settings["late"] == "half_bye" and not going_on:
            for entrant in stored.by_seed.values():
                points[entrant.id] += draw * (entrant.first_round > round.step)
    return points


def _against_the_house(stored: Stored, tie: Row, settings: dict[str, Any]) -> float:
    win, draw, defeat = stored.competition.points
    [fixture] = stored.fixtures_of_tie[tie.id]
    winner, kicks = _winner(stored, tie, [fixture], [fixture.home_goals or 0, fixture.away_goals or 0], settings)
    if kicks is not None:
        return settings["shootout_win"] if kicks == 0 else settings["shootout_loss"]
    return draw if winner is None else win if winner == 0 else defeat


def _adds_up_for_teams(stored: Stored, group: Row, rows: dict[UUID, Row]) -> None:
    win, draw, defeat = stored.competition.points
    points: Counter[UUID] = Counter()
    board_points: Counter[UUID] = Counter()
    for tie in stored.ties_of_group(group):
        if tie.decided in WITHOUT_RESULT or not tie.home_id or not tie.away_id:
            continue
        points[tie.home_id] += win if tie.winner_id == tie.home_id else defeat if tie.winner_id else 0
        points[tie.away_id] += win if tie.winner_id == tie.away_id else defeat if tie.winner_id else 0
        if tie.winner_id is None:
            level = draw if tie.decided == "draw" else defeat
            points[tie.home_id] += level
            points[tie.away_id] += level
        board_points[tie.home_id] += tie.home_points
        board_points[tie.away_id] += tie.away_points
    for key, row in rows.items():
        expected = points[key] - stored.log.deducted[key]
        assert row["points"] == expected, f"{stored.name(key)}: {row['points']} points, {expected} by the ties"
        assert row["board_points"] == board_points[key], f"{stored.name(key)}: {row['board_points']} board points"


# ── the end ──
def it_is_over_when_nothing_is_left(stored: Stored) -> None:
    row = stored.competition
    if row.status not in (Competition.Status.RUNNING, Competition.Status.FINISHED):
        return
    complete = all(tie.decided for tie in stored.ties.values())
    made = all(stored.ties_of_round[round.id] for round in stored.rounds.values())
    if row.status == Competition.Status.FINISHED:
        assert not stored.open(), "it is finished, and something is open"
        assert complete, "it is finished, and something is not decided"
    else:
        assert not (complete and made), "all is decided, and it is not finished"
        assert row.champion_id is None, "it has a champion, and is not finished"
    if row.champion_id is not None:
        _has_its_champion(stored)


def _has_its_champion(stored: Stored) -> None:
    part = [stage for stage in stored.stages.values() if stage.format != Stage.Format.PLAYOFFS][-1]
    closing = stored.log.closings.get(part.number)
    assert closing is None or closing.closing["way"] != "annulled", "an annulled season has a champion"
    if part.format in BRACKETS:
        ties = [tie for round in stored.rounds_of_stage[part.id] for tie in stored.ties_of_round[round.id]]
        finals = [tie for tie in ties if tie.kind in ("final", "reset")]
        assert stored.competition.champion_id == finals[-1].winner_id, "the champion has not won the final"
        return
    rows = stored.groups_of_stage[part.id][0].table["rows"]
    staying = [row["entrant"] for row in rows if UUID(row["entrant"]) not in stored.log.withdrawn]
    assert str(stored.competition.champion_id) == staying[0], "the champion is not first of the table"


def something_can_go_on(stored: Stored) -> None:
    """What runs and has no open match waits for somebody who can do something."""
    row = stored.competition
    if row.status != Competition.Status.RUNNING or row.frozen_at is not None or stored.open():
        return
    if any(stage.pairing_due for stage in stored.stages.values()):
        return
    undone = [round for round in stored.rounds.values() if round.status != Round.Status.DONE]
    for round in stored.rounds.values():
        ties = [tie for tie in stored.ties_of_round[round.id] if tie.home_id and tie.away_id and not tie.decided]
        may_open = ties or (not stored.ties_of_round[round.id] and round is undone[0])
        if round.status == Round.Status.PENDING and row.advance != Competition.Advance.AUTO and may_open:
            return  # the organiser opens it
        if round.status == Round.Status.OPEN and any(_waits_for_people(stored, tie) for tie in ties):
            return
    raise AssertionError("nothing is open, it is not over, and nobody can go on")


def _waits_for_people(stored: Stored, tie: Row) -> bool:
    """Return whether captains, or the organiser who has entered half of it, can go on with ``tie``."""
    fixtures = stored.fixtures_of_tie[tie.id]
    if stored.competition.boards > 1:
        return not any(fixture.home_player_id or fixture.away_player_id for fixture in fixtures)
    return any(fixture.id in stored.log.verdicts for fixture in fixtures)


Belief = Callable[[Stored], None]
BELIEFS: tuple[Belief, ...] = (
    nobody_stands_twice_in_a_round,
    slots_are_filled_from_where_they_say,
    rounds_are_done_when_all_is_decided,
    fixtures_show_what_the_log_says,
    winners_have_won,
    who_has_left_plays_no_more,
    matches_are_those_of_open_fixtures,
    tables_add_up,
    it_is_over_when_nothing_is_left,
    something_can_go_on,
    *OUTCOMES,
    *STRUCTURE,
)


def believe(stored: Stored) -> None:
    for belief in BELIEFS:
        belief(stored)
