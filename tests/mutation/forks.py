"""A pytest plugin that tries mutants: each in a fork of one process that has imported the tests and made the database.

A fork puts the mutant's code into the functions that are loaded, and runs the tests that reach it until one fails.
A fork begins in a hundredth of a second; a process with stores of its own needed ten.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType

import pytest

from tests.mutation.areas import ROOT
from tests.mutation.operators import Mutant

MEMORY = 6 * 2**30
BROKEN = 4
"""Exit code of a fork that failed by itself."""
ASLEEP = 900.0
"""Seconds after which a fork that waits for something is ended, whatever its CPU."""


def functions(code: CodeType) -> Iterator[CodeType]:
    """Yield the functions of a module's code, methods with them, without those inside of another function."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & 0x1:  # CO_OPTIMIZED: a function; else the body of a class
                yield constant
            else:
                yield from functions(constant)


def changed(mutant: Mutant) -> dict[tuple[str, int], CodeType]:
    """Return the code of the functions that the mutant changes, by name and first line; none for one outside of them.

    A default, a constant or a decorator of the module takes effect when the module is imported. A lambda on its line
    would differ too, by the place where it stands.
    """
    if not mutant.statement:
        return {}
    path = str(ROOT / mutant.path)
    was, now = (
        compile(source, path, "exec", dont_inherit=True) for source in ((ROOT / mutant.path).read_text(), mutant.source)
    )
    old = {(code.co_qualname, code.co_firstlineno): code for code in functions(was)}
    new = {(code.co_qualname, code.co_firstlineno): code for code in functions(now)}
    return {key: code for key, code in new.items() if old.get(key) != code}


def loaded(path: str) -> list[FunctionType]:
    """Find the functions that were imported from the file at ``path``."""
    objects = gc.get_objects()  # by type(): a lazy object answers isinstance with what it stands for
    return [one for one in objects if type(one) is FunctionType and one.__code__.co_filename == path]


def forget_results() -> None:
    """Empty every cache of a function's results."""
    for one in gc.get_objects():
        if type(one) is functools._lru_cache_wrapper:
            one.cache_clear()


class Forks:
    """Calls ``trial`` when the tests are collected, with a function that tries a mutant on tests in a fork."""

    def __init__(self, trial: Callable[[Forks], None]) -> None:
        self.trial = trial
        self.items: dict[str, pytest.Item] = {}
        self.loaded: dict[str, list[FunctionType]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run one test for the database's sake, then the trial."""
        gc.unfreeze()  # or no function would be found
        self.items = {item.nodeid: item for item in session.items}
        self.first, self.last = self._ends(session.items)
        self.first.config.hook.pytest_runtest_protocol(item=self.first, nextitem=self.last)
        assert not session.testsfailed, self.first.nodeid
        self.has_stores = self.first.get_closest_marker("django_db") is not None
        self._clear()
        forget_results()  # those of this test too: a fork would take them over, and its mutant would not be called
        self.trial(self)
        return True

    def _clear(self) -> None:
        """Empty the stores of what a broken test left there, and close the connections: a fork would take them over."""
        if self.has_stores:
            from django.core.cache import cache
            from django.db import connections

            from tests.conftest import emptied, forget_cleaner

            emptied()
            cache.clear()
            forget_cleaner()
            connections.close_all()

    def _ends(self, items: list[pytest.Item]) -> tuple[pytest.Item, pytest.Item]:
        """Choose a test, with the database if one has it, and one of another file."""
        first = next((item for item in reversed(items) if item.get_closest_marker("django_db")), items[-1])
        return first, next(item for item in items if item.path != first.path)

    def run(self, mutant: Mutant | None, nodes: list[str], seconds: float) -> str | None:
        """Return the test that fails with the mutant, "" where none does, "time" where it takes too long.

        None: the mutant is in no function that is loaded.
        """
        codes: list[tuple[FunctionType, CodeType]] = []
        if mutant is not None:
            codes = self._codes(mutant)
            if not codes:
                return None
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.setsid()
            os.close(reader)
            self._fork(codes, [self.items[node] for node in nodes if node in self.items], seconds, writer)
        os.close(writer)
        ended = self._wait(pid)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)  # servers that a test had started
        with os.fdopen(reader) as pipe:
            told = pipe.read()
        self._clear()
        if os.WIFSIGNALED(ended):
            return "time"
        if os.WEXITSTATUS(ended) == BROKEN:
            raise RuntimeError(told)
        return told

    def _codes(self, mutant: Mutant) -> list[tuple[FunctionType, CodeType]]:
        """Return the loaded functions that the mutant changes, and their code with it.

        None of them where one would close over other names, as without its ``super()``: a function takes no such code.
        """
        if mutant.path not in self.loaded:
            self.loaded[mutant.path] = loaded(str(ROOT / mutant.path))
        new = changed(mutant)
        keys = [(one, (one.__code__.co_qualname, one.__code__.co_firstlineno)) for one in self.loaded[mutant.path]]
        codes = [(one, new[key]) for one, key in keys if key in new]
        fit = all(one.__code__.co_freevars == code.co_freevars for one, code in codes)
        return codes if fit else []

    def _fork(
        self, codes: list[tuple[FunctionType, CodeType]], items: list[pytest.Item], seconds: float, writer: int
    ) -> None:
        code = BROKEN
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nothing, stream)
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            for function, code_of_mutant in codes:
                function.__code__ = code_of_mutant
            self._try(items, writer)
            code = 0
        except BaseException as error:  # a fork never goes back into the loop of its parent
            os.write(writer, repr(error).encode()[:2000])
        os._exit(code)

    def _try(self, items: list[pytest.Item], writer: int) -> None:
        """Run the tests; tell the first that fails."""
        for place, item in enumerate(items):
            if place == 0:
                item.session._setupstate.teardown_exact(item)
            following = items[place + 1] if place + 1 < len(items) else self._other(item)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                os.write(writer, item.nodeid.encode())
                return

    def _other(self, item: pytest.Item) -> pytest.Item:
        """Return a test of another file, so that all but the database is torn down after ``item``."""
        return self.last if item.path == self.first.path else self.first

    def _wait(self, pid: int) -> int:
        until = time.monotonic() + ASLEEP
        while True:
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                return status
            if time.monotonic() > until:
                os.killpg(pid, signal.SIGKILL)
            time.sleep(0.02)
