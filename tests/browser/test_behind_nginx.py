"""A server by the book: compose.yaml's commands and variables behind Debian's nginx with the shipped file and TLS."""

from __future__ import annotations

import http.client
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
import yaml

from deploy.environment import ROOT
from deploy.stores import free_port
from matches.models import MatchEvent
from tests.browser.people import Site
from tests.browser.sitemap import elsewhere
from tests.browser.starting import KICK_OFF
from tests.league.builders import running
from tests.server import Process, Web, surroundings

NAME = "cup.example.org"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
SERVICES = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
ACT = "[data-acts] button:not([aria-disabled])"


def variables(service: str, static: Path, port: int) -> dict[str, str]:
    """The variables that compose gives to ``service`` with the example's values, but for addresses of this machine."""
    example = dict(re.findall(r"^([A-Z_]+)=(.*)$", (ROOT / "deploy" / "env.example").read_text(), re.M))
    given = {}
    for key, value in SERVICES[service]["environment"].items():
        filled = re.sub(r"\$\{(\w+)(?::-([^}]*))?[^}]*\}", lambda one: example.get(one[1]) or one[2] or "", str(value))
        if key not in ("SECRET_KEY", "DATABASE_URL", "VALKEY_URL", "BACKUPS"):
            given[key] = filled
    return surroundings(service, **given) | {
        "CSRF_TRUSTED_ORIGINS": f"https://{NAME}:{port}",
        "PROXY_ADDRESSES": "127.0.0.1",
        "STATIC_ROOT": str(static),
    }


