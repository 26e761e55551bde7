"""What others hear of a match when it has moved on: other processes, pages, programs that play, the collector."""

import asyncio

from matches import feed
from matches.collecting import kick_results
from matches.live.runtime import Runtime
from matches.terms import clock


def announce(runtime: Runtime, *, public: str = "", changed: bool, over: bool = False) -> None:
    """Tell everybody, in the background, where the match stands now.

    ``public``: its ready public frames for other processes; ``changed``: its status is another, which pages hear at
    once; ``over``: its result is to be taken.
    """
    row, hall = runtime.row, runtime.hall
    hall.moved(row.id, public)
    if hall.on_turn is not None and clock.is_correspondence(row.move_seconds):
        hall.spawn(hall.on_turn(row.id))
    robots = [f"user:{sits.user}" for sits in row.seats.values() if sits.robot and sits.user]
    if robots or changed or over:
        hall.spawn(_tell(runtime, robots, changed or over, over))


async def _tell(runtime: Runtime, robots: list[str], pages: bool, over: bool) -> None:
    """Wake the event streams ``robots`` (``Seat.robot``), tell pages, and wake the collector, which sweeps anyhow."""
    row = runtime.row
    if robots:
        await feed.apublish_all(robots, {"match": str(row.id), "v": row.version})
    if pages:
        news = {"match": row.id, "status": row.status}
        await feed.apublish(f"match:{row.id}", news)
        if row.listed and row.audience is None:
            await feed.apublish("lobby", news)
    if over:
        await asyncio.get_running_loop().run_in_executor(None, kick_results, row.id)
