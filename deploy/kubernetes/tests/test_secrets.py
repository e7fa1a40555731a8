"""The secrets of an installation, filled in by hand or by External Secrets."""

import json
import re

import yaml

from deploy.kubernetes.tests.objects import HERE, of, rendered
from deploy.kubernetes.tests.validation import validate
from deploy.local.layout import SERVICES


class TestSecrets:
    def test_none_has_a_value(self) -> None:
        for each in yaml.safe_load_all((HERE / "secrets.yaml").read_text()):
            assert set(each["stringData"].values()) == {""}
            assert "data" not in each

    def test_each_referenced_secret_exists_or_is_created(self) -> None:
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


class TestExternalSecrets:
    def test_it_makes_each_secret_that_is_filled_in_by_hand(self) -> None:
        objects = list(yaml.safe_load_all((HERE / "example" / "external-secrets.yaml").read_text()))
        validate(objects)
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
