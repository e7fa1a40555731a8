"""What Kustomize renders of deploy/kubernetes: valid, closed, the same system as compose.yaml."""

import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import pytest
import yaml
from kit.config import KitSettings
from kit.serving import STOP_SECONDS

from deploy.docker.tests import test_compose, test_production
from deploy.local import broker
from deploy.local.layout import ROOT, SERVICES, tool

HERE = ROOT / "deploy" / "kubernetes"
KINDS = ("overlays/small", "overlays/production")
VERSION = "1.37"
"""Of Kubernetes: the newest whose schemas are locked."""
CUSTOM: dict[str, Any] = yaml.safe_load((HERE / "tests" / "custom.yaml").read_text())

COMPONENTS = {"api", "worker", "migrations"}
ONLY_COMPOSE = test_compose.TRACES | {
    "ITQAN_DEMO",
    "ITQAN_WEBHOOK_BASE_URL",
    "ITQAN_FCM_SANDBOX_URL",
    "ITQAN_WEB_PUSH_SANDBOX_URL",
}
"""Demo data and sandboxes are no production's, the provider reaches what people open, and where a
collector is an installation says."""
ONLY_HERE = {
    "ITQAN_HEARTBEAT_FILE",
    "ITQAN_SECRETS_DIR",
    "ITQAN_FIRST_ADMIN_EMAIL",
    "FILES_BUCKET",
    "FIREBASE_WEB",
    "TRUSTED_PROXIES",
}

Object = dict[str, Any]


