"""The one statement that writes: it checks the version, appends the log, stores the position; only then it is shown."""

import time

from matches import metrics
from matches.live.announcing import announce
from matches.live.changes import Change
from matches.live.runtime import Runtime


async def commit(runtime: Runtime, change: Change) -> bool:
    """Write ``change`` if the match is still at the version it was made for; then, and only then, show it.

    False: another process was first, and nothing was written.
    """
    if not await write(runtime, change):
        return False
    before, since = runtime.row.status, runtime.row.version
    runtime.take(change)
    changed = change.status != before
    announce(runtime, public="" if changed else runtime.public_after(since), changed=changed, over=change.over)
    return True


async def write(runtime: Runtime, change: Change) -> bool:
    """Write the row and the log; False if the match was no longer at that version."""
    row = runtime.row
    values = {
        **change.columns,
        "id": row.id,
        "expected": row.version,
        "was": row.status,
        "client_id": change.client_id,
        "seat": change.seat or "",
        "kind": change.kind,
        "at": change.at,
        "rows": change.rows,
        "over": change.over,
        "command": change.command,
    }
    if runtime.timeline != runtime.hall.timeline:
        return False
    began = time.perf_counter()
    is_written = await runtime.hall.writer.write(values, runtime.timeline)
    if metrics.on:
        metrics.COMMIT.observe(time.perf_counter() - began)
    return is_written
