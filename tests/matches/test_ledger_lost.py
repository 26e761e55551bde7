"""A database that is killed under a pen of the ledger: whoever waits for its answer is told, on whatever loop."""

import asyncio
import socket
from types import SimpleNamespace

import psycopg
import pytest
import uvloop
from psycopg.pq import ExecStatus

from matches.live import ledger
from matches.live.ledger import Ledger, Pen


class Dying:
    """As libpq stands before a database that is killed before it has read our statement: its last word, an error."""

    def __init__(self):
        self.ours, self.theirs = socket.socketpair()
        self.ours.setblocking(False)
        self.socket, self.said = self.ours.fileno(), False

    def send_query_prepared(self, *_statement, **_how):
        self.ours.send(b"a statement that is never read")

    def flush(self):
        return 0

    def consume_input(self):
        try:
            self.said = bool(self.ours.recv(4096))
        except BlockingIOError:
            return
        except OSError as error:
            raise psycopg.OperationalError(str(error)) from error

    def is_busy(self):
        return not self.said

    def get_result(self):
        self.said = False
        return SimpleNamespace(status=ExecStatus.FATAL_ERROR)

    def die(self):
        self.theirs.send(b"terminating connection")
        self.theirs.close()


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
@pytest.mark.parametrize("again", [True, False])
def test_a_database_that_dies_with_our_statement_unread_is_noticed(loop, again):
    """libuv asks a socket no more that told of an error, though its last words came before it: whoever waited for more
    waited for ever. The control does not listen anew; then the sweep's look finds it.
    """
    lost = []

    async def scenario():
        line, answer = Dying(), asyncio.get_running_loop().create_future()
        book = SimpleNamespace(lose=lambda pen: lost.append(pen.rest()), take_back=None)
        pen = Pen(book, SimpleNamespace(pgconn=line))
        if not again:
            pen._loop = SimpleNamespace(add_reader=lambda *_: None, remove_reader=lambda *_: None)
        pen.write(b"[]", {b"": answer})
        line.die()
        await asyncio.sleep(0.1)
        found = bool(lost)
        if not found:
            pen.look()
        assert isinstance(answer.exception(), psycopg.OperationalError) and lost
        pen._loop = asyncio.get_running_loop()
        pen.rest()
        line.ours.close()
        return found

    with asyncio.Runner(loop_factory=loop) as runner:
        found = runner.run(scenario())
    assert found == (again or loop is not uvloop.new_event_loop)


@pytest.mark.parametrize("patience", [0, 60])
def test_a_database_that_is_silent_is_given_up(monkeypatch, patience):
    """A line that is dead and does not say so: the sweep tells who waits; before its time it does not."""
    monkeypatch.setattr(ledger, "ANSWER_SECONDS", patience)
    thrown = []

    async def scenario():
        line, answer = Dying(), asyncio.get_running_loop().create_future()
        book = Ledger(SimpleNamespace(throw_away=thrown.append), 0)
        pen = Pen(book, SimpleNamespace(pgconn=line))
        book._busy.add(pen)
        pen.write(b"[]", {b"": answer})
        await book.settle()
        if patience:
            assert not answer.done() and not thrown
            pen.give_up()
        assert isinstance(answer.exception(), psycopg.OperationalError) and thrown == [pen.link]
        line.ours.close()
        line.theirs.close()

    asyncio.run(scenario())
