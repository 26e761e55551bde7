"""nginx with the shipped file over plain HTTP, and players who note how long they wait, for tests of a restart."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from deploy.environment import ROOT
from tests.live.players import Player
from tests.server import Process, Web

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"


def plain_nginx(folder: Path, port: int, webs: list[Web]) -> Process:
    """nginx with the shipped upstream, hash and locations, over plain HTTP on ``port`` of loopback."""
    conf = (ROOT / "deploy" / "nginx.conf").read_text()
    conf = re.sub(
        r"(?:\s*server 127\.0\.0\.1:\d+ max_fails=0;)+",
        "\n" + "".join(f"server 127.0.0.1:{web.port} max_fails=0;" for web in webs),
        conf,
    )
    listens = "listen 443 ssl;\n        listen [::]:443 ssl;"
    site = conf.index(f"    server {{\n        {listens}\n        server_name")
    before = conf[: conf.index("    # A request for another host name")]
    conf = before + conf[site:].replace(listens, f"listen 127.0.0.1:{port};")
    conf = re.sub(r"\n\s*ssl_\w+ [^;]+;", "", conf)
    for known, own in {
        "/var/log/nginx": str(folder),
        "/var/www/tabellone": str(folder),
        "server_name cup.example.org": "server_name 127.0.0.1",
        "http {\n": "http {\n"
        + "".join(
            f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        ),
    }.items():
        assert known in conf, known
        conf = conf.replace(known, own)
    (folder / "nginx.conf").write_text(f"pid {folder}/nginx.pid;\ndaemon off;\n{conf}")
    subprocess.run([NGINX, "-t", "-q", "-c", f"{folder}/nginx.conf"], check=True)
    return Process([NGINX, "-c", f"{folder}/nginx.conf"], {"PATH": "/usr/sbin:/usr/bin:/bin"})


@dataclass
class Waiting(Player):
    """A player who notes the times from a move's first sending to its acknowledgement."""

    sent_at: float = 0.0
    waits: list[float] = field(default_factory=list)

    async def one(self, table):
        before = self.pending
        await super().one(table)
        now = time.monotonic()
        if before and self.pending is not before:
            self.waits.append(now - self.sent_at)
        if self.pending and self.pending is not before:
            self.sent_at = now


def told(players: Iterable[Waiting]) -> str:
    """Tell how long they waited."""
    waits = sorted(itertools.chain.from_iterable(player.waits for player in players))
    late = sum(wait > 2 for wait in waits)
    return f"the longest wait {waits[-1]:.2f} s, {late} of {len(waits)} over 2 s, median {waits[len(waits) // 2]:.3f} s"
