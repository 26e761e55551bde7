"""The commands of the processes, beat's timetable, and the address on the Wi-Fi."""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
import sys
import time
import types
import uuid
from pathlib import Path
from unittest import mock

import pytest
import uvicorn
from celery import signals
from celery.exceptions import SoftTimeLimitExceeded
from django.test import Client
from django.urls import reverse

from deploy import backup, celery, lan, preloading, processes, stores, tasks
from deploy.children import FORKS, spawn
from deploy.environment import ROOT
from deploy.plan import WEB_LIMIT, CannotRun, Plan
from deploy.supervisor import Kept, Supervisor
from league.delivery import mail
from matches.live.running import Hall

ADDRESS = "http://192.168.1.20:8000/"


def test_the_web_server_is_one_process_with_small_uncompressed_pinged_sockets():
    command = " ".join(processes.web("0.0.0.0", 8001))
    for part in (
        "deploy.asgi:application",
        "--host 0.0.0.0 --port 8001",
        "--workers 1",
        "--ws-per-message-deflate false",
        "--ws-ping-interval 20",
        "--ws-max-size 4096",
        "--lifespan on",
    ):
        assert part in command


def test_children_of_a_worker_share_what_it_has_loaded():
    """The collector writes to each object that it looks at, and a child would get a copy of each page."""
    before = gc.get_freeze_count()
    loaded = [[] for _number in range(100)]
    signals.worker_before_create_process.send(sender=None)
    assert gc.get_freeze_count() >= before + len(loaded)


def test_the_queue_of_outgoing_requests_has_a_worker_of_its_own(settings):
    tasks = ("league.delivery.tasks.send", mail.TASK)
    queues = [celery.app.amqp.router.route({}, task)["queue"].name for task in tasks]
    assert queues == [settings.OUTWARD_QUEUE, settings.MAIL_QUEUE]
    command = processes.outward()
    assert f"--queues={','.join(queues)}" in command and f"--concurrency={len(queues)}" in command, "a thread for each"
    assert not any(option.startswith("--queues") for option in processes.worker()), "the others take the default queue"
    assert list(celery.app.amqp.queues.consume_from) == ["celery"]


@pytest.mark.parametrize("web", [1, 4, WEB_LIMIT])
def test_postgresql_takes_the_connections_of_all_processes(web, settings, monkeypatch, tmp_path):
    for name, value in {"WEB": str(web), "DATA": str(tmp_path), "DATABASE_URL": "", "VALKEY_URL": ""}.items():
        monkeypatch.setenv(name, value)
    of_pages, of_tables = settings.DATABASE_POOLS["default"]["pool"]["max_size"], Hall()._pool_size[1]
    of_children = 2 * (1 + 1)  # each for itself and for its hall
    most = web * (of_pages + of_tables + 1) + of_children + 2 + 1  # a scrape of each, outward's threads, beat
    given = Supervisor(Plan.from_environment()).stores.connections
    assert given >= most + 3, "PostgreSQL keeps three for itself"
    assert given == processes.connections(web)


def test_a_nightly_backup_that_takes_too_long_is_told_of(settings, monkeypatch, tmp_path, caplog):
    """It is ended by an exception, which ends the dump too: one that is killed could say nothing."""
    settings.BACKUPS = str(tmp_path)
    monkeypatch.setattr(backup, "nightly", mock.Mock(side_effect=SoftTimeLimitExceeded()))
    tasks.nightly_backup()
    assert "within 4 hours" in caplog.text and "make backup" in caplog.text
    limits = tasks.nightly_backup.soft_time_limit, tasks.nightly_backup.time_limit
    assert 4 * 3600 == limits[0] < limits[1]


def test_only_the_web_server_keeps_a_pool():
    assert "DATABASE_POOL" not in processes.surroundings("web", {})
    assert processes.surroundings("worker", {})["DATABASE_POOL"] == "0"
    assert processes.surroundings("beat", {"DATABASE_POOL": "1"})["DATABASE_POOL"] == "0"


def test_only_the_worker_loads_the_pages_before_its_first_task():
    assert processes.surroundings("beat", {})["CELERY_SKIP_CHECKS"] == "1"
    assert processes.surroundings("outward", {})["CELERY_SKIP_CHECKS"] == "1"
    assert "CELERY_SKIP_CHECKS" not in processes.surroundings("worker", {})


FORKING = """
import os, signal, sys, time
from deploy.children import fork

def stop(*_given):
    raise SystemExit

def tell():
    here = [os.getpgid(0) == os.getpid(), os.listdir("/proc/self/fd")[:-1], signal.getsignal(signal.SIGTERM).name]
    here.append(hasattr(sys.modules["__main__"], "kept"))
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # as a worker that waits for its broker
    forked = os.fork()
    if forked:
        print(here, open("/proc/self/comm").read().strip(), os.getpid(), forked, flush=True)
    time.sleep(60)

kept = open(os.devnull)
signal.signal(signal.SIGTERM, stop)
child = fork(tell, "told")
time.sleep(60)
"""


