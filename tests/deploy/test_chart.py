"""The Helm chart, rendered by Helm's own code and held against the schemas of Kubernetes. No cluster runs it here."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys

import pytest
import yaml

from deploy import health, processes
from deploy.environment import ROOT

CHART = ROOT / "deploy" / "chart"
GIVEN = {"host": "cup.example.org", "secret": "tabellone-secret"}
ALL = GIVEN | {
    "monitoring": {"enabled": True, "labels": {"release": "prometheus"}},
    "backups": {"claim": "tabellone-backups"},
    "ingress": {"className": "nginx", "annotations": {"cert-manager.io/cluster-issuer": "main"}},
    "image": {"repository": "registry.example.org/tabellone", "tag": "1.2.3", "pullSecrets": [{"name": "pull"}]},
    "settings": {"GUEST_DAYS": "30", "FROM_EMAIL": "Cup <cup@example.org>"},
    "nodeSelector": {"disk": "fast"},
    "tolerations": [{"key": "games", "operator": "Exists"}],
}
PARTS = ("web", "worker", "outward", "beat")
OLDEST, NEWEST = "1.28", "1.37"
"""Versions of Kubernetes: the oldest that Chart.yaml allows, and the newest whose schema is here."""
FOREIGN = ("PodMonitor", "PrometheusRule")
"""Kinds of the Prometheus operator, which have no schema here."""
HELM = """
import json, sys
import helm_python as helm
order = json.load(sys.stdin)
try:
    if "lint" in order:
        print(json.dumps(helm.lint(order["chart"], order["values"], strict=True)))
    else:
        with helm.Chart.load(order["chart"]) as chart:
            print(json.dumps(chart.render(order["values"], name="cup", namespace="games", is_upgrade=order["upgrade"])))
except helm.HelmError as error:
    sys.exit(str(error))
