"""Probes: ``/livez`` (this process answers) and ``/readyz`` (everything that it needs works).

``/readyz`` asks database, migrations, Valkey, worker and beat; ``?only=database,migrations`` some of them. Both are
answered before the host's name, the scheme or a session is checked, so that ``http://localhost:8000/livez`` in the
container works whatever ALLOWED_HOSTS says.
"""

import os
import time
from collections.abc import Callable, Collection
from typing import Any

import django
from asgiref.sync import iscoroutinefunction, sync_to_async
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware
from redis.exceptions import RedisError

HEARTBEAT = "heartbeat"
"""Cache key of the time of the last ``deploy.tasks.heartbeat``."""
SILENCE = 60.0
"""Seconds without a heartbeat before beat or the worker counts as gone."""


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(missing)} not applied: run manage.py migrate" if missing else "ok"


def _valkey() -> str:
    cache.get(HEARTBEAT)
    return "ok"


def _beat() -> str:
    at = cache.get(HEARTBEAT)
    if at is None or time.time() - at > SILENCE:
        return f"no sign of beat and worker for {SILENCE:.0f} s"
    return "ok"


def _rules() -> str:
    from matches.upkeep.upgrades import in_play_under_other_rules  # noqa: PLC0415  needs Django set up (``main``)

    _database()
    waiting = len(in_play_under_other_rules())
    return f"{waiting} matches in play under other rules: run manage.py older_rules" if waiting else "ok"


CHECKS: dict[str, Callable[[], str]] = {
    "database": _database,
    "migrations": _migrations,
    "rules": _rules,
    "valkey": _valkey,
    "beat": _beat,
}


def readiness(only: Collection[str] = ()) -> dict[str, str]:
    """Return ``ok`` or the fault of each part, or of those named: no address, no secret, for the page is public."""
    states = {}
    for name in only or CHECKS:
        try:
            states[name] = CHECKS[name]()
        except DatabaseError:
            states[name] = "the database does not answer"
        except (RedisError, OSError):
            states[name] = "Valkey does not answer"
    return states


def livez(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as this process does."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when every part that is asked for is ok, else 503 with the faults."""
    only = list(filter(None, request.GET.get("only", "").split(",")))
    if unknown := set(only) - set(CHECKS):
        error = f"only knows {', '.join(CHECKS)}, not {', '.join(sorted(unknown))}"
        return JsonResponse({"ready": False, "error": error}, status=400)
    states = readiness(only)
    ready = all(state == "ok" for state in states.values())
    return JsonResponse({"ready": ready, **states}, status=200 if ready else 503)


PROBES: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/livez": livez, "/readyz": readyz}


@sync_and_async_middleware
def probe_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Answer the probes before any other middleware. The first of MIDDLEWARE."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            probe = PROBES.get(request.path_info)
            if probe is not None:
                return await sync_to_async(probe)(request)
            response: HttpResponseBase = await get_response(request)
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        probe = PROBES.get(request.path_info)
        response: HttpResponseBase = probe(request) if probe is not None else get_response(request)
        return response

    return answer


async def favicon(request: HttpRequest) -> HttpResponse:
    """Answer 204 to browsers that ask for an icon of pages without one (text, JSON)."""
    return HttpResponse(status=204, headers={"Cache-Control": "max-age=86400"})


def main() -> int:
    """Run ``python -m deploy.health``: 0 when every part is ok. For worker and beat, which have no page."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    wrong = {name: state for name, state in readiness().items() if state != "ok"}
    for name, state in wrong.items():
        print(f"{name}: {state}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