@cache
def rendered(kind: str) -> list[Object]:
    done = subprocess.run(
        [tool("kubectl"), "kustomize", HERE / kind], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    # In C: 18,000 lines take seconds otherwise.
    return list(yaml.load_all(done.stdout, Loader=yaml.CSafeLoader))


def of(kind: str, *names: str) -> Iterator[Object]:
    return (each for each in rendered(kind) if each["kind"] in names)


def one(kind: str, of_kind: str, name: str) -> Object:
    (found,) = (each for each in of(kind, of_kind) if each["metadata"]["name"] == name)
    return found


def pod(workload: Object) -> Object:
    template: Object = workload["spec"]["template"]
    return template


def container(workload: Object) -> Object:
    (only,) = pod(workload)["spec"]["containers"]
    assert isinstance(only, dict)
    return only


def selects(selector: Object, labels: dict[str, str]) -> bool:
    return all(labels.get(k) == v for k, v in selector.get("matchLabels", {}).items()) and all(
        labels.get(each["key"]) in each["values"] for each in selector.get("matchExpressions", [])
    )


def pods(kind: str) -> list[dict[str, str]]:
    """The labels of each sort of pods, those of the operators' too."""
    labels = [pod(each)["metadata"]["labels"] for each in of(kind, "Deployment", "Job")]
    labels += [each["spec"]["inheritedMetadata"]["labels"] for each in of(kind, "Cluster")]
    # What the operator labels a broker's pods with.
    labels += [{"app.kubernetes.io/name": "rabbit", "app.kubernetes.io/component": "rabbitmq"}]
    return labels


def name_of(labels: dict[str, str]) -> str:
    return "-".join(
        labels[key]
        for key in ("app.kubernetes.io/name", "app.kubernetes.io/component")
        if key in labels
    )


def may_reach(kind: str, source: dict[str, str], target: dict[str, str], port: int) -> bool:
    """Whether the policies let pods of the one sort connect to those of the other."""

    def allows(direction: str, ours: dict[str, str], theirs: dict[str, str]) -> bool:
        peers = "to" if direction == "egress" else "from"
        return any(
            (not rule.get(peers) or any(_is(peer, theirs) for peer in rule[peers]))
            and any(
                each["port"] <= port <= each.get("endPort", each["port"]) for each in rule["ports"]
            )
            for policy in of(kind, "NetworkPolicy")
            if selects(policy["spec"]["podSelector"], ours)
            for rule in policy["spec"].get(direction, [])
        )

    return allows("egress", source, target) and allows("ingress", target, source)


def _is(peer: Object, labels: dict[str, str]) -> bool:
    if "namespaceSelector" in peer or "ipBlock" in peer:
        return False
    return selects(peer["podSelector"], labels)


def amount(text: str) -> float:
    """Cores or GiB."""
    for unit, size in {"m": 0.001, "Gi": 1, "Mi": 1 / 1024}.items():
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * size
    return float(text)


def asked_for(kind: str) -> tuple[float, float, float]:
    """Cores, GiB of memory and of volumes that all pods ask for together, before anything grows."""
    least = {
        each["spec"]["scaleTargetRef"]["name"]: each["spec"].get(
            "minReplicas", each["spec"].get("minReplicaCount")
        )
        for each in of(kind, "HorizontalPodAutoscaler", "ScaledObject")
    }
    asked = [
        (least.get(each["metadata"]["name"]) or each["spec"].get("replicas", 1),
         container(each)["resources"]["requests"], "0")
        for each in of(kind, "Deployment")
    ]  # fmt: skip
    asked += [
        (each["spec"]["instances"], each["spec"]["resources"]["requests"],
         each["spec"]["storage"]["size"])
        for each in of(kind, "Cluster")
    ]  # fmt: skip
    asked += [
        (each["spec"]["replicas"], each["spec"]["resources"]["requests"],
         each["spec"]["persistence"]["storage"])
        for each in of(kind, "RabbitmqCluster")
    ]  # fmt: skip
    return (
        sum(copies * amount(requests["cpu"]) for copies, requests, _ in asked),
        sum(copies * amount(requests["memory"]) for copies, requests, _ in asked),
        sum(copies * amount(volume) for copies, _, volume in asked),
    )


def schema(fields: Any) -> Object:
    """The JSON schema of a shape in custom.yaml."""
    if isinstance(fields, list):
        return {"type": "array", "minItems": 1, "items": schema(fields[0])}
    if isinstance(fields, dict):
        return {
            "type": "object",
            "properties": {name.removesuffix("?"): schema(each) for name, each in fields.items()},
            "required": [name for name in fields if not name.endswith("?")],
            "additionalProperties": False,
        }
    if fields == "map":
        return {"type": "object", "additionalProperties": {"type": "string"}}
    return {} if fields == "any" else {"type": fields}


def validate(each: Object) -> None:
    """Raise an error unless the object is one that Kubernetes, or its operator, accepts."""
    if each["kind"] in CUSTOM:
        shape = CUSTOM[each["kind"]]
        assert each["apiVersion"] == shape["apiVersion"]
        jsonschema.validate(each["spec"], schema(shape["spec"]))
    else:
        kubernetes_validate.validate(each, VERSION, strict=True)


def pod_specs(kind: str) -> Iterator[tuple[str, Object]]:
    """The specification of each pod: of every object that has one, and the broker's of its
    operator. CloudNativePG writes that of its databases itself."""
    for each in rendered(kind):
        name = f"{each['kind']} {each['metadata']['name']}"
        spec = each.get("spec", {})
        if each["kind"] == "CronJob":
            spec = spec["jobTemplate"]["spec"]
        if each["kind"] == "RabbitmqCluster":
            spec = spec["override"]["statefulSet"]["spec"]
        if each["kind"] == "Pod":
            yield name, spec
        elif "template" in spec:
            yield name, spec["template"]["spec"]


def violations(spec: Object) -> list[str]:
    """List the violations of the `restricted` Pod Security profile in a pod."""
    found = [
        f"host namespace {key}" for key in ("hostNetwork", "hostPID", "hostIPC") if spec.get(key)
    ]
    kinds = {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim",
             "projected", "secret"}  # fmt: skip
    found += [f"volume {each['name']}" for each in spec.get("volumes", []) if not kinds & set(each)]
    shared = spec.get("securityContext", {})
    found += ["sysctls"] if shared.get("sysctls") else []
    everything = [
        *spec["containers"],
        *spec.get("initContainers", []),
        *spec.get("ephemeralContainers", []),
    ]
    for each in everything:
        own = each.get("securityContext", {})
        both = shared | own
        rules = {
            "privileged": own.get("privileged", False) is False,
            "allowPrivilegeEscalation": own.get("allowPrivilegeEscalation") is False,
            "capabilities": own.get("capabilities", {}).get("drop") == ["ALL"]
            and set(own["capabilities"].get("add", [])) <= {"NET_BIND_SERVICE"},
            "runAsNonRoot": both.get("runAsNonRoot") is True,
            "runAsUser": both.get("runAsUser") != 0,
            "seccompProfile": both.get("seccompProfile", {}).get("type")
            in ("RuntimeDefault", "Localhost"),
            "procMount": own.get("procMount", "Default") == "Default",
            "hostPort": not any(port.get("hostPort") for port in each.get("ports", [])),
        }
        found += [f"{each['name']}: {rule}" for rule, holds in rules.items() if not holds]
    return found


class TestRestricted:
    @pytest.mark.parametrize("kind", (*KINDS, "example"))
    def test_the_namespace_admits_nothing_else(self, kind: str) -> None:
        labels = one(kind, "Namespace", "itqan")["metadata"]["labels"]
        assert labels["pod-security.kubernetes.io/enforce"] == "restricted"

    @pytest.mark.parametrize("kind", (*KINDS, "example"))
    def test_every_pod_is_admitted(self, kind: str) -> None:
        specs = dict(pod_specs(kind))
        assert len(specs) == len(list(of(kind, "Deployment", "Job", "CronJob", "RabbitmqCluster")))
        assert {name: violations(spec) for name, spec in specs.items() if violations(spec)} == {}

    @pytest.mark.parametrize(
        ("place", "value"),
        [
            ("pod", {"runAsNonRoot": False}),
            ("pod", {"seccompProfile": {"type": "Unconfined"}}),
            ("container", {"allowPrivilegeEscalation": True}),
            ("container", {"capabilities": {"drop": ["NET_RAW"]}}),
            ("container", {"privileged": True}),
            ("container", {"runAsUser": 0}),
        ],
    )
    def test_a_pod_with_less_is_found(self, place: str, value: Object) -> None:
        spec = deepcopy(pod(one("example", "Deployment", "web"))["spec"])
        changed = spec if place == "pod" else spec["containers"][0]
        changed["securityContext"] |= value
        assert violations(spec)


class TestPriorities:
    @pytest.mark.parametrize("kind", KINDS)
    def test_each_pod_has_one_and_data_goes_first(self, kind: str) -> None:
        values = {each["metadata"]["name"]: each["value"] for each in of(kind, "PriorityClass")}
        assert values["itqan-background"] < values["itqan-serving"] < values["itqan-data"]
        given = {name: spec["priorityClassName"] for name, spec in pod_specs(kind)}
        given |= {
            f"Cluster {each['metadata']['name']}": each["spec"]["priorityClassName"]
            for each in of(kind, "Cluster")
        }
        for name, priority in given.items():
            component = name.rpartition("-")[2]
            expected = {"worker": "background", "migrations": "background"}.get(
                component, "serving"
            )
            if name.startswith(("Cluster", "RabbitmqCluster")):
                expected = "data"
            assert priority == f"itqan-{expected}", name


class TestOrder:
    def test_argo_cd_waits_for_data_and_migrations(self) -> None:
        def waves(*kinds: str) -> set[int]:
            found = (each["metadata"].get("annotations", {}) for each in of("example", *kinds))
            return {int(each.get("argocd.argoproj.io/sync-wave", 0)) for each in found}

        needed = waves("Namespace", "ConfigMap", "ServiceAccount", "NetworkPolicy", "PriorityClass")
        assert needed == {0}
        assert waves("Cluster", "RabbitmqCluster") == {1}
        assert waves("Job") == {2}
        assert waves("Deployment") == {3}
        assert waves("ScaledObject") == {4}

    def test_argo_cd_replaces_the_jobs_of_a_release(self) -> None:
        for job in of("example", "Job"):
            options = job["metadata"]["annotations"]["argocd.argoproj.io/sync-options"]
            assert set(options.split(",")) == {"Replace=true", "Force=true"}

    def test_flux_applies_each_object_in_one_part(self, tmp_path: Path) -> None:
        parts = list(yaml.safe_load_all((HERE / "example" / "flux.yaml").read_text()))
        for each in parts:
            validate(each)
        names = [each["metadata"]["name"] for each in parts]
        depends = [[on["name"] for on in each["spec"].get("dependsOn", [])] for each in parts]
        assert depends == [[], names[:1], names[1:2]]
        data, migrations, services = (
            kustomized(tmp_path / each["metadata"]["name"], patches=each["spec"]["patches"])
            for each in parts
        )
        assert {each["kind"] for each in migrations} == {"Job"}
        assert {"Cluster", "NetworkPolicy", "ServiceAccount"} <= {each["kind"] for each in data}
        assert {"Deployment", "ScaledObject", "HorizontalPodAutoscaler"} <= {
            each["kind"] for each in services
        }

        def key(each: Object) -> tuple[str, str]:
            return each["kind"], each["metadata"]["name"]

        all_of_them = Counter(map(key, [*data, *migrations, *services]))
        assert all_of_them == Counter(map(key, rendered("example")))


def kustomized(folder: Path, **fields: Any) -> list[Object]:
    """The example with more fields in its kustomization."""
    folder.mkdir()
    base = os.path.relpath(HERE / "example", folder.resolve())
    (folder / "kustomization.yaml").write_text(yaml.safe_dump({"resources": [base], **fields}))
    done = subprocess.run(
        [tool("kubectl"), "kustomize", folder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return list(yaml.load_all(done.stdout, Loader=yaml.CSafeLoader))


class TestRules:
    def test_the_operator_s_objects_hold_the_rules_of_prometheus(self) -> None:
        folder = ROOT / "deploy" / "monitoring"
        printed = subprocess.run(
            ["sh", folder / "rules.sh"], capture_output=True, text=True, check=True
        ).stdout
        objects = {each["metadata"]["name"]: each for each in yaml.safe_load_all(printed) if each}
        assert set(objects) == {"itqan-recording", "itqan-alarms"}
        for name, each in objects.items():
            validate(each)
            source = (folder / f"{name.removeprefix('itqan-')}.yaml").read_text()
            assert each["spec"] == yaml.safe_load(source)


class TestRestoreDrill:
    FOLDER = HERE / "drill"

    @pytest.fixture
    def objects(self, tmp_path: Path) -> list[Object]:
        component = os.path.relpath(self.FOLDER, tmp_path / "installation")
        before = {(each["kind"], each["metadata"]["name"]) for each in rendered("example")}
        objects = kustomized(tmp_path / "installation", components=[component])
        return [each for each in objects if (each["kind"], each["metadata"]["name"]) not in before]

    def database(self, objects: list[Object]) -> Object:
        (config,) = (each for each in objects if each["kind"] == "ConfigMap")
        read: Object = yaml.safe_load(config["data"]["cluster.yaml"])
        return read

    def test_its_pod_is_admitted_and_its_objects_are_valid(self, objects: list[Object]) -> None:
        for each in [*objects, self.database(objects)]:
            validate(each)
        (job,) = (each for each in objects if each["kind"] == "CronJob")
        spec = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        assert violations(spec) == []
        for each in (*spec["initContainers"], *spec["containers"]):
            assert set(each["resources"]["requests"]) == {"cpu", "memory", "ephemeral-storage"}

    def test_it_restores_the_backups_of_payments_into_another_database(
        self, objects: list[Object]
    ) -> None:
        drill, payments = self.database(objects), one("example", "Cluster", "payments-database")
        assert drill["metadata"]["name"] != payments["metadata"]["name"]
        source = drill["spec"]["externalClusters"][0]
        assert drill["spec"]["bootstrap"]["recovery"]["source"] == source["name"]
        archiver = payments["spec"]["plugins"][0]
        assert source["plugin"] == {
            "name": archiver["name"],
            "parameters": archiver["parameters"] | {"serverName": "payments-database"},
        }
        # Otherwise it would write its own log beside that of payments.
        assert "plugins" not in drill["spec"]
        assert drill["spec"]["imageCatalogRef"] == payments["spec"]["imageCatalogRef"]
        assert amount(drill["spec"]["storage"]["size"]) >= amount(
            payments["spec"]["storage"]["size"]
        )

    def test_it_may_delete_its_own_database_alone(self, objects: list[Object]) -> None:
        (role,) = (each for each in objects if each["kind"] == "Role")
        name = self.database(objects)["metadata"]["name"]
        for rule in role["rules"]:
            assert rule["resources"] == ["clusters"]
            assert rule.get("resourceNames") == [name] or rule["verbs"] == ["create"]


class TestExternalSecrets:
    def test_it_makes_each_secret_that_is_filled_in_by_hand(self) -> None:
        objects = list(yaml.safe_load_all((HERE / "example" / "external-secrets.yaml").read_text()))
        for each in objects:
            validate(each)
        made = {each["spec"]["target"]["name"] for each in objects
                if each["kind"] == "ExternalSecret"}  # fmt: skip
        by_hand = {
            each["metadata"]["name"]
            for each in yaml.safe_load_all((HERE / "secrets.yaml").read_text())
        }
        assert made == by_hand | {"rabbit-definitions"}
        (store,) = (each for each in objects if each["kind"] == "SecretStore")
        account = store["spec"]["provider"]["vault"]["auth"]["kubernetes"]["serviceAccountRef"]
        assert account["name"] in {
            each["metadata"]["name"] for each in objects if each["kind"] == "ServiceAccount"
        }


@pytest.mark.parametrize("kind", KINDS)
class TestRendered:
    def test_every_object_is_valid(self, kind: str) -> None:
        for each in rendered(kind):
            validate(each)

    def test_each_object_is_there_once_and_in_the_namespace(self, kind: str) -> None:
        names = Counter((each["kind"], each["metadata"]["name"]) for each in rendered(kind))
        assert set(names.values()) == {1}
        for each in rendered(kind):
            whole = each["kind"] in ("Namespace", "PriorityClass")
            assert whole or each["metadata"]["namespace"] == "itqan"

    def test_the_parts_are_those_of_compose(self, kind: str) -> None:
        parts = {
            pod(each)["metadata"]["labels"]["app.kubernetes.io/name"]
            for each in of(kind, "Deployment")
        }
        parts |= {each["metadata"]["name"] for each in of(kind, "RabbitmqCluster")}
        # A database for each service in place of one server for all.
        databases = {each["metadata"]["name"] for each in of(kind, "Cluster")}
        assert databases == {f"{name}-database" for name in SERVICES}
        elsewhere = test_production.STAND_INS | {"postgres"}
        compose = {name for name, part in test_compose.COMPOSE.items() if "profiles" not in part}
        assert parts == compose - elsewhere

    def test_no_secret_is_in_it(self, kind: str) -> None:
        assert not list(of(kind, "Secret"))
        for each in of(kind, "ConfigMap"):
            for name, value in each["data"].items():
                secret = re.search(
                    r"SECRET(?!S_DIR)|PASSWORD|API_KEY|DATABASE_URL|BROKER|SMTP(?!UTF8)", name
                )
                assert not secret, (name, value)

    def test_pods_start_anew_when_what_they_read_changes(self, kind: str) -> None:
        made = {each["metadata"]["name"] for each in of(kind, "ConfigMap")}
        text = json.dumps(rendered(kind))
        used = set(re.findall(r'"configMap(?:Key)?Ref": \{[^}]*"name": "([^"]+)"', text))
        assert used == made
        assert all(re.search(r"-[a-z0-9]{10}$", name) for name in made)

    def test_nobody_but_who_has_to_reaches_anything(self, kind: str) -> None:
        everyone = pods(kind)
        ports = (4369, 5432, 5672, 8000, 8080, 9100, 25672)
        reached = {
            (name_of(source), name_of(target), port)
            for source in everyone
            for target in everyone
            for port in ports
            if may_reach(kind, source, target, port)
        }
        rabbit = "rabbit-rabbitmq"
        expected = {(rabbit, rabbit, 4369), (rabbit, rabbit, 25672), ("gateway", "web", 8080)}
        expected.add(("web", "catalog-api", 8000))
        for service in SERVICES:
            database = f"{service}-database"
            expected |= {(f"{service}-{each}", database, 5432) for each in COMPONENTS}
            expected |= {(database, database, port) for port in (5432, 8000)}
            expected |= {(f"{service}-{each}", rabbit, 5672) for each in ("api", "worker")}
            expected |= {(f"{service}-{each}", "identity-api", 8000) for each in ("api", "worker")}
            expected.add(("gateway", f"{service}-api", 8000))
        assert reached == expected

    def test_all_else_is_refused(self, kind: str) -> None:
        assert one(kind, "NetworkPolicy", "nothing-else")["spec"] == {
            "podSelector": {},
            "policyTypes": ["Ingress", "Egress"],
        }

    def test_addresses_are_those_of_services(self, kind: str) -> None:
        there = {
            f"{each['metadata']['name']}:{port['port']}"
            for each in of(kind, "Service")
            for port in each["spec"]["ports"]
        }
        used = re.findall(r"http://([a-z-]+:\d+)", json.dumps(rendered(kind)))
        assert set(used) <= there
        for each in of(kind, "Service"):
            found = [
                workload
                for workload in of(kind, "Deployment")
                if selects(
                    {"matchLabels": each["spec"]["selector"]}, pod(workload)["metadata"]["labels"]
                )
            ]
            (workload,) = found
            (port,) = each["spec"]["ports"]
            assert (port["targetPort"], port["port"]) in {
                (named["name"], named["containerPort"]) for named in container(workload)["ports"]
            }

    def test_routes_of_the_entry_lead_to_the_gateway(self, kind: str) -> None:
        (backend,) = one(kind, "HTTPRoute", "entry")["spec"]["rules"][0]["backendRefs"]
        (port,) = one(kind, "Service", "gateway")["spec"]["ports"]
        assert backend == {"name": "gateway", "port": port["port"]}
        https = one(kind, "Gateway", "entry")["spec"]["listeners"][1]
        certificate = one(kind, "Certificate", "entry")["spec"]
        assert https["tls"]["certificateRefs"] == [{"name": certificate["secretName"]}]


@pytest.mark.parametrize("kind", KINDS)
class TestPods:
    def test_they_have_no_privilege_and_write_nowhere(self, kind: str) -> None:
        for each in of(kind, "Deployment", "Job"):
            spec = pod(each)["spec"]
            assert spec["automountServiceAccountToken"] is False
            assert spec["securityContext"]["runAsNonRoot"] is True
            assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
            assert container(each)["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            for volume in spec["volumes"]:
                assert "projected" in volume or volume["emptyDir"]["sizeLimit"]

    def test_they_have_resources_of_compose(self, kind: str) -> None:
        for each in of(kind, "Deployment"):
            part = pod(each)["metadata"]["labels"]["app.kubernetes.io/name"]
            resources = container(each)["resources"]
            limit = test_compose.COMPOSE[part]["mem_limit"]
            assert resources["limits"] == {"memory": limit.replace("m", "Mi")}
            assert set(resources["requests"]) == {"cpu", "memory", "ephemeral-storage"}

    def test_the_operators_pods_ask_for_the_same_kinds_of_resources(self, kind: str) -> None:
        for each in of(kind, "Cluster", "RabbitmqCluster"):
            requests = each["spec"]["resources"]["requests"]
            assert set(requests) == {"cpu", "memory", "ephemeral-storage"}

    def test_they_are_probed_at_paths_that_there_are(self, kind: str) -> None:
        private = (ROOT / "libs" / "kit" / "src" / "kit" / "app.py").read_text()
        for each in of(kind, "Deployment"):
            labels, probed = pod(each)["metadata"]["labels"], container(each)
            variables = {each["name"]: each.get("value") for each in probed.get("env", ())}
            heartbeat = variables.get("ITQAN_HEARTBEAT_FILE")
            if heartbeat is not None:
                assert f" {heartbeat} " in probed["livenessProbe"]["exec"]["command"][-1]
            for probe in ("readinessProbe",) if heartbeat else ("readinessProbe", "livenessProbe"):
                path = probed[probe]["httpGet"]["path"]
                assert probed[probe]["httpGet"]["port"] in [p["name"] for p in probed["ports"]]
                match labels["app.kubernetes.io/name"]:
                    case "web":
                        assert (ROOT / "frontend" / "public" / path[1:]).exists()
                    case "gateway":
                        assert path in ("/loaded", "/ping")
                    case _:
                        assert f'"{path}"' in private

    def test_each_deployment_is_spread_and_disrupted_by_one(self, kind: str) -> None:
        for each in of(kind, "Deployment"):
            labels = pod(each)["metadata"]["labels"]
            (budget,) = (
                budget
                for budget in of(kind, "PodDisruptionBudget")
                if selects(budget["spec"]["selector"], labels)
            )
            assert budget["spec"]["maxUnavailable"] == 1
            spread = pod(each)["spec"]["topologySpreadConstraints"]
            assert [constraint["topologyKey"] for constraint in spread] == [
                "topology.kubernetes.io/zone",
                "kubernetes.io/hostname",
            ]
            for constraint in spread:
                # Of its own pods: with those of others counted it would say nothing.
                matched = [p for p in pods(kind) if selects(constraint["labelSelector"], p)]
                assert matched == [labels]

    def test_every_pod_is_under_a_policy_of_its_own(self, kind: str) -> None:
        policies = [
            policy["spec"]["podSelector"]
            for policy in of(kind, "NetworkPolicy")
            if policy["metadata"]["name"] != "nothing-else"
        ]
        for labels in pods(kind):
            assert any(selects(selector, labels) for selector in policies), labels

    def test_they_are_given_the_time_that_they_take_to_stop(self, kind: str) -> None:
        for each in of(kind, "Deployment"):
            assert pod(each)["spec"]["terminationGracePeriodSeconds"] >= STOP_SECONDS


@pytest.mark.parametrize("service", SERVICES)
class TestService:
    KIND = "overlays/production"

    def variables(self, service: str, component: str, kind: str = KIND) -> dict[str, str]:
        of_kind = "Job" if component == "migrations" else "Deployment"
        ran = container(one(kind, of_kind, f"{service}-{component}"))
        maps = [
            one(kind, "ConfigMap", source["configMapRef"]["name"])["data"]
            for source in ran["envFrom"]
            if "configMapRef" in source
        ]
        merged = {name: value for each in maps for name, value in each.items()}
        labels = {"ITQAN_SERVICE": service}
        own = {each["name"]: each.get("value", labels.get(each["name"], "")) for each in ran["env"]}
        return merged | own

    def secrets(self, service: str) -> set[str]:
        (found,) = (
            each
            for each in yaml.safe_load_all((HERE / "secrets.yaml").read_text())
            if each["metadata"]["name"] == f"{service}-secrets"
        )
        return {name.upper() for name in found["stringData"]}

    def test_it_has_the_variables_of_compose(self, service: str) -> None:
        compose = set(test_production.environment(service)) - ONLY_COMPOSE
        here = set(self.variables(service, "api")) | self.secrets(service) | {"ITQAN_DATABASE_URL"}
        assert here - ONLY_HERE == compose - ONLY_HERE

    def test_its_roles_are_apart_and_prepare_comes_first(self, service: str) -> None:
        for role in ("api", "worker"):
            ran = one(self.KIND, "Deployment", f"{service}-{role}")
            assert self.variables(service, role)["ITQAN_ROLE"] == role
            assert container(ran)["args"][3:5] == ["$(ITQAN_SERVICE)", "serve"]
        assert container(one(self.KIND, "Job", f"{service}-migrations"))["args"] == [
            "python", "-m", "kit", "$(ITQAN_SERVICE)", "prepare",
        ]  # fmt: skip

    def test_it_is_given_its_own_secrets_and_database(self, service: str) -> None:
        for of_kind, name in (
            ("Deployment", "api"),
            ("Deployment", "worker"),
            ("Job", "migrations"),
        ):
            spec = pod(one(self.KIND, of_kind, f"{service}-{name}"))["spec"]
            first, second = spec["volumes"][0]["projected"]["sources"]
            assert first["secret"]["name"] == f"{service}-secrets"
            assert second["secret"]["name"] == f"{service}-database-app"
            assert second["secret"]["items"] == [{"key": "uri", "path": "itqan_database_url"}]
            assert container(one(self.KIND, of_kind, f"{service}-{name}"))["image"] == (
                f"itqan/{service}"
            )

    def test_its_backups_are_of_its_own_database(self, service: str) -> None:
        backup = one(self.KIND, "ScheduledBackup", f"{service}-database")
        assert backup["spec"]["cluster"] == {"name": f"{service}-database"}

    def test_its_api_grows_with_its_cpu(self, service: str) -> None:
        scaler = one(self.KIND, "HorizontalPodAutoscaler", f"{service}-api")["spec"]
        assert scaler["scaleTargetRef"]["name"] == f"{service}-api"
        api = one(self.KIND, "Deployment", f"{service}-api")
        assert "replicas" not in api["spec"]
        assert scaler["minReplicas"] == 3
        # So that there is room for what each copy takes before there is another one.
        (cpu,) = (each["resource"]["target"]["averageValue"] for each in scaler["metrics"])
        assert container(api)["resources"]["requests"]["cpu"] == cpu

    def test_an_installation_of_it_starts(
        self, monkeypatch: pytest.MonkeyPatch, service: str
    ) -> None:
        secret = {
            name: "5" * 40 if "URL" not in name else f"smtp://user:{'5' * 40}@mail.example:587"
            for name in self.secrets(service)
        }
        secret |= dict.fromkeys(("ITQAN_SMS", "ITQAN_WHATSAPP"), "null")
        secret["ITQAN_WEB_PUSH_KEY"] = ""
        secret["ITQAN_BROKER_URL"] = f"amqp://{service}:{'5' * 40}@rabbit.itqan.svc:5672/"
        secret["ITQAN_DATABASE_URL"] = f"postgresql://itqan:{'5' * 64}@{service}-database-rw:5432/x"
        given = self.variables(service, "api", "example") | secret
        # The pods have the folder; here there is none.
        del given["ITQAN_SECRETS_DIR"]
        settings: KitSettings = test_production.settings_of(monkeypatch, service, given)
        assert (settings.env, settings.role) == ("production", "api")


class TestSecrets:
    def test_none_has_a_value(self) -> None:
        for each in yaml.safe_load_all((HERE / "secrets.yaml").read_text()):
            assert set(each["stringData"].values()) == {""}
            assert "data" not in each

    def test_each_that_is_asked_for_is_there_or_made_by_somebody(self) -> None:
        there = {
            each["metadata"]["name"]
            for each in yaml.safe_load_all((HERE / "secrets.yaml").read_text())
        }
        text = json.dumps(rendered("overlays/production"))
        asked = set(re.findall(r'"secret(?:Ref)?": \{[^{}]*"name": "([^"]+)"', text))
        asked |= set(re.findall(r'"secret": \{"items": [^\]]*\], "name": "([^"]+)"', text))
        asked |= {
            ref["name"]
            for each in of("overlays/production", "ObjectStore")
            for ref in each["spec"]["configuration"]["s3Credentials"].values()
        }
        assert asked - {f"{name}-database-app" for name in SERVICES} == there


class TestScale:
    KIND = "overlays/production"

    def test_all_workers_grow_with_both_of_their_queues(self) -> None:
        queues = {each["name"] for each in json.loads(broker.FILE.read_text())["queues"]}
        assert len(list(of(self.KIND, "ScaledObject"))) == len(SERVICES)
        for service in SERVICES:
            scaled = one(self.KIND, "ScaledObject", f"{service}-worker")["spec"]
            assert scaled["scaleTargetRef"]["name"] == f"{service}-worker"
            asked = [trigger["metadata"]["queueName"] for trigger in scaled["triggers"]]
            assert asked == [f"itqan.{service}", f"itqan.{service}.urgent"]
            assert set(asked) <= queues
            assert "replicas" not in one(self.KIND, "Deployment", f"{service}-worker")["spec"]
            access = one(self.KIND, "TriggerAuthentication", f"{service}-broker")["spec"]
            assert access["secretTargetRef"] == [
                {"parameter": "host", "name": f"{service}-secrets", "key": "itqan_broker_url"}
            ]

    def test_all_workers_grow_with_the_lag_where_prometheus_runs(self, tmp_path: Path) -> None:
        component = os.path.relpath(ROOT / "deploy" / "monitoring", tmp_path / "installation")
        objects = kustomized(tmp_path / "installation", components=[component])
        recorded = (ROOT / "deploy" / "monitoring" / "recording.yaml").read_text()
        scaled = [each for each in objects if each["kind"] == "ScaledObject"]
        assert len(scaled) == len(SERVICES)
        for each in scaled:
            validate(each)
            (lag,) = (one for one in each["spec"]["triggers"] if one["type"] == "prometheus")
            service = each["metadata"]["labels"]["app.kubernetes.io/name"]
            metric = lag["metadata"]["query"].partition("{")[0]
            assert f"record: {metric}\n" in recorded
            assert f'{{job="{service}"}}' in lag["metadata"]["query"]

    def test_a_database_has_connections_for_all_copies(self) -> None:
        for service in SERVICES:
            api = one(self.KIND, "HorizontalPodAutoscaler", f"{service}-api")["spec"]["maxReplicas"]
            workers = max(
                [each["spec"]["maxReplicaCount"] for each in of(self.KIND, "ScaledObject")
                 if each["spec"]["scaleTargetRef"]["name"] == f"{service}-worker"] or [2]
            )  # fmt: skip
            # While a release replaces them there is one more of each.
            needed = (api + workers + 2) * KitSettings.model_fields["database_connections"].default
            allowed = one(self.KIND, "Cluster", f"{service}-database")["spec"]["postgresql"]
            # The operator's own and those of its standbys.
            assert needed + 10 <= int(allowed["parameters"]["max_connections"])

    def test_data_is_there_three_times(self) -> None:
        for each in of(self.KIND, "Cluster"):
            assert each["spec"]["instances"] == 3
            assert each["spec"]["postgresql"]["synchronous"]["number"] == 1
        (rabbit,) = of(self.KIND, "RabbitmqCluster")
        assert rabbit["spec"]["replicas"] == 3
        assert "target_group_size = 3" in rabbit["spec"]["rabbitmq"]["additionalConfig"]

    def test_the_broker_is_compose_s(self) -> None:
        (rabbit,) = of(self.KIND, "RabbitmqCluster")
        assert rabbit["spec"]["image"] == test_compose.COMPOSE["rabbit"]["image"] + "-management"


class TestGateway:
    KIND = "example"

    def test_it_has_the_variables_of_compose(self) -> None:
        here = {each["name"] for each in container(one(self.KIND, "Deployment", "gateway"))["env"]}
        own = {"TRUSTED_PROXIES", "FORWARDED_DEPTH", "HSTS"}
        assert here - own == set(test_compose.variables("gateway"))
        dynamic = "".join(each.read_text() for each in (ROOT / "gateway" / "dynamic").iterdir())
        for name in own - {"TRUSTED_PROXIES"}:
            assert f'env "{name}"' in dynamic

    def test_it_runs_the_files_of_its_image_and_changes_the_trusted_proxies_alone(self) -> None:
        ran = container(one(self.KIND, "Deployment", "gateway"))
        assert not [each for each in ran["volumeMounts"] if each["name"] != "tmp"]
        change = re.search(r"sed \"(.*)\" gateway/traefik.yaml", ran["args"][0])
        assert change
        source = ROOT / "gateway" / "traefik.yaml"
        done = subprocess.run(
            ["sh", "-euc", f'sed "{change[1]}" "$0"', source],
            env={"TRUSTED_PROXIES": "10.0.0.0/8,192.168.7.1", "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=True,
        )
        before, after = (yaml.safe_load(text) for text in (source.read_text(), done.stdout))
        before["entryPoints"]["web"]["forwardedHeaders"]["trustedIPs"] = [
            "10.0.0.0/8",
            "192.168.7.1",
        ]
        assert after == before
        image = (ROOT / "deploy" / "docker" / "gateway.Dockerfile").read_text()
        start = "gateway.serve --web :8080 --private :9100 -- traefik"
        assert start in ran["args"][0]
        assert start in " ".join(re.findall(r'"([^"]+)"', image.partition("\nCMD ")[2]))

    def test_the_web_server_has_the_variables_of_compose(self) -> None:
        here = {each["name"] for each in container(one(self.KIND, "Deployment", "web"))["env"]}
        compose = set(test_compose.variables("web")) - test_compose.TRACES
        assert here - {"XDG_DATA_HOME", "XDG_CONFIG_HOME"} == compose


class TestInstallation:
    def test_each_image_has_a_tag(self) -> None:
        images = {container(each)["image"] for each in of("example", "Deployment", "Job")}
        assert images == {f"itqan/{part}:1.0.0" for part in (*SERVICES, "gateway", "web")}

    def test_what_it_says_reaches_every_pod(self) -> None:
        text = json.dumps(rendered("example"))
        assert "itqan.example" not in text
        assert "unset" not in text


class TestGuide:
    """What docs/operations.md has an operator do."""

    TEXT = (ROOT / "docs" / "operations.md").read_text()

    def test_its_first_step_applies_all_that_migrations_need_and_none_of_our_code(self) -> None:
        (selector,) = re.findall(r"-l '([^']* notin [^']*)'", self.TEXT)
        left_out = {
            key: set(values.split(", "))
            for key, values in re.findall(r"(\S+) notin \(([^)]*)\)", selector)
        }
        first = [
            each["kind"]
            for each in rendered("example")
            if not any(
                each["metadata"].get("labels", {}).get(key) in values
                for key, values in left_out.items()
            )
        ]
        assert not {"Deployment", "Job", "ScaledObject"} & set(first)
        needed = {
            "Cluster", "ConfigMap", "NetworkPolicy", "ObjectStore", "PriorityClass",
            "RabbitmqCluster", "ServiceAccount",
        }  # fmt: skip
        for kind in needed:
            assert first.count(kind) == len(list(of("example", kind)))

    def test_it_counts_and_names_what_there_is(self) -> None:
        (count,) = re.findall(
            r"grep -c '\^kind: Deployment'.*?prints `(\d+)`", self.TEXT, re.DOTALL
        )
        assert int(count) == len(list(of("example", "Deployment")))
        jobs = {pod(each)["metadata"]["labels"]["app.kubernetes.io/component"]
                for each in of("example", "Job")}  # fmt: skip
        assert jobs == {"migrations"}
        assert self.TEXT.count("-l app.kubernetes.io/component=migrations") == 3
        for path in re.findall(r"deploy/[\w./-]+", self.TEXT):
            assert (ROOT / path.rstrip(".")).exists(), path

    @pytest.mark.parametrize("kind", KINDS)
    def test_it_says_what_an_installation_asks_for(self, kind: str) -> None:
        name = kind.partition("/")[2]
        pattern = (
            rf"`{name}` (?:asks )?for\s+([\d.]+) cores, ([\d.]+) GiB(?: of memory)? and (\d+) GiB"
        )
        (said,) = re.findall(pattern, self.TEXT)
        for number, asked in zip(said, asked_for(kind), strict=True):
            digits = len(number.partition(".")[2])
            assert abs(float(number) - asked) <= 0.51 * 10**-digits

    def test_each_operator_that_is_applied_has_a_version(self) -> None:
        (table,) = re.findall(r"\| variable \| project.*?\n\n", self.TEXT, re.DOTALL)
        applied = re.findall(r'(?:apply|install traefik).*"\$(\w+)"', self.TEXT)
        applied += re.findall(r'-f "\$(\w+)" -f', self.TEXT)
        assert set(applied) == set(re.findall(r"`([A-Z_]+)`", table))
