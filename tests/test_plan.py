"""Variables of ``make up``."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from deploy.plan import CannotRun, Plan


@pytest.mark.parametrize(("given", "wanted"), [(None, True), ("", True), ("1", True), ("0", False), ("no", False)])
def test_the_demo_is_there_unless_it_is_refused(monkeypatch, given, wanted):
    """Make exports a variable that was not given as an empty one."""
    monkeypatch.delenv("DEMO", raising=False)
    if given is not None:
        monkeypatch.setenv("DEMO", given)
    assert Plan.from_environment().demo is wanted


def test_a_program_that_has_the_port_by_ipv6_alone_is_in_the_way():
    """A browser that is sent to localhost asks ::1 first, and so does the supervisor."""
    with socket.socket(socket.AF_INET6) as other:
        try:
            other.bind(("::1", 0))
        except OSError:
            pytest.skip("this machine has no IPv6")
        other.listen()
        plan = Plan(Path("/nowhere"), other.getsockname()[1], None, False, "", "")
        with pytest.raises(CannotRun, match="is taken by another program"):
            plan.check_ports()


@pytest.mark.parametrize("number", [errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL])
def test_a_machine_without_ipv6_is_no_obstacle(monkeypatch, number):
    real = socket.socket

    def without_ipv6(family=socket.AF_INET, *rest):
        if family == socket.AF_INET6:
            raise OSError(number, os.strerror(number))
        return real(family, *rest)

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr(socket, "socket", without_ipv6)
    Plan(Path("/nowhere"), port, None, False, "", "").check_ports()
