"""Alarms and dashboards ask for what a running system shows; alarms ring, and have a runbook."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import promql_parser
import pytest
import yaml
from kit.database.db import DATABASE
from kit.web.gauges import GAUGES
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from deploy.kubernetes.tests import objects as kubernetes
from deploy.local import gateway, ports
from deploy.local.layout import ROOT, SERVICES, tool
from deploy.local.servers import PrivateRabbit, wait_until

HERE = ROOT / "deploy" / "monitoring"
RUNBOOKS = ROOT / "docs" / "runbooks"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
MONITORING = {"prometheus", "grafana"}
Rule = dict[str, Any]


def rules(name: str) -> list[Rule]:
    groups = yaml.safe_load((HERE / name).read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


ALARMS, RECORDED = rules("alarms.yaml"), rules("recording.yaml")
CASES: dict[str, Any] = yaml.safe_load((HERE / "tests" / "alarms.yaml").read_text())
DASHBOARDS: dict[str, Any] = {
    path.stem: json.loads(path.read_text()) for path in sorted((HERE / "dashboards").glob("*.json"))
}
PANELS = [
    pytest.param(board, panel, id=f"{board}: {panel['title']}")
    for board, dashboard in DASHBOARDS.items()
    for panel in dashboard["panels"]
    if panel["type"] != "row"
]
SCRAPED = {"job", "instance"}
"""Labels that Prometheus adds to each sample."""

EXPORTED = {
    "barman_cloud_cloudnative_pg_io_last_available_backup_timestamp",
    "certmanager_certificate_expiration_timestamp_seconds",
    "cnpg_pg_replication_lag",
    "kubelet_volume_stats_available_bytes",
    "kubelet_volume_stats_capacity_bytes",
    "traefik_tls_certs_not_after",
}
"""Documented metrics of other exporters: CloudNativePG, its plugin for Barman,
cert-manager, Kubernetes' nodes, and Traefik with certificates of its own."""

Shown = dict[str, set[str]]
"""The labels of each metric, by the names of its samples."""


async def of_services() -> Shown:
    """Return the metrics of the six services after their start."""
    shown: Shown = {}
    for service in SERVICES:
        declaration = import_module(f"{service}.main").app
        app = declaration.create_app(
            declaration.settings(database_url="postgresql://nobody@127.0.0.1/none")
        )
        registry = GAUGES.of(app).registry
        for collector, names in registry._collector_to_names.items():
            if isinstance(collector, MetricWrapperBase):
                for name in names:
                    more = {"le"} if name.endswith("_bucket") else set()
                    shown[name] = {*collector._labelnames, *more}
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            # What is looked up has its samples at once.
            add(shown, (await client.get("/metrics")).text)
        await DATABASE.of(app).close()
    return {name: labels for name, labels in shown.items() if not name.endswith("_created")}


def add(shown: Shown, text: str) -> None:
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            shown.setdefault(sample.name, set()).update(sample.labels)


def of_gateway(folder: Path) -> Shown:
    """Return Traefik's metrics with our files, after one request."""
    public, private = ports.choose(), ports.choose()
    gateway.write_static_configuration(folder / "traefik.yaml", port=public, private_port=private)
    nobody = {service: [ports.choose()] for service in SERVICES}
    environment = gateway.environment(nobody, ports.choose(), "https://checkout.example", {})
    command = gateway.command(folder / "traefik.yaml", port=public, private_port=private)
    shown: Shown = {}

    def has_counted() -> bool:
        try:
            httpx.get(f"http://127.0.0.1:{public}/api/v1/countries", timeout=60, trust_env=False)
            add(
                shown,
                httpx.get(f"http://127.0.0.1:{private}/metrics", timeout=60, trust_env=False).text,
            )
        except httpx.TransportError:
            return False
        return "traefik_service_requests_total" in shown

    with (folder / "traefik.log").open("w") as log:
        process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=log)
        try:
            wait_until(has_counted, "the gateway")
        finally:
            process.terminate()
            process.wait()
    return shown


