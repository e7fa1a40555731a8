"""Production refuses defaults of settings and starts with given values."""

import json
import re
import secrets
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml
from kit.core.config import KitSettings
from pydantic import ValidationError

from deploy.local.layout import ROOT, SERVICES
from deploy.local.production import make_secrets
from gateway import serve

BASE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
OVER: dict[str, Any] = yaml.safe_load(
    (ROOT / "deploy" / "docker" / "compose.production.yaml").read_text()
)["services"]
VARIABLE = re.compile(r"\$\{(\w+)(:?[-?][^}]*)?\}")
SECRETS: dict[str, Any] = yaml.safe_load(
    (ROOT / "deploy" / "docker" / "compose.production.yaml").read_text()
)["secrets"]
PUBLIC = {"ITQAN_PAYMOB_PUBLIC_KEY"}
STAND_INS = {"fcm-sandbox", "mail", "paymob-sandbox", "sms-sandbox", "webpush-sandbox"}
GIVEN = {
    "PUBLIC_URL": "https://itqan.example",
    "SMTPUTF8": "true",
    "MAIL_FROM": "Itqan <no-reply@itqan.example>",
    "FIRST_ADMIN_EMAIL": "admin@itqan.example",
    "FIREBASE_WEB": "",
    "PAYMOB_INTEGRATION_ID": "1",
    "PAYMOB_INTEGRATIONS": "{}",
    "BANK_ACCOUNT": "null",
    "SECRETS": "/secrets",
}


def environment(name: str) -> dict[str, str]:
    """As compose puts the two files together."""
    merged = BASE[name].get("environment", {}) | OVER.get(name, {}).get("environment", {})
    return {key: str(value) for key, value in merged.items()}


def mounts(name: str) -> dict[str, str]:
    """The files of a container below /run/secrets, and the secrets that they hold."""
    given = OVER[name].get("secrets", [])
    pairs = [(each, each) if isinstance(each, str) else (each["target"], each["source"])
             for each in given]  # fmt: skip
    return dict(pairs)


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

    def test_it_takes_what_is_given(
        self, monkeypatch: pytest.MonkeyPatch, service: str, tmp_path: Path
    ) -> None:
        make_secrets(str(tmp_path / "installation"))
        mounted = tmp_path / "mounted"
        mounted.mkdir()
        for target, source in mounts(service).items():
            content = (tmp_path / "installation" / "secrets" / source).read_text()
            if source == "smtp_url":
                content = "smtp://mail.example:587"
            elif "paymob" in source:
                content = secrets.token_hex(16)
            (mounted / target).write_text(content)
        given = {
            name: VARIABLE.sub(lambda found: GIVEN[found[1]] if found[1] in GIVEN
                               else (found[2] or "").removeprefix(":-"), value)
            for name, value in environment(service).items()
        }  # fmt: skip
        given["ITQAN_SECRETS_DIR"] = str(mounted)
        given["ITQAN_PAYMOB_PUBLIC_KEY"] = secrets.token_hex(16)
        settings = settings_of(monkeypatch, service, given)
        assert settings.env == "production"
        password = (tmp_path / "installation/secrets" / f"{service}_database_password").read_text()
        assert password in settings.database_url


class TestOverlay:
    def test_no_secret_is_in_the_environment(self) -> None:
        """An environment can be read by `docker inspect` and in /proc."""
        for name in set(BASE) - STAND_INS:
            for variable, value in environment(name).items():
                secret = re.search(
                    r"PASSWORD(?!_FILE)|KEY(?!S_)|SECRET(?!S_DIR)|DATABASE_URL|BROKER_URL"
                    r"|SMTP_URL|SMS|WHATSAPP|CREDENTIALS",
                    variable,
                )
                if secret and variable not in PUBLIC:
                    assert value == "", (name, variable)

    def test_each_secret_is_a_file_that_a_container_is_given(self) -> None:
        given = {source for name in OVER for source in mounts(name).values()}
        assert given == set(SECRETS)
        for name, secret in SECRETS.items():
            assert secret["file"].startswith("${SECRETS:?")
            assert secret["file"].endswith(f"}}/{name}")

    @pytest.mark.parametrize("service", SERVICES)
    def test_a_service_is_given_its_own_secrets_alone(self, service: str) -> None:
        targets = mounts(service)
        fields = {
            f"itqan_{name}" for name in import_module(f"{service}.main").app.settings.model_fields
        }
        assert set(targets) <= fields
        others = set(SERVICES) - {service}
        assert not [each for each in targets.values() if each.split("_")[0] in others]
        blank = {name.lower() for name, value in environment(service).items() if value == ""}
        assert set(targets) <= blank

    @pytest.mark.parametrize(("part", "kind"), [("postgres", "database"), ("rabbit", "broker")])
    def test_the_servers_are_given_all_passwords(self, part: str, kind: str) -> None:
        assert {f"{name}_{kind}_password" for name in SERVICES} <= set(mounts(part))

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
            "ITQAN_SECRETS_DIR",
            "POSTGRES_PASSWORD_FILE",
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
        _, option = serve.enable_acme(["traefik", f"--configFile={source}"], given)
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