@pytest.fixture(scope="module")
def folder():
    place = Path(tempfile.mkdtemp(prefix="tabellone-nginx-", dir="/tmp"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture(scope="module")
def server(folder, django_db_setup, django_db_blocker):
    """Two web processes, a worker and beat behind nginx; its ports for HTTP and HTTPS."""
    if not Path(NGINX).exists():
        pytest.skip("nginx is not installed (Debian: apt install nginx-light)")
    plain, secure, static = free_port(), free_port(), folder / "www" / "static"
    with django_db_blocker.unblock():
        around = variables("web", static, secure)
        web = [Web(around=dict(around)) for _number in range(2)]
        background = [
            Process(
                [str(Path(sys.executable).parent / SERVICES[name]["command"][0]), *SERVICES[name]["command"][1:]],
                variables(name, static, secure),
            )
            for name in ("worker", "beat")
        ]
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput"],
        cwd=ROOT,
        env=around,
        check=True,
        capture_output=True,
    )
    running_now = [*web, *background, nginx(folder, plain, secure, [one.port for one in web])]
    for process in running_now:
        process.start()
    until = time.monotonic() + 30
    while ask(secure, "/livez").status != 200:
        assert time.monotonic() < until, (folder / "error.log").read_text()
        time.sleep(0.2)
    yield plain, secure
    for process in reversed(running_now):
        process.stop()


def nginx(folder: Path, plain: int, secure: int, ports: list[int]) -> Process:
    """nginx with deploy/nginx.conf, in which only places of this machine are other ones."""
    key, certificate = folder / "site.key", folder / "site.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
         "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
         "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    conf = (ROOT / "deploy" / "nginx.conf").read_text()
    upstream = "".join(f"server 127.0.0.1:{port} max_fails=0;\n" for port in ports)
    conf = re.sub(r"(?:\s*server 127\.0\.0\.1:\d+ max_fails=0;)+", "\n" + upstream, conf)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    for known, own in {
        "listen 80": f"listen 127.0.0.1:{plain}",
        "listen 443": f"listen 127.0.0.1:{secure}",
        f"/etc/ssl/{NAME}.pem": str(certificate),
        f"/etc/ssl/{NAME}.key": str(key),
        "/var/log/nginx": str(folder),
        "/var/www/tabellone": str(folder / "www"),
        "http {\n": f"http {{\n{temporary}",
    }.items():
        assert known in conf, known
        conf = conf.replace(known, own)
    (folder / "nginx.conf").write_text(f"pid {folder}/nginx.pid;\ndaemon off;\n{conf}")
    subprocess.run([NGINX, "-t", "-q", "-c", f"{folder}/nginx.conf"], check=True)
    return Process([NGINX, "-c", f"{folder}/nginx.conf"], {"PATH": "/usr/sbin:/usr/bin:/bin"})


def ask(port: int, path: str, host: str = NAME, secure: bool = True, **headers: str) -> http.client.HTTPResponse:
    """Ask nginx for ``path`` under the name ``host``; the answer, read."""
    if secure:
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        link = http.client.HTTPSConnection("127.0.0.1", port, timeout=10, context=trusting)
        link.connect = lambda: connect(link, trusting, host)  # the name in the handshake chooses the server
    else:
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    link.request("GET", path, headers={"Host": f"{host}:{port}", **headers})
    answer = link.getresponse()
    answer.body = answer.read()
    link.close()
    return answer


def connect(link: http.client.HTTPSConnection, context: ssl.SSLContext, host: str) -> None:
    http.client.HTTPConnection.connect(link)
    link.sock = context.wrap_socket(link.sock, server_hostname=host)


@pytest.fixture(scope="module")
def far_browser(server, launch):
    """A browser that finds the site by its name, and takes its certificate."""
    browser = launch(f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors")
    yield browser
    browser.close()


@pytest.fixture
def here(transactional_db, server, far_browser):
    site = Site(f"https://{NAME}:{server[1]}", far_browser)
    yield site
    complaints = site.close()
    assert not complaints, "\n".join(complaints)


def test_plain_http_leads_to_https_and_other_names_to_nothing(server):
    plain, secure = server
    answer = ask(plain, "/matches/", secure=False)
    assert answer.status == 301 and answer.headers["Location"] == f"https://{NAME}/matches/"
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        ask(plain, "/", host="scanner.example", secure=False)
    with pytest.raises((ssl.SSLError, ConnectionError)):
        ask(secure, "/", host="scanner.example")


def test_a_static_file_is_served_by_nginx_and_kept_for_a_year(server, transactional_db):
    _plain, secure = server
    page = ask(secure, "/").body.decode()
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', page))
    assert files and all(re.search(r"\.[0-9a-f]{12}\.\w+$", name) for name in files)
    for name in files:
        answer = ask(secure, name, **{"Accept-Encoding": "gzip"})
        assert answer.status == 200 and answer.headers["Server"] == "nginx", name
        assert "max-age=31536000" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Type"].split(";")[0] in ("text/css", "application/javascript", "text/javascript")
    assert ask(secure, "/static/js/page.0123456789ab.js").status == 404


def test_a_person_signs_up_plays_follows_and_uploads(here, tmp_path):
    visitor = here.visitor(phone=True)
    page = visitor.page
    visitor.goto("/accounts/signup/")
    page.fill("input[name=username]", "lucia")
    page.fill("input[name=password1]", "correct-horse-7")
    page.locator("main form [type=submit]").first.click()
    page.wait_for_url(lambda url: "signup" not in url)
    cookies = {cookie["name"]: cookie for cookie in visitor.context.cookies()}
    assert cookies["sessionid"]["secure"] and cookies["sessionid"]["httpOnly"]

    visitor.goto("/play/super_goal/")
    page.locator(KICK_OFF).tap()
    page.wait_for_selector("[data-match][data-yours]", timeout=40_000)
    v = page.get_attribute("[data-match]", "data-v")
    page.locator(ACT).first.tap()
    page.wait_for_function("v => document.querySelector('[data-match]').dataset.v !== v", arg=v)
    assert MatchEvent.objects.filter(kind="move", match__seats__user__username="lucia").exists()

    with page.expect_response(lambda answer: "/feed/" in answer.url) as following:
        visitor.goto("/matches/")
    assert following.value.headers["content-type"].startswith("text/event-stream")

    from league.players.models import User

    cup = elsewhere(running, User.objects.get(username="lucia"), "cup", 4)
    exported = page.evaluate("async url => (await fetch(url)).text()", f"/competitions/{cup.slug}/export.json")
    (tmp_path / "cup.json").write_text(exported)
    visitor.goto("/competitions/import/")
    page.set_input_files("input[type=file]", tmp_path / "cup.json")
    page.locator("main form [type=submit]").first.click()
    page.wait_for_url(lambda url: f"/competitions/{cup.slug}/" in url)  # what is there already is shown