def of_broker(folder: Path) -> Shown:
    chosen: list[int] = []
    for _ in range(4):
        chosen.append(ports.choose(set(chosen)))
    port, distribution, mapper, metrics = chosen
    rabbit = PrivateRabbit(
        folder / "rabbit", port, distribution, mapper, "secret", metrics_port=metrics
    )
    shown: Shown = {}
    with rabbit.running(folder / "rabbit.log"):
        address = f"http://127.0.0.1:{metrics}/metrics"
        add(shown, httpx.get(address, trust_env=False, timeout=30).text)
    return shown


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    # As short as the broker's sockets want it.
    folder = tmp_path_factory.mktemp("m")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
async def services() -> Shown:
    return await of_services()


@pytest.fixture(scope="module")
async def shown(services: Shown, folder: Path) -> Shown:
    """All that Prometheus comes to know: of services, gateway and broker, and what it makes."""
    known = {**services, **of_gateway(folder), **of_broker(folder)}
    known |= {name: {"namespace", "pod"} for name in EXPORTED}
    known |= {"up": set(), "ALERTS": {"alertname", "alertstate", "severity"}}
    known |= {rule["record"]: {"job"} for rule in RECORDED}
    return known


def check(expression: str, shown: Shown) -> set[str]:
    """Hold that what an expression asks for is shown; the labels that its samples may have."""
    text = expression.replace("$__rate_interval", "5m").replace("$service", "payments")
    selected: list[promql_parser.VectorSelector] = []
    grouped: set[str] = set()

    def visit(node: promql_parser.Expr) -> None:
        if isinstance(node, promql_parser.MatrixSelector):
            visit(node.vector_selector)
        elif isinstance(node, promql_parser.VectorSelector):
            selected.append(node)
        elif isinstance(node, promql_parser.AggregateExpr) and node.modifier:
            grouped.update(node.modifier.labels)

    promql_parser.walk(promql_parser.parse(text), visit)
    names = {node.name for node in selected if node.name}
    assert names or expression == "vector(1)", expression
    assert names <= shown.keys(), expression
    for node in selected:
        matched = {matcher.name for matcher in node.matchers.matchers}
        assert matched <= shown[node.name or ""] | SCRAPED, expression
    labels = {label for name in names for label in shown[name]} | SCRAPED
    assert grouped <= labels, expression
    return grouped or labels


