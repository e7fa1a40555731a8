"""Production: what is left to its default does not start, and what is given does."""

import json
import re
import secrets
from importlib import import_module
from typing import Any

import pytest
import yaml
from kit.config import KitSettings
from pydantic import ValidationError

from deploy.local.layout import ROOT, SERVICES

BASE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
OVER: dict[str, Any] = yaml.safe_load(
    (ROOT / "deploy" / "docker" / "compose.production.yaml").read_text()
)["services"]
VARIABLE = re.compile(r"\$\{(\w+)(:?[-?][^}]*)?\}")
STAND_INS = {"mail", "paymob-sandbox"}
GIVEN = {
    "PUBLIC_URL": "https://itqan.example",
    "SMTP_URL": "smtp://mail.example:587",
    "MAIL_FROM": "Itqan <no-reply@itqan.example>",
    "FIRST_ADMIN_EMAIL": "admin@itqan.example",
    "PAYMOB_INTEGRATION_ID": "1",
    "PAYMOB_INTEGRATIONS": "{}",
    "BANK_ACCOUNT": "null",
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
                secret = re.search(r"PASSWORD|KEY|SECRET|DATABASE_URL|BROKER_URL|SMTP", variable)
                assert not secret or re.search(r"\$\{\w+:\?\}", value), (name, variable)
                assert not secret or ":-" not in value, (name, variable)

    def test_nothing_that_is_given_is_left_to_the_browser_s_machine(self) -> None:
        assert "localhost" not in json.dumps(OVER)

    def test_the_stand_ins_do_not_run(self) -> None:
        for name in STAND_INS:
            assert OVER[name] == {"profiles": ["development"]}
            assert name not in json.dumps([BASE[each].get("depends_on") for each in BASE])

    def test_it_changes_only_what_there_is(self) -> None:
        assert set(OVER) <= set(BASE)
        new = {"ITQAN_FIRST_ADMIN_EMAIL"}
        for name, changes in OVER.items():
            there = set(BASE[name].get("environment", {})) | new
            assert set(changes.get("environment", {})) <= there
