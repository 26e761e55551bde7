"""Plans of the queries that a piece of work asks: EXPLAIN of each, as the database answered it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

import engines
from matches.terms.clock import CORRESPONDENCE_FROM

GROWING = frozenset((
    "matches_match", "matches_matchsecret", "matches_matchevent", "matches_matcharchive", "matches_seat",
    "matches_outbox", "matches_offer", "matches_matchcommand", "matches_chatline", "matches_challenge",
    "matches_official", "players_user", "players_notification", "django_session", "usersessions_usersession",
    "competitions_competition", "competitions_stage", "competitions_group", "competitions_round",
    "competitions_tie", "competitions_fixture", "competitions_entrant", "competitions_resultentry",
    "competitions_auditentry", "competitions_draw", "competitions_member", "competitions_proposal",
    "competitions_report", "competitions_dispute", "competitions_outlook", "statistics_line",
    "statistics_matchfigures", "statistics_rating", "statistics_career", "following_follow", "clubs_club",
    "clubs_membership", "delivery_hookmessage", "matches_review",
))  # fmt: skip
"""Tables that grow with the site: no query of a page or task may read one from end to end."""

SMALL = frozenset((
    "dispute_open_once", "competition_unswept", "competition_check_in", "competition_hidden", "stage_to_pair",
    "competition_running", "competition_swept", "round_to_open", "round_to_close", "report_due", "command_open",
    "outbox_open", "challenge_open", "match_no_show", "match_resume", "match_live",
    "group_to_project", "match_waiting", "match_visited", "match_open", "match_of_fixture_in_play",
    "fixture_ahead_home", "fixture_ahead_away",
))  # fmt: skip
"""Partial indexes that hold only what is running or due: to read one from end to end is to read what there is to do."""

READS = ("SELECT", "WITH", "UPDATE", "DELETE", "INSERT")


@dataclass(frozen=True)
class Plan:
    """A query with its plan."""

    sql: str
    tree: dict[str, Any]

    @property
    def buffers(self) -> int:
        """Pages of 8 kB that it read, from memory or disk."""
        return int(self.tree.get("Shared Hit Blocks", 0)) + int(self.tree.get("Shared Read Blocks", 0))

    @property
    def rows(self) -> int:
        return int(self.tree.get("Actual Rows", 0))

    def nodes(self) -> Iterator[tuple[dict[str, Any], bool]]:
        """Yield every node, and whether a limit stands above it with nothing between that reads to the end."""
        yield from _nodes(self.tree, False)

    def whole_reads(self, tables: frozenset[str] = GROWING) -> list[str]:
        """Name the tables of ``tables`` that are read from end to end, by their rows or by a whole index."""
        found = []
        for node, limited in self.nodes():
            table, kind = node.get("Relation Name"), node["Node Type"]
            if table not in tables or limited:
                continue
            whole_index = kind in ("Index Scan", "Index Only Scan") and not node.get("Index Cond")
            whole_index = whole_index and node.get("Index Name") not in SMALL
            if kind == "Seq Scan" or whole_index or (kind == "Bitmap Heap Scan" and _bare(node)):
                found.append(f"{table} by {kind.lower()} {node.get('Index Name', '')}".strip())
        return found


def _bare(node: dict[str, Any]) -> bool:
    """Return whether a bitmap is made of a whole index."""
    kind = node["Node Type"]
    if kind == "Bitmap Index Scan":
        return not node.get("Index Cond") and node.get("Index Name") not in SMALL
    return any(_bare(child) for child in node.get("Plans", ()) if child["Node Type"].startswith("Bitmap"))


READ_ALL = ("Sort", "Aggregate", "Hash", "Materialize", "WindowAgg", "Unique", "SetOp", "HashAggregate")


def _nodes(node: dict[str, Any], limited: bool) -> Iterator[tuple[dict[str, Any], bool]]:
    kind = node["Node Type"]
    limited = kind == "Limit" or (limited and kind not in READ_ALL)
    yield node, limited
    for child in node.get("Plans", ()):
        yield from _nodes(child, limited)


def explained(work: Callable[[], Any], *, analyze: bool = True) -> list[Plan]:
    """Run ``work`` in a transaction that is rolled back; return the plan of each query before it was asked.

    ``analyze``: with what it really read, for which each query runs twice.
    """
    plans: list[Plan] = []
    options = "ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON" if analyze else "FORMAT JSON"
    inside = False

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal inside
        if not inside and not many and sql.lstrip(" (\n").upper().startswith(READS) and "EXPLAIN" not in sql:
            inside = True
            try:
                with transaction.atomic(), connection.cursor() as cursor:
                    cursor.execute(f"EXPLAIN ({options}) {sql}", params)
                    answer = cursor.fetchone()[0]
                    tree = json.loads(answer) if isinstance(answer, str) else answer
                    plans.append(Plan(sql, tree[0]["Plan"]))
                    transaction.set_rollback(True)
            finally:
                inside = False
        return execute(sql, params, many, context)

    with transaction.atomic():
        with connection.execute_wrapper(look):
            work()
        transaction.set_rollback(True)
    return plans


def look_for_due_work() -> None:
    """Ask for due work, as a web process does each second."""
    from matches.upkeep.sweeper import _DUE, BATCH, SLICE  # with Django set up

    now = timezone.now()
    values = {"now": now, "games": list(engines.games()), "batch": BATCH, "lease": now, "late": now, "fresh": now}
    with connection.cursor() as cursor:
        values |= {"slice": SLICE, "days": CORRESPONDENCE_FROM, "after": UUID(int=0)}
        values |= {"lately": now, "unanswered": now, "unread": []}
        cursor.execute(_DUE, values)


def short(sql: str, letters: int = 220) -> str:
    """Return a query in one line without its long lists of columns."""
    line = re.sub(r"SELECT (DISTINCT )?.{150,}? FROM ", r"SELECT … FROM ", " ".join(sql.split()))
    return line[:letters]
