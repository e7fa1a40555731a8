"""The rules of Prometheus as objects of its operator."""

import subprocess

import yaml

from deploy.kubernetes.tests.validation import validate
from deploy.local.layout import ROOT


class TestRules:
    def test_the_operator_s_objects_hold_the_rules_of_prometheus(self) -> None:
        folder = ROOT / "deploy" / "monitoring"
        printed = subprocess.run(
            ["sh", folder / "rules.sh"], capture_output=True, text=True, check=True
        ).stdout
        objects = {each["metadata"]["name"]: each for each in yaml.safe_load_all(printed) if each}
        assert set(objects) == {"itqan-recording", "itqan-alarms"}
        validate(objects.values())
        for name, each in objects.items():
            source = (folder / f"{name.removeprefix('itqan-')}.yaml").read_text()
            assert each["spec"] == yaml.safe_load(source)
