"""The pods: admitted under `restricted`, with a priority, probed, spread and stopped in time."""

from copy import deepcopy

import pytest
from kit.web.serving import STOP_SECONDS

from deploy.docker.tests import test_compose
from deploy.kubernetes.tests.objects import (
    KINDS,
    Object,
    container,
    of,
    one,
    pod,
    pod_specs,
    pods,
    selects,
)
from deploy.local.layout import ROOT


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
        private = (ROOT / "libs/web/src/kit/web/app.py").read_text()
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

    def test_they_are_given_the_time_that_they_take_to_stop(self, kind: str) -> None:
        for each in of(kind, "Deployment"):
            assert pod(each)["spec"]["terminationGracePeriodSeconds"] >= STOP_SECONDS
