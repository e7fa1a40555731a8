"""The policies: each pod reaches those that it has to, and no other."""

import pytest

from deploy.kubernetes.tests.objects import KINDS, Object, of, one, pods, selects
from deploy.local.layout import SERVICES

COMPONENTS = {"api", "worker", "migrations"}


def name_of(labels: dict[str, str]) -> str:
    return "-".join(
        labels[key]
        for key in ("app.kubernetes.io/name", "app.kubernetes.io/component")
        if key in labels
    )


def may_reach(kind: str, source: dict[str, str], target: dict[str, str], port: int) -> bool:
    """Return true if the policies let the source pods connect to the target pods."""

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


@pytest.mark.parametrize("kind", KINDS)
class TestPolicies:
    def test_only_required_connections_are_allowed(self, kind: str) -> None:
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

    def test_every_pod_is_under_a_policy_of_its_own(self, kind: str) -> None:
        policies = [
            policy["spec"]["podSelector"]
            for policy in of(kind, "NetworkPolicy")
            if policy["metadata"]["name"] != "nothing-else"
        ]
        for labels in pods(kind):
            assert any(selects(selector, labels) for selector in policies), labels
