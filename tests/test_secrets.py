"""Production refuses every secret in the repository."""

import json
import os
import re
import secrets as randomness
from base64 import b64encode
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from identity.demo.people import PASSWORD
from kit.core.config import DEMO_MARKER, KitSettings, find_weakness
from pydantic import BaseModel, SecretStr, ValidationError

from deploy.local.layout import ROOT, SERVICES
from deploy.sandboxes.paymob.config import Settings as Sandbox

FOLDERS = ("bench", "deploy", "docs", "frontend/e2e", "gateway", "libs", "services", "tests")
SUFFIXES = {".py", ".yaml", ".yml", ".sh", ".md", ".json", ".conf", ".ts", ".lua"}
OTHERS = {"node_modules", "package-lock.json", "test_config.py"}
"""Not ours, and where the rule itself is tested."""
SECRET_NAME = r"(?:password|secret|signing_key|api_key|hmac)"
WRITTEN = (
    # compose: a variable's default
    re.compile(r"\$\{\w*(?:PASSWORD|SECRET|HMAC|(?<!PUBLIC_)KEY)\w*:-([^}]+)\}"),
    # the password of an address
    re.compile(r"\w://[\w.%+-]+:([^\s@/\"'{}$]+)@"),
    # a value that is given to a secret's name
    re.compile(
        rf"{SECRET_NAME}\w*[\"']?\]?\s*[=:,]\s*(?:SecretStr\()?[\"']([^\"'\n]+)[\"']",
        re.IGNORECASE,
    ),
)
NO_SECRET = re.compile(
    r"[a-z_]+(\.[a-z_]+)+|[A-Z_]+|(otp|partner)_\w+|/.*|new-.*|current-.*|smtp://[\d.:]+"
    r"|(Create the|Time since) .*|The \w+ is password-protected\..*"
)
"""Codes of errors, variables, kinds of messages, paths, what browsers call fields, addresses,
help, texts."""


ADDRESSES = {"database_url", "broker_url", "files_url", "smtp_url"}
"""They hold a password."""
KEYS = {
    "web_push_key": b64encode(
        ec.generate_private_key(ec.SECP256R1()).private_bytes(
            Encoding.DER, PrivateFormat.PKCS8, NoEncryption()
        )
    ).decode()
}
"""Valid values of secrets that are not free text."""
TRIED = f"{DEMO_MARKER}-and-nothing-else"


def settings_of(service: str) -> type[KitSettings]:
    found: type[KitSettings] = import_module(f"{service}.main").app.settings
    return found


def kinds(annotation: object) -> Iterator[object]:
    """The types that an annotation names, and those of the models within."""
    yield annotation
    for each in get_args(annotation):
        yield from kinds(each)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for field in annotation.model_fields.values():
            yield from kinds(field.annotation)


def is_nested(settings: type[KitSettings], name: str) -> bool:
    found = kinds(settings.model_fields[name].annotation)
    return any(isinstance(each, type) and issubclass(each, BaseModel) for each in found)


SECRETS = [
    (service, name)
    for service in SERVICES
    for name, field in settings_of(service).model_fields.items()
    if name in ADDRESSES or SecretStr in kinds(field.annotation)
]


def example(settings: type[KitSettings], name: str, password: str) -> str:
    """A value of this setting that holds the password."""
    if name in ADDRESSES:
        return f"amqp://service:{password}@host/path"
    if is_nested(settings, name):
        headers = {"Authorization": f"Bearer {password}"}
        return json.dumps({"url": "https://host/", "sender": "Itqan", "headers": headers})
    return password


def give(monkeypatch: pytest.MonkeyPatch, service: str) -> None:
    """A good value of each secret of the service."""
    settings = settings_of(service)
    for each, name in SECRETS:
        if each == service:
            value = KEYS.get(name) or example(settings, name, randomness.token_hex(16))
            monkeypatch.setenv(f"ITQAN_{name.upper()}", value)


def files() -> Iterator[tuple[str, str]]:
    named = [ROOT / "compose.yaml", ROOT / "conftest.py", ROOT / "README.md"]
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    for path in (*named, *found):
        if path.suffix in SUFFIXES and not OTHERS & set(path.parts):
            yield str(path.relative_to(ROOT)), path.read_text()


def written() -> set[tuple[str, str]]:
    return {
        (name, secret)
        for name, text in files()
        for pattern in WRITTEN
        for secret in pattern.findall(text)
        if not NO_SECRET.fullmatch(secret)
    }


@pytest.mark.parametrize(("file", "secret"), sorted(written()))
def test_a_secret_from_the_repository_is_refused(file: str, secret: str) -> None:
    assert find_weakness(SecretStr(secret)), f"{file}: write `for-trying-out` into it"


class TestSettings:
    """Each secret of each service, found by its type or as an address with a password."""

    @pytest.fixture(autouse=True)
    def production(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in os.environ:
            if name.startswith("ITQAN_"):
                monkeypatch.delenv(name)
        monkeypatch.setenv("ITQAN_ENV", "production")
        monkeypatch.setenv("ITQAN_PUBLIC_URL", "https://itqan.example")

    @pytest.mark.parametrize(("service", "name"), SECRETS)
    def test_a_service_with_a_weak_secret_does_not_start(
        self, monkeypatch: pytest.MonkeyPatch, service: str, name: str
    ) -> None:
        settings = settings_of(service)
        default = settings.model_fields[name].default
        give(monkeypatch, service)
        assert settings(), "all that are good start"
        weak = [example(settings, name, password) for password in ("swordfish", TRIED)]
        if isinstance(default, SecretStr):
            weak.append(default.get_secret_value())
        for value in weak:
            if is_nested(settings, name) and DEMO_MARKER not in value:
                continue  # A header may be no secret.
            monkeypatch.setenv(f"ITQAN_{name.upper()}", value)
            with pytest.raises(ValidationError, match=f"ITQAN_{name.upper()} ") as refused:
                settings()
            assert value not in str(refused.value)
        monkeypatch.delenv(f"ITQAN_{name.upper()}")
        if default is not None and name != "files_url":
            with pytest.raises(ValidationError, match=f"(?i){name}"):
                settings()

    @pytest.mark.parametrize(("service", "name"), SECRETS)
    def test_each_secret_is_read_from_a_file(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, service: str, name: str
    ) -> None:
        settings, variable = settings_of(service), f"ITQAN_{name.upper()}"
        give(monkeypatch, service)
        given = getattr(settings(), name)
        (tmp_path / "secret").write_text(os.environ[variable] + "\n")
        monkeypatch.setenv(f"{variable}_FILE", str(tmp_path / "secret"))
        monkeypatch.delenv(variable)
        assert getattr(settings(), name) == given

    def test_finds_all_secrets(self) -> None:
        assert {
            ("identity", "signing_key"),
            ("payments", "paymob_hmac_secret_before"),
            ("notifications", "sms"),
            ("notifications", "smtp_url"),
            *((service, "database_url") for service in SERVICES),
        } <= set(SECRETS)


def test_the_sandbox_s_keys_are_refused() -> None:
    for name, value in Sandbox():
        if re.search("secret|key", name) and "public" not in name:
            assert find_weakness(SecretStr(value)), name


def test_the_demo_s_password_is_refused() -> None:
    assert find_weakness(SecretStr(PASSWORD))


def test_finds_secrets_in_the_repository() -> None:
    found = {secret for _, secret in written()}
    assert {"itqan", "guest", "signing-key-for-trying-out-only", PASSWORD} <= found