class TestRules:
    @pytest.mark.parametrize(
        "rule", [*RECORDED, *ALARMS], ids=lambda rule: str(next(iter(rule.values())))
    )
    def test_it_asks_for_what_is_shown(self, rule: Rule, shown: Shown) -> None:
        check(rule["expr"], shown)

    def test_prometheus_takes_its_configuration(self) -> None:
        promtool("check", "config", HERE / "prometheus.yaml")

    def test_alertmanager_takes_its_example(self) -> None:
        file = HERE / "alertmanager.yaml"
        done = subprocess.run(
            ["amtool", "check-config", file], check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr

    @pytest.mark.parametrize(
        ("labels", "receiver"),
        [
            (["severity=page", "alertname=CopyDown"], "on-call"),
            (["severity=ticket", "alertname=MemoryHigh"], "working-day"),
            (["severity=heartbeat", "alertname=Watchdog"], "heartbeat"),
        ],
    )
    def test_alarms_go_to_the_receiver_of_their_severity(
        self, labels: list[str], receiver: str
    ) -> None:
        command = ["amtool", "config", "routes", "test", "--config.file"]
        done = subprocess.run(
            [*command, HERE / "alertmanager.yaml", *labels],
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.stdout.strip() == receiver, done.stderr

    def test_every_gauge_of_a_service_has_an_alarm(self) -> None:
        text = json.dumps(ALARMS)
        for service in SERVICES:
            for measure in import_module(f"{service}.main").app.measures:
                assert measure.name in text

    def test_all_ring_and_none_without_a_reason(self, tmp_path: Path) -> None:
        assert CASES.keys() == {alarm["alert"] for alarm in ALARMS}
        files = []
        for alarm in ALARMS:
            case = CASES[alarm["alert"]]
            labels = case.get("labels", {})
            tests = []
            for series, rings in ((case["rings"], True), (case.get("silent"), False)):
                # The watchdog has no reason to be silent.
                if series is None:
                    continue
                expected = {
                    "exp_labels": labels | alarm["labels"],
                    "exp_annotations": filled_in(alarm["annotations"], labels),
                }
                tests.append(
                    {
                        "interval": "1m",
                        "input_series": [
                            {"series": k, "values": str(v)} for k, v in series.items()
                        ],
                        "alert_rule_test": [
                            {
                                "eval_time": "95m",
                                "alertname": alarm["alert"],
                                "exp_alerts": [expected] if rings else [],
                            }
                        ],
                    }
                )
            # Each alarm by itself: promtool works out every rule that it is given for every minute.
            rule, file = (tmp_path / f"{alarm['alert']}{end}" for end in (".yaml", "-tests.yaml"))
            rule.write_text(yaml.safe_dump({"groups": [{"name": "alarm", "rules": [alarm]}]}))
            rule_files = [str(HERE / "recording.yaml"), str(rule)]
            file.write_text(yaml.safe_dump({"rule_files": rule_files, "tests": tests}))
            files.append(file)
        promtool("test", "rules", *files)


def filled_in(annotations: dict[str, str], labels: dict[str, str]) -> dict[str, str]:
    return {
        name: re.sub(r"{{ \$labels\.(\w+) }}", lambda found: labels[found[1]], text)
        for name, text in annotations.items()
    }


def promtool(*arguments: str | Path) -> None:
    done = subprocess.run(["promtool", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


class TestRunbooks:
    def test_each_alarm_has_its_own(self) -> None:
        named = {alarm["annotations"]["runbook"] for alarm in ALARMS}
        assert len(named) == len(ALARMS)
        assert named == {str(path.relative_to(ROOT)) for path in RUNBOOKS.glob("*.md")}
        page = (ROOT / "docs" / "operations.md").read_text()
        for alarm in ALARMS:
            runbook = alarm["annotations"]["runbook"].removeprefix("docs/")
            assert f"[`{alarm['alert']}`]({runbook}) | {alarm['labels']['severity']} |" in page

    @pytest.mark.parametrize("alarm", ALARMS, ids=lambda alarm: alarm["alert"])
    def test_it_says_what_to_check_how_to_act_and_how_to_verify(self, alarm: Rule) -> None:
        text = (ROOT / alarm["annotations"]["runbook"]).read_text()
        first, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
        assert first.strip() == f"# {alarm['alert']}"
        heads = [part.partition("\n")[0] for part in parts]
        assert heads == ["What it means", "Check", "Act", "Verify"]
        assert all(part.partition("\n")[2].strip() for part in parts)

    @pytest.mark.parametrize("path", sorted(RUNBOOKS.glob("*.md")), ids=lambda path: path.stem)
    def test_what_it_names_is_there(self, path: Path, shown: Shown) -> None:
        text = path.read_text()
        assert set(re.findall(r"`((?:itqan|http|rabbitmq|job:)\w+)`", text)) <= shown.keys()
        titles = {panel["title"] for board in DASHBOARDS.values() for panel in board["panels"]}
        titles |= {
            board["title"].removeprefix("Itqan: ").capitalize() for board in DASHBOARDS.values()
        }
        named = {" ".join(each.split()) for each in re.findall(r"\*([A-Z][^*]+)\*", text)}
        assert named - {"Overview", "Service"} <= titles


class TestDashboards:
    @pytest.mark.parametrize(("board", "panel"), PANELS)
    def test_a_panel_asks_for_what_is_shown(
        self, board: str, panel: dict[str, Any], shown: Shown
    ) -> None:
        for target in panel["targets"]:
            labels = check(target["expr"], shown)
            assert set(re.findall(r"{{(\w+)}}", target["legendFormat"])) <= labels
            assert target["datasource"]["uid"] == "prometheus"

    def test_all_that_services_show_is_somewhere(self, services: Shown) -> None:
        text = json.dumps([DASHBOARDS, RECORDED, ALARMS])
        unseen = {
            name
            for name in services
            if not name.startswith("process_")
            and not name.endswith(("_sum", "_count", "_bucket"))
            and name not in text
            and f"{name}_bucket" not in text
            and f"{name}_sum" not in text
        }
        # Of a counter only the samples have their name.
        assert {name for name in unseen if f"{name}_total" not in services} == set()

    def test_panels_do_not_lie_on_one_another(self) -> None:
        for dashboard in DASHBOARDS.values():
            taken: set[tuple[int, int]] = set()
            for panel in dashboard["panels"]:
                at = panel["gridPos"]
                assert at["x"] + at["w"] <= 24
                cells = {
                    (x, y)
                    for x in range(at["x"], at["x"] + at["w"])
                    for y in range(at["y"], at["y"] + at["h"])
                }
                assert not cells & taken, panel["title"]
                taken |= cells


class TestCompose:
    def test_it_runs_only_when_it_is_asked_for(self) -> None:
        with_profile = {name for name, part in COMPOSE.items() if "profiles" in part}
        assert with_profile == MONITORING
        for name in MONITORING:
            assert COMPOSE[name]["profiles"] == ["monitoring"]

    def test_prometheus_looks_at_every_part_that_shows_something(self, tmp_path: Path) -> None:
        looked_at = {
            job["job_name"]: job
            for job in yaml.safe_load((HERE / "prometheus.yaml").read_text())["scrape_configs"]
        }
        assert looked_at.keys() == {*SERVICES, "gateway", "rabbit"}
        assert looked_at.keys() <= COMPOSE.keys()
        for name in (*SERVICES, "gateway"):
            (found,) = looked_at[name]["dns_sd_configs"]
            assert found["names"] == [name]
            assert found["port"] == (9100 if name == "gateway" else 8000)

    def test_what_is_mounted_is_there(self) -> None:
        for name in MONITORING:
            for volume in COMPOSE[name]["volumes"]:
                source = volume.partition(":")[0]
                assert not source.startswith(".") or (ROOT / source).exists()

    def test_only_this_machine_reaches_it(self) -> None:
        for name in MONITORING:
            for port in COMPOSE[name]["ports"]:
                assert port.startswith("127.0.0.1:")


def test_in_kubernetes_each_part_is_looked_at_as_its_own_job(tmp_path: Path) -> None:
    overlay = "overlays/small"
    near = [os.path.relpath(each, tmp_path) for each in (kubernetes.HERE / overlay, HERE)]
    (tmp_path / "kustomization.yaml").write_text(
        yaml.safe_dump({"namespace": "itqan", "resources": near[:1], "components": near[1:]})
    )
    done = subprocess.run(
        [tool("kubectl"), "kustomize", tmp_path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    objects = list(yaml.load_all(done.stdout, Loader=yaml.CSafeLoader))
    looked_at: set[str] = set()
    for monitor in (each["spec"] for each in objects if each["kind"] == "PodMonitor"):
        (endpoint,) = monitor["podMetricsEndpoints"]
        for workload in kubernetes.of(overlay, "Deployment"):
            labels = kubernetes.pod(workload)["metadata"]["labels"]
            if kubernetes.selects(monitor["selector"], labels):
                named = kubernetes.container(workload)["ports"]
                assert endpoint["port"] in {port["name"] for port in named}
                looked_at.add(labels[monitor["jobLabel"]])
    # The broker's pods are its operator's.
    assert looked_at == {*SERVICES, "gateway"}
    (shown,) = (each for each in objects if each["metadata"]["name"] == "dashboards")
    assert {name: json.loads(text) for name, text in shown["data"].items()} == {
        f"{name}.json": dashboard for name, dashboard in DASHBOARDS.items()
    }
