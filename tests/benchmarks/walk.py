"""Walks every page and periodic task on the filled database: time, and what each query reads.

``python -m tests.benchmarks.walk [pages|tasks]`` prints a line each and the worst queries; ``BENCH_PAGES`` names some,
``BENCH_SQL=1`` prints every query over its bound.
"""

from __future__ import annotations

import importlib
import math
import os
import subprocess
import sys
import time
from typing import Any

from tests.benchmarks import filled

RUNS = int(os.environ.get("BENCH_RUNS", "7"))
MOST_BUFFERS = 500
MOST_MS = 150


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[math.ceil(part * len(values)) - 1]


def pages(there: dict[str, Any]) -> list[str]:
    """Time every page and explain its queries; return what is over a bound."""
    from django.test import Client

    from matches.upkeep.lifespan import settle_memory
    from tests.benchmarks.asker import BACKEND, consoles_of, feeds_of, paths_of
    from tests.explained import explained

    settle_memory()  # as the server does once it is up: else now and then a page collects all that is imported, 170 ms
    over: list[str] = []
    everything = {**paths_of(there), **MORE}
    nobody = {**everything, **feeds_of(there), **DEEP}
    people = {"nobody": (None, nobody), "player": (there["player"], {**everything, **OWN})}
    people["runs it"] = (there["league"].owner, consoles_of(there))
    people["staff"] = (clerk(), support_of(there))
    wanted = set(filter(None, os.environ.get("BENCH_PAGES", "").split(",")))
    client = Client()
    for who, (user, paths) in people.items():
        if user is not None:
            client.force_login(user, backend=BACKEND)
        for name, path in paths.items():
            if wanted and name not in wanted:
                continue
            status = client.get(path).status_code
            client.get(path)
            own, wall = [], []
            for _run in range(RUNS):
                began, used = time.perf_counter(), time.process_time()
                client.get(path)
                own.append((time.process_time() - used) * 1000)
                wall.append((time.perf_counter() - began) * 1000)
            plans = explained(lambda path=path: client.get(path))
            over += report(
                f"{who}: {name}",
                plans,
                f"{percentile(own, 0.95):6.0f} ms CPU {percentile(wall, 0.5):6.0f} by the clock",
                status,
            )
            if percentile(own, 0.95) > MOST_MS:
                over.append(f"{who}: {name} takes {percentile(own, 0.95):.0f} ms of the processor")
    return over


def clerk() -> Any:
    """Return one of the staff."""
    from league.players.models import User

    return User.objects.get_or_create(username="clerk", defaults={"nickname": "Clelia", "is_staff": True})[0]


def support_of(there: dict[str, Any]) -> dict[str, str]:
    """Name the pages of support: every list, what waits in it, and rows to which much belongs."""
    from league.support.rows import REGISTERED

    lists = {f"support {support.opts.model_name}": support.address() for support in REGISTERED}
    waiting = {
        f"{name} waits": f"{support.address()}?waiting=1"
        for name, support in zip(lists, REGISTERED, strict=True)
        if support.waiting is not None
    }
    rows = {
        f"support a {support.opts.model_name}": support.address(row.pk)
        for support in REGISTERED
        if (row := support.model._default_manager.order_by("pk").first()) is not None
    }
    player, cup, league = there["player"].pk, there["cup"].pk, there["league"].pk
    more = {
        "support": "/support/",
        "support short": "/support/?q=an",
        "support name": "/support/?q=mar",
        "support rare": "/support/?q=zuzuzu",
        "support id": f"/support/?q=/matches/{there['match'].pk}/",
        "support player": f"/support/players/user/{player}/",
        "support league": f"/support/competitions/competition/{league}/",
        "support cup": f"/support/competitions/competition/{cup}/",
        "support this match": f"/support/matches/match/{there['match'].pk}/",
        "support this fixture": f"/support/competitions/fixture/{there['fixture'].pk}/",
        "support people page 20": "/support/players/user/?p=20",
        "support matches page 20": "/support/matches/match/?p=20",
        "support seats of player": f"/support/matches/seat/?user={player}&p=2",
        "support entrants of league": f"/support/competitions/entrant/?competition={league}",
        "support log of league": f"/support/competitions/resultentry/?competition={league}",
        "support audit of league": f"/support/competitions/auditentry/?competition={league}",
        "support rounds of league": f"/support/competitions/round/?stage__competition={league}",
    }
    return {**more, **lists, **waiting, **rows}


