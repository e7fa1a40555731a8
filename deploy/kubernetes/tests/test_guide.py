"""The steps that docs/operations.md gives an operator."""

import re

import pytest

from deploy.kubernetes.tests.objects import KINDS, amount, container, of, pod, rendered
from deploy.local.layout import ROOT


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


class TestGuide:
    """The commands of docs/operations.md."""

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
        pattern = rf"\| `{name}` \| ([\d.]+) \| ([\d.]+) GiB \| (\d+) GiB \|"
        (said,) = re.findall(pattern, self.TEXT)
        for number, asked in zip(said, asked_for(kind), strict=True):
            digits = len(number.partition(".")[2])
            assert abs(float(number) - asked) <= 0.51 * 10**-digits

    def test_each_operator_that_is_applied_has_a_version(self) -> None:
        (table,) = re.findall(r"\| variable \| project.*?\n\n", self.TEXT, re.DOTALL)
        applied = re.findall(r'(?:apply|install traefik).*"\$(\w+)"', self.TEXT)
        applied += re.findall(r'-f "\$(\w+)" -f', self.TEXT)
        assert set(applied) == set(re.findall(r"`([A-Z_]+)`", table))
