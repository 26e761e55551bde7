"""The container files: the same processes as ``make up``, pinned images, nobody as root. Checked, not run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import uuid
from importlib.resources import files

import pytest
import yaml
from check_jsonschema.builtin_schemas import vendor
from jsonschema.validators import validator_for

from deploy import processes
from deploy.environment import ROOT
from deploy.request_log import GIVEN

COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
KEY = "0123456789" * 5
CONTAINERFILE = (ROOT / "deploy" / "Containerfile").read_text()


def wrong_by_schema(text):
    """List the faults of a file by the schema of the Compose Specification (the copy in check-jsonschema)."""
    schema = json.loads((files(vendor) / "compose-spec.json").read_text())
    found = validator_for(schema)(schema).iter_errors(yaml.safe_load(text))
    return [f"{'.'.join(map(str, error.absolute_path))}: {error.message}" for error in found]


@pytest.mark.parametrize("name", ["compose.yaml", "compose.own-proxy.yaml"])
def test_the_compose_files_are_valid(name):
    assert wrong_by_schema((ROOT / "deploy" / name).read_text()) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("healthcheck: {disable: true}", "healthchek: {disable: true}"),
        ("condition: service_healthy", "condition: service_health"),
        ("cap_drop: [ALL]", "cap_drop: ALL"),
        ("{path: ../.env, required: false}", "{file: ../.env}"),
    ],
)
def test_the_schema_finds_slips(right, wrong):
    text = (ROOT / "deploy" / "compose.yaml").read_text()
    assert right in text and wrong_by_schema(text.replace(right, wrong))


def plain(command):
    """A command without the folder of its program."""
    return [command[0].rsplit("/", 1)[-1], *command[1:]]


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("web", processes.web("0.0.0.0", 8000)),
        ("worker", processes.worker()),
        ("outward", processes.outward()),
        ("beat", processes.beat()),
    ],
)
def test_each_process_runs_the_supervisors_command(name, command):
    assert SERVICES[name]["command"] == plain(command)


def test_the_image_runs_the_web_server_unless_told_otherwise():
    command = re.search(r"^CMD (\[.*\])$", CONTAINERFILE, re.M)
    assert command and json.loads(command[1]) == plain(processes.web("0.0.0.0", 8000))


def test_the_first_step_is_the_supervisors():
    assert SERVICES["prepare"]["command"] == ["python", "-m", "deploy.prepare"]
    for name in ("web", "worker", "outward", "beat"):
        assert SERVICES[name]["depends_on"]["prepare"]["condition"] == "service_completed_successfully"


def test_every_documented_setting_reaches_the_containers():
    for name in ("web", "worker", "outward", "beat", "prepare"):
        assert SERVICES[name]["env_file"] == [{"path": "../.env", "required": False}], name


def test_only_the_proxy_is_open_to_the_world_and_believed():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert SERVICES["web"]["environment"]["BEHIND_PROXY"] == "1"
    own = yaml.safe_load((ROOT / "deploy" / "compose.own-proxy.yaml").read_text())["services"]
    assert own["proxy"]["deploy"]["replicas"] == 0
    assert all(port.startswith("127.0.0.1:") for port in own["web"]["ports"])


def test_the_proxy_finds_every_web_process():
    caddy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert caddy.count("dynamic a {$WEB_HOST:web} 8000") == 2 and "flush_interval -1" in caddy
    assert SERVICES["web"]["deploy"]["replicas"] == "${WEB:-2}"
    matches = re.search(r"path_regexp match (\S+)", caddy)[1]
    key = "0197c6f0-0000-7000-8000-000000000000"
    for path in (f"/ws/matches/{key}/", f"/api/v1/matches/{key}/moves/", f"/matches/{key}/"):
        assert re.search(matches, path)[1] == key
    assert not re.search(matches, "/matches/learn/")


@pytest.mark.parametrize(
    ("proxy", "named"),
    [("Caddyfile", "request_header X-Request-ID {http.request.uuid}"), ("nginx.conf", "X-Request-ID $request_id;")],
)
def test_a_client_does_not_name_its_requests_in_the_log(proxy, named):
    assert named in (ROOT / "deploy" / proxy).read_text(), "else the platform, which trusts the proxy, takes its name"
    assert GIVEN.fullmatch(str(uuid.uuid4()).encode())


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_caddy_takes_the_file():
    around = {"PATH": os.environ["PATH"], "SITE": "cup.example.org", "HOME": "/tmp"}
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(ROOT / "deploy" / "Caddyfile")]
    process = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr


def test_every_image_is_pinned():
    images = [service["image"] for service in SERVICES.values()] + re.findall(r"^FROM (\S+)", CONTAINERFILE, re.M)
    for image in images:
        tag = image.rsplit(":", 1)[1].removesuffix("}").split(":-")[-1]
        assert image.count(":") and re.search(r"\d+\.\d+", tag) and "latest" not in image, image


def test_the_stores_are_those_of_the_wheels():
    assert SERVICES["postgres"]["image"].split(":")[1].startswith("18.")
    assert "restart_after_crash=off" in SERVICES["postgres"]["command"], "18.4 may wait for ever on a full disk"
    assert SERVICES["postgres"]["restart"] == "unless-stopped"
    words = SERVICES["valkey"]["command"]
    assert words[words.index("--maxmemory-policy") + 1] == "noeviction"
    assert words[words.index("--appendonly") + 1] == "yes"


def test_postgresql_takes_the_connections_of_ten_web_processes():
    assert f"max_connections={200}" in SERVICES["postgres"]["command"] and processes.connections(10) <= 200


def test_every_service_has_a_health_check_and_ours_are_not_root():
    for name, service in SERVICES.items():
        assert "healthcheck" in service, name
        if service["image"].startswith("tabellone"):
            assert service["user"] == "tabellone" and service["cap_drop"] == ["ALL"] and service["read_only"]
    assert re.search(r"^USER tabellone$", CONTAINERFILE, re.M)
    assert CONTAINERFILE.index("USER tabellone") > CONTAINERFILE.rindex("RUN ")


def test_there_is_no_secret_in_the_files():
    for name in ("web", "worker", "outward", "beat", "prepare"):
        around = SERVICES[name]["environment"]
        assert around["SECRET_KEY"].startswith("${SECRET_KEY:?")
        assert "${POSTGRES_PASSWORD:?" in around["DATABASE_URL"]
    for name in ("worker", "outward", "beat", "prepare"):
        assert SERVICES[name]["environment"]["DATABASE_POOL"] == "0"


def test_what_they_set_is_documented():
    told = (ROOT / "docs" / "settings.md").read_text()
    for name in SERVICES["web"]["environment"]:
        assert f"`{name}`" in told


def test_the_check_of_worker_and_beat_can_fail():
    around = {
        "SECRET_KEY": KEY,
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "VALKEY_URL": "redis://127.0.0.1:1",
    }
    process = subprocess.run(
        [sys.executable, "-m", "deploy.health"],
        cwd=ROOT,
        env=around | {"DATABASE_POOL": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 1 and "database: the database does not answer" in process.stdout


def test_collectstatic_works_as_the_image_does_it(tmp_path):
    around = {"SECRET_KEY": KEY, "DATABASE_URL": "postgresql://none/none", "VALKEY_URL": "redis://none/0"}
    process = subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput"],
        cwd=ROOT,
        env=around | {"STATIC_ROOT": str(tmp_path / "static"), "XDG_RUNTIME_DIR": "/tmp"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert list((tmp_path / "static" / "css").glob("tabellone.????????????.css.gz"))


def test_the_example_holds_what_compose_asks_for():
    hits = set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "deploy" / "compose.yaml").read_text()))
    occurrences = set(re.findall(r"^([A-Z_]+)=$", (ROOT / "deploy" / "env.example").read_text(), re.M))
    assert hits == occurrences


def test_the_image_holds_what_plays_without_a_server():
    assert "RUN TABELLONE_OFFLINE=/offline /env/bin/python -m deploy.offline\n" in CONTAINERFILE
    assert "COPY --from=build /offline /app/offline\n" in CONTAINERFILE
    assert "TABELLONE_OFFLINE=/app/offline" in CONTAINERFILE, "the processes read what the build wrote"


def test_the_image_holds_the_tables_of_values():
    assert "RUN python -m engines.values.super_goal\n" in CONTAINERFILE
    assert "TABELLONE_VALUES=/app/values" in CONTAINERFILE, "the processes read what the build wrote"