@pytest.mark.skipif(not FORKS, reason="every process begins anew here")
def test_a_forked_child_has_nothing_of_its_parents_and_dies_with_it_and_so_do_its_own():
    with subprocess.Popen([sys.executable, "-c", FORKING], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        told, *pids = parent.stdout.readline().rsplit(None, 2)
        assert told == "[True, ['0', '1', '2'], 'SIG_DFL', False] told"
        parent.kill()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))


@pytest.mark.skipif(not FORKS, reason="every process begins anew here")
def test_a_forked_child_tells_its_end_like_a_started_one():
    ended = subprocess.run(
        [sys.executable, "-c", "from deploy.children import fork; print(fork(lambda: exit(3), 'x').wait())"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == "3\n"


CRESTS = """
from deploy.children import fork
from league.players.drawing.crests import crest

def draw():
    print(crest("Zia Pina"))

for _number in range(2):
    fork(draw, "drawing").wait()
"""


@pytest.mark.skipif(not FORKS, reason="every process begins anew here")
def test_two_forked_processes_draw_crests_of_different_ids():
    """Parts of a page come from different processes, and an id is there once."""
    drawn = subprocess.run([sys.executable, "-c", CRESTS], cwd=ROOT, capture_output=True, text=True, check=True)
    first, second = drawn.stdout.splitlines()
    assert re.search(r'id="\w+"', first)[0] != re.search(r'id="\w+"', second)[0]


@pytest.mark.parametrize(
    ("around", "port", "has_pool"),
    [({}, 0, True), ({"METRICS_PORT": "9101", "DATABASE_POOL": "0"}, 9101, False)],
)
def test_what_differs_from_process_to_process_is_set_in_the_copy(settings, monkeypatch, around, port, has_pool):
    """``preloading.load`` has read the settings once, for all."""
    monkeypatch.setitem(settings.DATABASES["default"], "OPTIONS", {})
    monkeypatch.setattr(os, "environ", {})
    monkeypatch.setattr(sys, "argv", [])
    run = []
    monkeypatch.setattr(uvicorn, "main", run.append)
    preloading.run(["/env/bin/uvicorn", "deploy.asgi:application"], around)
    assert run == [["deploy.asgi:application"]] and sys.argv[1:] == run[0]
    assert port == settings.METRICS_PORT
    assert ("pool" in settings.DATABASES["default"]["OPTIONS"]) is has_pool


def test_the_timetable_holds_every_rooms_tasks_and_each_exists():
    celery.app.loader.import_default_modules()
    rows = celery.timetable()
    assert {"deploy-heartbeat", "deploy-nightly-backup", "competitions-collect-results"} <= set(rows)
    for row in rows.values():
        assert row["task"] in celery.app.tasks
        assert row["options"]["expires"] >= 10, "what nobody took does not pile up"


def test_two_rows_of_one_name_are_an_error(monkeypatch):
    fake = types.ModuleType("matches.tasks")
    fake.BEAT = {"deploy-heartbeat": {"task": "x", "schedule": 1.0}}
    monkeypatch.setitem(sys.modules, "matches.tasks", fake)
    monkeypatch.setattr(celery, "rooms", lambda: ["matches", "deploy"])
    with pytest.raises(ValueError, match="two entries of beat's timetable are called deploy-heartbeat"):
        celery.timetable()


def plan(monkeypatch, tmp_path, **around):
    for name in ("LAN", "PORT", "DATABASE_URL", "VALKEY_URL", "SECRET_KEY", "ALLOWED_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"DATA": str(tmp_path), **around}.items():
        monkeypatch.setenv(name, value)
    return Plan.from_environment()


def test_alone_it_listens_on_loopback_only(monkeypatch, tmp_path):
    one = plan(monkeypatch, tmp_path)
    assert (one.host, one.port, one.lan_url) == ("127.0.0.1", 8000, "")
    around = one.settings("postgresql://d", "redis://v")
    assert around["ALLOWED_HOSTS"] == "localhost,127.0.0.1,[::1]"
    assert around["SECURE_COOKIES"] == "0" and around["LAN_URL"] == ""
    assert around["TABELLONE_VALUES"] == str(tmp_path / "values")
    key = around["SECRET_KEY"]
    assert len(key) >= 50 and (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert one.settings("postgresql://d", "redis://v")["SECRET_KEY"] == key, "kept"


def test_in_a_bar_it_listens_on_the_network(monkeypatch, tmp_path):
    monkeypatch.setattr(lan, "address", lambda: "192.168.1.20")
    monkeypatch.setattr(lan.socket, "gethostname", lambda: "Laptop")
    one = plan(monkeypatch, tmp_path, LAN="1")
    assert (one.host, one.lan_url) == ("0.0.0.0", ADDRESS)
    around = one.settings("postgresql://d", "redis://v")
    assert around["ALLOWED_HOSTS"] == "localhost,127.0.0.1,[::1],192.168.1.20,laptop,laptop.local"
    assert around["CSRF_TRUSTED_ORIGINS"].startswith("http://192.168.1.20:8000,")
    assert (around["SECURE_COOKIES"], around["SSL_REDIRECT"], around["LAN_URL"]) == ("0", "0", ADDRESS)


def test_an_address_may_be_named(monkeypatch, tmp_path):
    assert plan(monkeypatch, tmp_path, LAN="10.1.2.3").lan_url == "http://10.1.2.3:8000/"


def test_without_a_network_it_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(lan, "address", lambda: None)
    with pytest.raises(CannotRun, match="on no network: join the Wi-Fi first"):
        plan(monkeypatch, tmp_path, LAN="1")


def test_what_a_person_sets_stays(monkeypatch, tmp_path):
    around = plan(monkeypatch, tmp_path, ALLOWED_HOSTS="cup.example.org", EMAIL_URL="smtp://mail").settings("d", "v")
    assert (around["ALLOWED_HOSTS"], around["EMAIL_URL"]) == ("cup.example.org", "smtp://mail")


def test_the_code_in_the_terminal_and_on_the_page(settings, db):
    assert lan.in_terminal(ADDRESS).count("\n") > 10
    assert Client().get("/lan/").status_code == 404
    settings.LAN_URL = ADDRESS
    page = Client(headers={"accept-language": "it"}).get("/lan/").content.decode()
    assert f'href="{ADDRESS}"' in page and "<svg" in page and "Gioca su questo Wi-Fi" in page
    assert "style=" not in page


def test_several_web_processes_have_a_port_each(monkeypatch):
    monkeypatch.setenv("PORT", "8100")
    monkeypatch.setenv("WEB", "3")
    assert list(Plan.from_environment().ports) == [8100, 8101, 8102]
    monkeypatch.setenv("WEB", "")
    assert list(Plan.from_environment().ports) == [8100]
    for wrong in ("0", "33", "two", "-1"):
        monkeypatch.setenv("WEB", wrong)
        with pytest.raises(CannotRun, match="1 to 32"):
            Plan.from_environment()
    monkeypatch.setenv("PORT", "65535")
    monkeypatch.setenv("WEB", "2")
    with pytest.raises(CannotRun):
        Plan.from_environment()


def test_the_proxy_sends_all_addresses_of_a_match_to_one_process():
    """The patterns of deploy/nginx.conf, against the site's own addresses."""
    written = (ROOT / "deploy" / "nginx.conf").read_text()
    patterns = [re.compile(found.replace("?<", "?P<")) for found in re.findall(r"~(\^\S+)\s+\$id;", written)]
    assert "hash $match consistent;" in written and len(patterns) == 3
    match = uuid.uuid4()
    for address in (
        f"/ws/matches/{match}/",
        f"/api/v1/matches/{match}/moves/",
        reverse("matches:live", args=[match]),
    ):
        found = [hit["id"] for pattern in patterns if (hit := pattern.match(address))]
        assert found == [str(match)], address
    assert not any(pattern.match("/feed/") for pattern in patterns)


@pytest.fixture
def supervisor(tmp_path):
    """A supervisor whose start the test does itself."""
    supervisor = Supervisor(Plan(tmp_path, 8000, None, False, "postgresql://nowhere", "redis://nowhere"))
    yield supervisor
    supervisor.stop()


def is_zombie(pid):
    process = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return process.stdout.strip().startswith("Z")


def until(condition):
    """Wait until it is so, a minute at most."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_supervisor_buries_the_maker_of_values_when_it_is_done(supervisor):
    maker = spawn([sys.executable, "-c", ""])
    supervisor._makers = [maker]
    until(lambda: is_zombie(maker.process.pid))
    supervisor._tend()
    assert not is_zombie(maker.process.pid) and not supervisor._makers


def test_it_buries_each_process_and_store_that_ends_and_starts_it_again(supervisor, monkeypatch):
    """A store that does not start at the first try is tried again."""
    kept = Kept("web", [sys.executable, "-c", ""], dict(os.environ))
    kept.start()
    supervisor.processes.append(kept)
    monkeypatch.setattr(stores, "valkey_program", lambda: shutil.which("false"))
    supervisor.stores.valkey_port = 1
    with pytest.raises(stores.StoreError):
        supervisor.stores.start_valkey()
    until(lambda: is_zombie(kept.child.process.pid))
    tries = []
    monkeypatch.setattr(supervisor.stores, "start_valkey", lambda: tries.append(1))
    supervisor._tend()
    assert not is_zombie(kept.child.process.pid) and kept.due is not None and tries == [1]