"""

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("helm_python") is None, reason="Helm's library is there for Linux on x86-64 only"
)


def helm(**order):
    """Run Helm in a process of its own, so that its runtime stays out of this one; return its answer."""
    order = json.dumps({"chart": str(CHART), "upgrade": False, **order})
    return subprocess.run([sys.executable, "-c", HELM], input=order, capture_output=True, text=True, check=False)


def rendered(values, upgrade=False):
    """The objects of the chart with these values."""
    process = helm(values=values, upgrade=upgrade)
    assert process.returncode == 0, process.stderr
    files = [text for name, text in json.loads(process.stdout).items() if name.endswith(".yaml")]
    return [each for text in files for each in yaml.safe_load_all(text) if each]


@pytest.fixture(scope="module")
def plain():
    return rendered(GIVEN)


@pytest.fixture(scope="module")
def full():
    return rendered(ALL, upgrade=True)


def named(objects, kind, name):
    return next(
        manifest for manifest in objects if (manifest["kind"], manifest["metadata"]["name"]) == (kind, f"cup-{name}")
    )


def pods(objects):
    """Part -> its pod, with labels and spec."""
    matching_objects = [manifest for manifest in objects if manifest["kind"] in ("Deployment", "Job")]
    return {one["metadata"]["name"].removeprefix("cup-"): one["spec"]["template"] for one in matching_objects}


def containers(objects):
    return {part: pod["spec"]["containers"][0] for part, pod in pods(objects).items()}


def variables(container):
    return {variable["name"]: variable.get("value") for variable in container["env"]}


def test_helm_finds_nothing_wrong():
    process = helm(lint=True, values=ALL)
    assert process.returncode == 0, process.stderr
    report = json.loads(process.stdout)
    assert not report["errors"] and all(message["error"] == "icon is recommended" for message in report["messages"])


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
def test_every_object_is_one_of_kubernetes(plain, full, version):
    import kubernetes_validate

    assert f">={OLDEST}." in (CHART / "Chart.yaml").read_text()
    looked = 0
    for each in [*plain, *full]:
        if each["kind"] not in FOREIGN:
            kubernetes_validate.validate(each, version, strict=True)
            looked += 1
        assert each["metadata"]["namespace"] == "games"
    assert looked > 20
    assert len({(manifest["kind"], manifest["metadata"]["name"]) for manifest in full}) == len(full)
    wrong = json.loads(json.dumps(named(full, "Deployment", "web")))
    wrong["spec"]["template"]["spec"]["containers"][0]["livenessProb"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, version, strict=True)


@pytest.mark.parametrize(
    ("part", "command"),
    [
        ("web", processes.web("0.0.0.0", 8000)),
        ("worker", processes.worker()),
        ("outward", processes.outward()),
        ("beat", processes.beat()),
    ],
)
def test_each_process_runs_the_supervisors_command(plain, part, command):
    assert containers(plain)[part]["command"] == [command[0].rsplit("/", 1)[-1], *command[1:]]
    assert containers(plain)["prepare"]["command"] == ["python", "-m", "deploy.prepare"]


def test_probes_ask_what_there_is(plain):
    for part, container in containers(plain).items():
        ports = {port["name"]: port["containerPort"] for port in container.get("ports", [])}
        probes = [container[name] for name in container if name.endswith("Probe")]
        assert probes or part == "prepare"
        for probe in probes:
            if command := probe.get("exec"):
                assert command["command"] == ["python", "-m", "deploy.health"]
                continue
            target = probe.get("httpGet") or probe["tcpSocket"]
            assert target["port"] in ports
            path, _, query = target.get("path", "/livez").partition("?only=")
            assert path in health.PROBES and set(filter(None, query.split(","))) <= set(health.CHECKS)
    web = containers(plain)["web"]
    assert web["readinessProbe"]["httpGet"]["path"] == "/livez", "play goes on without worker, beat or a store"


def test_ports_are_those_of_the_processes(plain):
    for part in PARTS:
        container = containers(plain)[part]
        ports = {port["name"]: str(port["containerPort"]) for port in container["ports"]}
        assert ports["metrics"] == variables(container)["METRICS_PORT"]
    assert {"name": "http", "containerPort": 8000} in containers(plain)["web"]["ports"]
    for service in (manifest for manifest in plain if manifest["kind"] == "Service"):
        part = service["metadata"]["name"].removeprefix("cup-")
        known = {port["name"] for port in containers(plain)[part]["ports"]}
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= known
        assert "metrics" not in {port["name"] for port in service["spec"]["ports"]}


def test_every_variable_is_documented(full):
    document = (ROOT / "docs" / "settings.md").read_text()
    for part in (*PARTS, "prepare"):
        container = containers(full)[part]
        names = [variable["name"] for variable in container["env"]]
        assert len(set(names)) == len(names) and all(f"`{name}`" in document for name in names)
        assert variables(container)["DATABASE_POOL"] == ("1" if part == "web" else "0")
        assert variables(container)["GUEST_DAYS"] == "30"
    worker = containers(full)["worker"]
    assert variables(worker)["BACKUPS"] == worker["volumeMounts"][1]["mountPath"]


def test_the_page_of_privacy_knows_of_the_backups(plain, full):
    assert variables(containers(full)["web"])["BACKUPS"] and "BACKUPS" not in variables(containers(plain)["web"])


def test_secrets_come_from_outside(full):
    assert not any(manifest["kind"] == "Secret" for manifest in full)
    for part in (*PARTS, "prepare"):
        container = containers(full)[part]
        assert container["envFrom"] == [{"secretRef": {"name": GIVEN["secret"]}}]
        assert not {"SECRET_KEY", "VALKEY_URL", "EMAIL_URL"} & set(variables(container))


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"secret": "x"}, "host"),
        ({"host": "cup.example.org"}, "secret"),
        (GIVEN | {"settings": {"SECRET_KEY": "x"}}, "SECRET_KEY"),
        (GIVEN | {"settings": {"DEMO": "1"}}, "DEMO"),
        (GIVEN | {"settings": {"GUEST_DAYS": 1000000}}, "GUEST_DAYS"),
        (GIVEN | {"web": {"replica": 3}}, "replica"),
        (GIVEN | {"beat": {"replicas": 0}}, "replicas"),
        (GIVEN | {"proxyNetworks": ["everywhere"]}, "proxyNetworks"),
    ],
)
def test_wrong_values_are_named(values, told):
    process = helm(values=values)
    assert process.returncode == 1 and told in process.stderr


def test_nobody_is_root_and_everybody_has_limits(full):
    uid = int(re.search(r"--uid (\d+)", (ROOT / "deploy" / "Containerfile").read_text())[1])
    for part, pod in pods(full).items():
        spec, container = pod["spec"], pod["spec"]["containers"][0]
        assert spec["automountServiceAccountToken"] is False and spec["enableServiceLinks"] is False
        assert spec["securityContext"]["runAsNonRoot"] and spec["securityContext"]["runAsUser"] == uid
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        rights = container["securityContext"]
        assert not rights["allowPrivilegeEscalation"] and rights["readOnlyRootFilesystem"]
        assert rights["capabilities"]["drop"] == ["ALL"]
        assert rights["capabilities"].get("add", []) == (["NET_BIND_SERVICE"] if part == "proxy" else [])
        assert {"cpu", "memory"} == set(container["resources"]["limits"]) == set(container["resources"]["requests"])
        assert "latest" not in container["image"]


def test_each_part_is_found_alone_and_survives_an_emptied_machine(plain):
    labels = {part: pod["metadata"]["labels"] for part, pod in pods(plain).items()}

    def chosen(by):
        return [part for part, has in labels.items() if by.items() <= has.items()]

    for manifest in plain:
        part = manifest["metadata"]["name"].removeprefix("cup-")
        if manifest["kind"] in ("Deployment", "PodDisruptionBudget"):
            assert chosen(manifest["spec"]["selector"]["matchLabels"]) == [part]
        elif manifest["kind"] == "Service":
            assert chosen(manifest["spec"]["selector"]) == [part]
    parts = {manifest["metadata"]["name"] for manifest in plain if manifest["kind"] == "Deployment"}
    assert {manifest["metadata"]["name"] for manifest in plain if manifest["kind"] == "PodDisruptionBudget"} == parts
    assert all(manifest["spec"]["replicas"] == 2 for manifest in plain if manifest["kind"] == "Deployment")


def test_migrations_run_first_and_need_nothing_but_the_secret(full):
    job = named(full, "Job", "prepare")
    assert job["metadata"]["annotations"]["helm.sh/hook"] == "pre-install,pre-upgrade"
    spec = job["spec"]["template"]["spec"]
    assert "serviceAccountName" not in spec and all("emptyDir" in volume for volume in spec["volumes"])
    direct = rendered(GIVEN | {"prepare": {"databaseUrlKey": "DIRECT_URL"}})
    address = next(variable for variable in containers(direct)["prepare"]["env"] if variable["name"] == "DATABASE_URL")
    assert address["valueFrom"]["secretKeyRef"] == {"name": GIVEN["secret"], "key": "DIRECT_URL"}


def test_a_match_is_sent_to_one_process(plain):
    """By the Caddyfile of compose, which asks the name of the Service for the address of every web process."""
    assert (
        named(plain, "ConfigMap", "proxy")["data"]["Caddyfile"].strip()
        == (ROOT / "deploy/Caddyfile").read_text().strip()
    )
    around = variables(containers(plain)["proxy"])
    web = named(plain, "Service", "web")
    assert around["WEB_HOST"] == web["metadata"]["name"] and web["spec"]["clusterIP"] == "None"
    assert web["spec"]["ports"][0]["port"] == 8000
    assert around["TRUST"] == "trusted_proxies 10.0.0.0/8"
    assert variables(containers(plain)["web"])["PROXY_ADDRESSES"] == "10.0.0.0/8"
    rule = named(plain, "Ingress", "proxy")["spec"]["rules"][0]
    assert rule["host"] == variables(containers(plain)["web"])["ALLOWED_HOSTS"] == GIVEN["host"]
    assert (
        rule["http"]["paths"][0]["backend"]["service"]["name"] == named(plain, "Service", "proxy")["metadata"]["name"]
    )


def test_metrics_are_collected_under_the_names_of_the_alerts(plain, full):
    assert not any(manifest["kind"] in FOREIGN for manifest in plain)
    monitor = named(full, "PodMonitor", "metrics")
    assert monitor["spec"]["selector"]["matchExpressions"][0]["values"] == list(PARTS)
    assert monitor["spec"]["podMetricsEndpoints"][0]["port"] == "metrics"
    assert monitor["spec"]["podMetricsEndpoints"][0]["relabelings"][0]["replacement"] == "tabellone-$1"
    assert monitor["metadata"]["labels"]["release"] == "prometheus"
    alerts = yaml.safe_load((ROOT / "deploy/monitoring/alerts.yml").read_text())
    assert named(full, "PrometheusRule", "alerts")["spec"] == alerts
    jobs = set(re.findall(r"tabellone-[a-z]+", (ROOT / "deploy/monitoring/alerts.yml").read_text()))
    assert jobs <= {f"tabellone-{part}" for part in PARTS}
    dashboard = named(full, "ConfigMap", "dashboard")["data"]["tabellone.json"]
    assert json.loads(dashboard) == json.loads((ROOT / "deploy/monitoring/dashboard.json").read_text())
