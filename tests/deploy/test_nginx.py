"""deploy/nginx.conf, read by its directives: limits, time-outs, TLS, a log without secrets. No server is run."""

from __future__ import annotations

import re
from ipaddress import ip_network

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from deploy import bad_input
from deploy.environment import ROOT
from matches import limits

TOKEN = re.compile(r"""#[^\n]*|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([{};])|((?:\$\{\w+\}|[^\s{};"'])+)""")
SECRETS = {"key", "token", "invite", "uidb36"}
"""Names of the arguments of addresses that open something for whoever has them."""


def parsed(tokens):
    """Directives up to the end of the block: ``(name, arguments, inner directives)``."""
    directives, words = [], []
    for token in tokens:
        double, single, mark, word = token.groups()
        if mark == "}":
            return directives
        if mark in (";", "{"):
            directives.append((words[0], words[1:], parsed(tokens) if mark == "{" else []))
            words = []
        elif not token[0].startswith("#"):
            words.append(next(text for text in (double, single, word) if text is not None))
    assert not words, f"no end of {words}"
    return directives


CONF = parsed(TOKEN.finditer((ROOT / "deploy" / "nginx.conf").read_text()))
HTTP = next(inner for name, _arguments, inner in CONF if name == "http")


def all_of(directives, name):
    """Arguments and inner directives of each directive called ``name``."""
    return [(arguments, inner) for found, arguments, inner in directives if found == name]


def one(directives, name):
    """The arguments of the only directive called ``name``."""
    ((arguments, _inner),) = all_of(directives, name)
    return arguments


SERVERS = [inner for _arguments, inner in all_of(HTTP, "server")]
SITE = next(server for server in SERVERS if all_of(server, "ssl_certificate"))


