"""Production: what is left to its default does not start, and what is given does."""

import json
import re
import secrets
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml
from kit.config import KitSettings
from pydantic import ValidationError

from deploy.local.layout import ROOT, SERVICES
from gateway import serve

BASE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
OVER: dict[str, Any] = yaml.safe_load(
    (ROOT / "deploy" / "docker" / "compose.production.yaml").read_text()
)["services"]
VARIABLE = re.compile(r"\$\{(\w+)(:?[-?][^}]*)?\}")
OPTIONAL = {"ITQAN_WEB_PUSH_KEY"}
"""Without it nothing is pushed that way."""
STAND_INS = {"fcm-sandbox", "mail", "paymob-sandbox", "sms-sandbox", "webpush-sandbox"}
GIVEN = {
    "PUBLIC_URL": "https://itqan.example",
    "SMTPUTF8": "true",
    "SMTP_URL": "smtp://mail.example:587",
    "MAIL_FROM": "Itqan <no-reply@itqan.example>",
    "FIRST_ADMIN_EMAIL": "admin@itqan.example",
    "FIREBASE_WEB": "",
    "WEB_PUSH_KEY": "",
    "PAYMOB_INTEGRATION_ID": "1",
    "PAYMOB_INTEGRATIONS": "{}",
    "BANK_ACCOUNT": "null",
    "SMS": "null",
    "WHATSAPP": "null",
}


def environment(name: str) -> dict[str, str]:
    """As compose puts the two files together."""
    merged = BASE[name].get("environment", {}) | OVER.get(name, {}).get("environment", {})
    return {key: str(value) for key, value in merged.items()}


def settings_of(
    monkeypatch: pytest.MonkeyPatch, service: str, variables: dict[str, str]
) -> KitSettings:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    settings: KitSettings = import_module(f"{service}.main").app.settings()
    return settings


@pytest.mark.parametrize("service", SERVICES)
class TestService:
    def test_it_refuses_the_defaults_of_compose(
        self, monkeypatch: pytest.MonkeyPatch, service: str
    ) -> None:
        values = {
            name: VARIABLE.sub(lambda found: (found[2] or "").removeprefix(":-"), str(value))
            for name, value in BASE[service]["environment"].items()
        }
        https = {"ITQAN_ENV": "production", "ITQAN_PUBLIC_URL": "https://itqan.example"}
        with pytest.raises(ValidationError, match="production"):
            settings_of(monkeypatch, service, values | https)

    def test_it_takes_what_is_given(self, monkeypatch: pytest.MonkeyPatch, service: str) -> None:
        given = {
            name: VARIABLE.sub(lambda found: GIVEN.get(found[1], secrets.token_hex(16)), value)
            for name, value in environment(service).items()
        }
        assert settings_of(monkeypatch, service, given).env == "production"


class TestOverlay:
    def test_no_password_or_key_has_a_default(self) -> None:
        for name in set(BASE) - STAND_INS:
            for variable, value in environment(name).items():
                secret = re.search(
                    r"PASSWORD|KEY|SECRET|DATABASE_URL|BROKER_URL|SMTP(?!UTF8)", variable
                )
                if secret and variable not in OPTIONAL:
                    assert re.search(r"\$\{\w+:\?\}", value), (name, variable)
                    assert ":-" not in value, (name, variable)

    def test_nothing_that_is_given_is_left_to_the_browser_s_machine(self) -> None:
        assert "localhost" not in json.dumps(OVER)

    def test_the_stand_ins_do_not_run(self) -> None:
        for name in STAND_INS:
            assert OVER[name] == {"profiles": ["development"]}
            assert name not in json.dumps([BASE[each].get("depends_on") for each in BASE])

    def test_it_changes_only_what_there_is(self) -> None:
        assert set(OVER) <= set(BASE)
        new = {
            "ITQAN_FIRST_ADMIN_EMAIL",
            "ITQAN_FIREBASE_CREDENTIALS",
            "ITQAN_FIREBASE_WEB",
            "ITQAN_SMTPUTF8",
            "ITQAN_WEB_PUSH_KEY",
        }
        for name, changes in OVER.items():
            there = set(BASE[name].get("environment", {})) | new
            assert set(changes.get("environment", {})) <= there


class TestTls:
    TLS: ClassVar[dict[str, Any]] = yaml.safe_load(
        (ROOT / "deploy" / "docker" / "compose.tls.yaml").read_text()
    )

    def test_the_gateway_alone_is_different_and_opens_the_ports_of_its_entry_points(self) -> None:
        assert set(self.TLS["services"]) == {"gateway"}
        gateway = self.TLS["services"]["gateway"]
        given = {
            "ACME_EMAIL": "operator@itqan.example",
            "PUBLIC_URL": "https://itqan.example",
            "ACME_SERVER": "",
        }
        assert set(gateway["environment"]) == set(given)
        source = ROOT / "gateway" / "traefik.yaml"
        _, option = serve.with_certificates(["traefik", f"--configFile={source}"], given)
        made = yaml.safe_load(Path(option.partition("=")[2]).read_text())
        points = made["entryPoints"]
        opened = dict(each.split(":") for each in gateway["ports"])
        assert {name: f":{port}" for name, port in opened.items()} == {
            "80": points["plain"]["address"],
            "443": points["web"]["address"],
        }
        assert points["plain"]["http"]["redirections"]["entryPoint"]["to"] == ":443"
        (volume,) = gateway["volumes"]
        name, folder = volume.split(":")
        assert name in self.TLS["volumes"]
        storage = made["certificatesResolvers"]["acme"]["acme"]["storage"]
        assert Path(storage).parent == Path(folder)
        # A new volume has the owner of what the image has there.
        image = (ROOT / "deploy" / "docker" / "gateway.Dockerfile").read_text()
        assert f"install -d -m 700 -o itqan {folder}" in image