MORE = {
    "today": "/matches/",
    "search short": "/search/?q=an",
    "search rare": "/search/?q=zuzuzu",
    "search people": "/search/?q=mar&only=people",
    "search competitions": "/search/?q=cup&only=competitions",
    "games": "/games/",
    "game": "/games/super_goal/",
}
DEEP = {
    "api matches deep": "/api/v1/matches/?limit=50&offset=5000",
    "api matches of game": "/api/v1/matches/?limit=50&game=super_goal&status=finished",
    "api competitions deep": "/api/v1/competitions/?limit=50&offset=2000",
    "leaders page 9": "/leaders/?page=9",
    "people page 9": "/leaders/?who=people&page=9",
    "bots": "/leaders/?who=bots",
    "competitions page 9": "/competitions/?page=9",
    "sitemap": "/sitemap.xml",
}
OWN = {
    "own fixtures": "/my/fixtures/",
    "following": "/matches/?show=followed",
    "notifications": "/notifications/",
    "own data": "/settings/",
}


def report(name: str, plans: list[Any], times: str, status: int | str) -> list[str]:
    from tests.explained import short

    worst = max(plans, key=lambda plan: plan.buffers, default=None)
    most = worst.buffers if worst else 0
    print(f"{name:34} {status} {times}  {len(plans):3d} queries, worst {most:6d} buffers", flush=True)
    late = [plan for plan in plans if plan.buffers > MOST_BUFFERS]
    letters = 700 if os.environ.get("BENCH_SQL") else 260
    for plan in late:
        print(f"      {plan.buffers:6d} buffers, {plan.rows} rows: {short(plan.sql, letters)}", flush=True)
    return [f"{name} reads {plan.buffers} buffers: {short(plan.sql)}" for plan in late]


def tasks() -> list[str]:
    """Run every periodic task, once as it stands and once explained; return what is over a bound."""
    from django.db import transaction

    from deploy.celery import app, timetable
    from tests.explained import explained, look_for_due_work

    over = report("the sweep of a web process", explained(look_for_due_work), "", "")
    app.conf.task_always_eager = True
    wanted = set(filter(None, os.environ.get("BENCH_TASKS", "").split(",")))
    for entry, row in timetable().items():
        if entry in NOT_OURS or (wanted and entry not in wanted) or entry in SKIPPED:
            continue
        module, _dot, function = _place(row["task"])
        work = getattr(importlib.import_module(module), function)
        period = row["schedule"] if isinstance(row["schedule"], (int, float)) else 86_400
        used, began = time.process_time(), time.perf_counter()
        done: list[Any] = []
        with transaction.atomic():
            done.append(work())
            transaction.set_rollback(True)
        own, wall = time.process_time() - used, time.perf_counter() - began
        plans = explained(work) if wall < 60 else []
        over += report(f"{entry} = {done[0]}", plans, f"{own:6.2f} s CPU {wall:6.2f} by the clock, of {period:.0f}", "")
        if own > period / 5:
            over.append(f"{entry} takes {own:.1f} s of the processor, of {period:.0f}")
    return over


SKIPPED = set(filter(None, os.environ.get("BENCH_WITHOUT", "").split(",")))
NOT_OURS = ("deploy-nightly-backup", "deploy-heartbeat")


def _place(task: str) -> tuple[str, str, str]:
    if task.startswith("deploy."):
        return "deploy.tasks", ".", task.removeprefix("deploy.")
    return task.rpartition(".")


def main() -> int:
    if "DATABASE_URL" not in os.environ:
        with filled.started() as around:
            subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], env=around, check=True)
            command = [sys.executable, "-m", "tests.benchmarks.walk", *sys.argv[1:]]
            return subprocess.run(command, env=around, check=False).returncode
    import django

    django.setup()
    from tests.benchmarks import asker

    parts, over = set(sys.argv[1:]) or {"pages", "tasks"}, []
    if "pages" in parts:
        ids = filled.subjects(dict(os.environ))
        there = {name: asker.KINDS[name].objects.get(pk=key) for name, key in ids.items()}
        over += pages(there)
    if "tasks" in parts:
        over += tasks()
    print(f"{len(over)} over their bounds", *over, sep="\n")
    return bool(over)


if __name__ == "__main__":
    sys.exit(main())
