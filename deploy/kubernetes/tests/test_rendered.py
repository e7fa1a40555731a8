"""All rendered objects: valid, closed, the same system as compose.yaml."""

import json
import re
from collections import Counter

import pytest

from deploy.docker.tests import test_compose, test_production
from deploy.kubernetes.tests.objects import KINDS, container, of, one, pod, rendered, selects
from deploy.kubernetes.tests.validation import validate
from deploy.local.layout import SERVICES


@pytest.mark.parametrize("kind", KINDS)
class TestRendered:
    def test_every_object_is_valid(self, kind: str) -> None:
        validate(rendered(kind))

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

    def test_pods_restart_when_their_configuration_changes(self, kind: str) -> None:
        made = {each["metadata"]["name"] for each in of(kind, "ConfigMap")}
        text = json.dumps(rendered(kind))
        used = set(re.findall(r'"configMap(?:Key)?Ref": \{[^}]*"name": "([^"]+)"', text))
        assert used == made
        assert all(re.search(r"-[a-z0-9]{10}$", name) for name in made)

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


class TestInstallation:
    def test_each_image_has_a_tag(self) -> None:
        images = {container(each)["image"] for each in of("example", "Deployment", "Job")}
        assert images == {f"itqan/{part}:1.0.0" for part in (*SERVICES, "gateway", "web")}

    def test_what_it_says_reaches_every_pod(self) -> None:
        text = json.dumps(rendered("example"))
        assert "itqan.example" not in text
        assert "unset" not in text
