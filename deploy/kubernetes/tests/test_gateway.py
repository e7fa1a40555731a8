"""The gateway and the web server."""

import re
import subprocess

import yaml

from deploy.docker.tests import test_compose
from deploy.kubernetes.tests.objects import container, one
from deploy.local.layout import ROOT


class TestGateway:
    KIND = "example"

    def test_it_has_the_variables_of_compose(self) -> None:
        here = {each["name"] for each in container(one(self.KIND, "Deployment", "gateway"))["env"]}
        own = {"TRUSTED_PROXIES", "FORWARDED_DEPTH", "HSTS"}
        # An installation sets its collector itself, as for the services.
        compose = set(test_compose.variables("gateway")) - {"OTEL_EXPORTER_OTLP_ENDPOINT"}
        assert here - own == compose
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