def secret_addresses(patterns=None, before=""):
    """A path for each address of the site that holds a secret, which is XXXX."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern).lstrip("^")
        if isinstance(pattern, URLResolver):
            yield from secret_addresses(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and SECRETS & set(pattern.pattern.converters | _groups(pattern)):
            yield "/" + re.sub(r"<[^>]+>|\(\?P<\w+>(?:\[[^]]*\]|[^)])*\)", "XXXX", route)


def _groups(pattern):
    return getattr(getattr(pattern.pattern, "regex", None), "groupindex", {})


def mapped(source, target, text):
    """The value of the variable ``target`` where ``source`` is ``text``."""
    (inner,) = (inner for arguments, inner in all_of(HTTP, "map") if arguments == [source, target])
    for expression, (value,), _inner in inner:
        hit = None if expression == "default" else re.search(expression.removeprefix("~").replace("?<", "?P<"), text)
        if hit:
            return hit.expand(re.sub(r"\$\{?(\w+)\}?", r"\\g<\1>", value))
    assert inner[-1][0] == "default"
    return inner[-1][1][0]


def shown(path):
    """The path as the log tells it."""
    value = mapped("$uri", "$shown", path)
    return path if value == "$uri" else value


def test_no_secret_of_an_address_is_logged():
    paths = list(secret_addresses())
    assert {"/enter/XXXX/", "/clubs/me/XXXX/", "/s/XXXX/", "/unsubscribe/XXXX/", "/invited/XXXX/"} <= set(paths)
    assert any(path.startswith("/accounts/password/reset/key/") for path in paths)
    for path in paths:
        assert "XXXX" not in shown(path), path
    assert shown("/enter/abc/") == "/enter/..." and shown("/competitions/cup/") == "/competitions/cup/"


def test_the_log_has_no_query_no_referer_and_no_whole_request():
    name, *parts = one(HTTP, "log_format")
    line = "".join(parts)
    assert one(HTTP, "access_log")[1] == name and "$shown" in line
    logged = set(re.findall(r"\$\w+", line))
    assert not logged & {"$request", "$request_uri", "$uri", "$args", "$query_string", "$http_referer", "$http_cookie"}
    assert one(CONF, "error_log")[1] == "crit", "below that nginx quotes whole requests"
    assert not any(all_of(server, "access_log") or all_of(server, "error_log") for server in SERVERS)


def test_a_worker_may_open_a_file_for_each_connection():
    (events,) = (inner for name, _arguments, inner in CONF if name == "events")
    assert int(*one(CONF, "worker_rlimit_nofile")) >= 2 * int(*one(events, "worker_connections"))


def test_each_address_is_limited_in_requests_and_connections():
    zones = {
        argument[5:].split(":")[0]
        for arguments, _inner in all_of(HTTP, "limit_req_zone")
        for argument in arguments[1:2]
    }
    (connections,) = all_of(HTTP, "limit_conn_zone")
    counted = [connections[0][0], *(arguments[0] for arguments, _inner in all_of(HTTP, "limit_req_zone"))]
    assert set(counted) == {"$client"}
    assert (one(HTTP, "limit_req_status"), one(HTTP, "limit_conn_status")) == (["429"], ["429"])
    for server in SERVERS:
        if all_of(server, "ssl_reject_handshake"):
            continue
        assert one(server, "limit_req")[0][5:] in zones and one(server, "limit_conn")[0] == "connections"
        for _arguments, location in all_of(server, "location"):
            # A limit of a location stands in place of the server's: it names both.
            used = [arguments[0][5:] for arguments, _inner in all_of(location, "limit_req")]
            assert not used or set(used) == zones


@pytest.mark.parametrize(
    "address",
    ["192.0.2.7", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::5", "2001:db8:1::", "2001:db8::1:2:3:4", "2001:db8::1", "::1"],
)
def test_a_client_of_ipv6_is_one_with_its_network(address):
    client = mapped("$remote_addr", "$client", address)
    if client == "$binary_remote_addr":
        assert limits.network(address) in (address, "::/64")
    else:
        assert ip_network(f"{client.rstrip(':')}::/64") == ip_network(limits.network(address))


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/password/reset/", "/class/card/abc/", "/enter/abc/"])
def test_doors_have_a_limit_of_their_own(path):
    limited = [
        arguments[1]
        for arguments, inner in all_of(SITE, "location")
        if arguments[0] == "~"
        and ["zone=doors", "burst=120", "nodelay"] in [given for given, _ in all_of(inner, "limit_req")]
    ]
    assert any(re.search(expression, path) for expression in limited)
    assert not any(re.search(expression, "/competitions/") for expression in limited)


def seconds(text):
    return int(text.removesuffix("s"))


def test_slow_clients_are_let_go():
    for name in ("client_header_timeout", "client_body_timeout", "send_timeout", "keepalive_timeout"):
        assert 5 <= seconds(one(HTTP, name)[0]) <= 30, name


def test_only_tls_of_today_and_plain_http_is_sent_there():
    assert one(HTTP, "ssl_protocols") == ["TLSv1.2", "TLSv1.3"]
    ((_arguments, _inner),) = all_of(SITE, "ssl_certificate")
    plain = [server for server in SERVERS if ["80"] in [given for given, _ in all_of(server, "listen")]]
    assert [one(server, "return") for server in plain] == [["301", "https://cup.example.org$request_uri"]]
    unknown = [server for server in SERVERS if all_of(server, "ssl_reject_handshake")]
    assert len(unknown) == 1 and one(unknown[0], "return") == ["444"]


def test_it_tells_the_platform_what_it_saw_and_nothing_that_a_client_said():
    headers = {arguments[0]: arguments[1] for arguments, _inner in all_of(SITE, "proxy_set_header")}
    assert headers["X-Forwarded-For"] == "$remote_addr" and headers["X-Forwarded-Proto"] == "$scheme"
    for _arguments, location in all_of(SITE, "location"):
        assert not all_of(location, "proxy_set_header"), "one of its own would drop all of the server's"


def test_a_body_that_the_platform_takes_gets_through():
    assert one(SITE, "client_max_body_size") == ["3m"] and bad_input.body_limit("/") < 3 * 2**20
    larger = [
        arguments[1]
        for arguments, inner in all_of(SITE, "location")
        if ["11m"] in [given for given, _ in all_of(inner, "client_max_body_size")]
    ]
    for path in bad_input.IMPORTS:
        assert bad_input.body_limit(path) < 11 * 2**20 and any(re.search(expression, path) for expression in larger)


def test_a_process_that_was_away_is_asked_again_at_once():
    """By default it counts as gone for ten seconds: two restarted one after the other were both gone."""
    ((_name, upstream),) = all_of(HTTP, "upstream")
    servers = all_of(upstream, "server")
    assert len(servers) == 4
    assert all(arguments[1:] == ["max_fails=0"] for arguments, _inner in servers)


def test_it_answers_by_ipv6_as_by_ipv4():
    for server in SERVERS:
        ways = [arguments for arguments, _inner in all_of(server, "listen")]
        ports = [arguments for arguments in ways if not arguments[0].startswith("[::]:")]
        assert ports and [[f"[::]:{port}", *options] for port, *options in ports] == [
            arguments for arguments in ways if arguments not in ports
        ]
