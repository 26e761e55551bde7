"""No account opens with a published password: not the demo's, not that of an installation which had the old one."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest
import yaml
from django.apps import apps
from django.core.management import call_command
from django.test import Client

from deploy import prepare, supervisor
from deploy.environment import ROOT
from deploy.plan import CannotRun, Plan
from deploy.supervisor import Supervisor, demo_note
from league.competitions import demo
from league.players.models import ApiToken, User
from league.players.verbs import robots
from tests.deploy.test_settings import SERVER, read, refusal
from tests.league.builders import competition

PUBLISHED = "calcio da tavolo"
"""The password of every demo account of every installation, until passwords became random."""
NAMES = ("segreteria", "anna", "bruno", "chiara", "dario")


def signs_in(name, password):
    page = Client().post("/accounts/login/", {"login": name, "password": password})
    return page.status_code == 302


def printed_password(output):
    return re.search(r"the password of each is: (\S+)$", output, re.M)[1]


@pytest.fixture
def small_demo(monkeypatch):
    """The demo without its matches and competitions, which take seconds to play."""
    for name in ("_friendlies", "play_rounds"):
        monkeypatch.setattr(demo, name, lambda *args, **kwargs: 0)
    monkeypatch.setattr(demo, "ensure_bots", list)
    monkeypatch.setattr(demo, "keep_showing", int)
    for name in ("_league", "open_cup", "_registration"):
        monkeypatch.setattr(demo, name, lambda *args, **kwargs: SimpleNamespace(slug="cup"))
    monkeypatch.setattr(demo.Competition.objects, "get", lambda **kwargs: SimpleNamespace(slug="cup"))


def test_the_demo_has_a_password_of_its_own_printed_once(db, small_demo, capsys):
    call_command("demo", "--first")
    output = capsys.readouterr().out
    password = printed_password(output)
    assert not any(signs_in(name, PUBLISHED) for name in NAMES)
    assert all(signs_in(name, password) for name in NAMES)
    call_command("demo", "--first")
    assert password not in capsys.readouterr().out
    User.objects.all().delete()
    call_command("demo", "--first")
    assert printed_password(capsys.readouterr().out) != password, "each installation has another"


def test_a_token_is_made_and_printed_only_where_it_is_asked_for(db, small_demo, capsys):
    call_command("demo", "--first")
    assert "tb_" not in capsys.readouterr().out and not ApiToken.objects.exists()
    User.objects.all().delete()
    call_command("demo", "--first", "--show-token")
    assert "tb_" in capsys.readouterr().out and ApiToken.objects.count() == 1


@pytest.mark.parametrize(("arguments", "shown"), [(["prepare"], False), (["prepare", "--show-token"], True)])
def test_the_log_of_a_container_holds_no_token(monkeypatch, settings, arguments, shown):
    called = {}
    monkeypatch.setattr(prepare, "compile_all", lambda: None)
    monkeypatch.setattr("deploy.management.commands.migrate.check_data", lambda connection: None)
    monkeypatch.setattr("deploy.schema.load", lambda: True)
    monkeypatch.setattr("django.core.management.call_command", lambda name, **options: called.update({name: options}))
    monkeypatch.setattr(sys, "argv", arguments)
    settings.DEMO = True
    prepare.main()
    assert called["demo"]["show_token"] is shown
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
    assert services["prepare"]["command"] == ["python", "-m", "deploy.prepare"]


def test_a_server_set_up_by_the_book_has_no_demo():
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
    for name in ("prepare", "web", "worker", "beat"):
        assert services[name]["environment"]["DEMO"] == "${DEMO:-0}"
        assert services[name]["environment"]["SECURE_COOKIES"] == "${SECURE_COOKIES:-1}"
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"], "web by its proxy alone"
    own = yaml.safe_load((ROOT / "deploy" / "compose.own-proxy.yaml").read_text())["services"]
    assert all(port.startswith("127.0.0.1:") for port in own["web"]["ports"])
    example = (ROOT / "deploy" / "env.example").read_text().splitlines()
    assert {"DEMO=0", "SECURE_COOKIES=1"} <= set(example)


def test_demo_accounts_and_secure_cookies_exclude_each_other(monkeypatch):
    assert "DEMO=1 and SECURE_COOKIES=1 exclude each other" in refusal(**SERVER, DEMO="1", SECURE_COOKIES="1")
    assert read(**SERVER, DEMO="1", SECURE_COOKIES="0")["DEMO"] is True
    monkeypatch.setenv("SECURE_COOKIES", "1")
    monkeypatch.delenv("DEMO", raising=False)
    assert Plan.from_environment().demo is False
    monkeypatch.setenv("DEMO", "1")
    with pytest.raises(CannotRun, match="DEMO=1 and SECURE_COOKIES=1 exclude each other"):
        Plan.from_environment()


@pytest.fixture
def old_demo(cast):
    """An installation whose demo was made with the published password; its anna has chosen another one since."""
    User.objects.filter(username="anna").delete()
    people = [User.objects.filter(username=name).first() or demo.account(name) for name in NAMES]
    for user in people:
        user.set_password("una scelta mia" if user.username == "anna" else PUBLISHED)
        user.save()
    cup = competition(people[0])
    cup.demo = True
    cup.save()
    return people


def upgrade():
    migration = importlib.import_module("deploy.migrations.0001_close_published_demo_password")
    migration.close(apps, None)


def test_an_upgrade_closes_accounts_with_the_published_password(old_demo):
    browser = Client()
    browser.force_login(old_demo[0], backend="django.contrib.auth.backends.ModelBackend")
    assert browser.get("/settings/").status_code == 200 and signs_in("bruno", PUBLISHED)
    upgrade()
    assert not any(signs_in(name, PUBLISHED) for name in NAMES)
    assert signs_in("anna", "una scelta mia"), "a password that somebody chose stays"
    assert browser.get("/settings/").status_code == 302, "sessions opened with it end"


@pytest.mark.parametrize("goes_on", [False, True])
def test_the_token_that_was_printed_beside_it_ends_where_the_demo_does(old_demo, settings, goes_on):
    settings.DEMO = goes_on
    bots = [robots.make_bot(owner=user, nickname=f"Bot of {user.username}") for user in old_demo[:2]]
    tokens = [robots.new_token(bot=bot)[1] for bot in bots]
    upgrade()
    assert [robots.token_of(token) is not None for token in tokens] == [goes_on, True], "anna's is her own"


def test_a_demo_that_goes_on_gets_a_new_password(old_demo, capsys):
    upgrade()
    call_command("demo", "--first")
    output = capsys.readouterr().out
    assert "anna" not in output
    assert all(signs_in(name, printed_password(output)) for name in NAMES if name != "anna")
    call_command("demo", "--first")
    assert capsys.readouterr().out == ""


def test_accounts_of_people_on_a_site_without_a_demo_are_left_alone(cast, capsys):
    User.objects.filter(username="anna").update(password="!closed")
    call_command("demo", "--first")
    assert capsys.readouterr().out == "" and not User.objects.get(username="anna").has_usable_password()


def test_what_make_up_prints_again_is_readable_by_its_owner_only(tmp_path):
    place = tmp_path / "demo.txt"
    place.write_text("Demo: 3 matches\n      a bot's token: tb_x\nDemo accounts: anna; the password of each is: old\n")
    place.chmod(0o644)
    assert "tb_x" in demo_note(tmp_path, "") and place.stat().st_mode & 0o777 == 0o600
    note = demo_note(tmp_path, "Demo accounts: anna; the password of each is: new\n")
    assert note.count("Demo accounts:") == 1 and "new" in note and "old" not in note and "tb_x" in note
    assert demo_note(tmp_path, "") == note == place.read_text()
    assert demo_note(tmp_path, "Demo: made again\n") == "Demo: made again\n"


def test_make_up_asks_for_the_token(monkeypatch, tmp_path):
    commands = []

    def run(command, **options):
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, "Demo: made\n", "")

    monkeypatch.setattr(supervisor.subprocess, "run", run)
    for name, value in {"DATA": str(tmp_path), "DEMO": "1", "SECURE_COOKIES": "0"}.items():
        monkeypatch.setenv(name, value)
    assert Supervisor(Plan.from_environment())._prepare({}) == "Demo: made\n"
    assert commands[0][-2:] == ["deploy.prepare", "--show-token"]
