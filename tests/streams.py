"""Answers that are sent bit by bit, read whole."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync


def whole(answer: Any) -> bytes:
    """The body of an answer of the test client, streamed or not."""
    if not answer.streaming:
        return answer.content
    if not answer.is_async:
        return b"".join(answer.streaming_content)

    async def read() -> bytes:
        return b"".join([part async for part in answer.streaming_content])

    return async_to_sync(read)()
