"""No secret that stands in the repository is good in production."""

import re
from collections.abc import Iterator
from importlib import import_module

import pytest
from identity.demo.people import PASSWORD
from kit.config import weakness_of
from pydantic import SecretStr

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
NO_SECRET = re.compile(r"[a-z_]+(\.[a-z_]+)+|[A-Z_]+|otp_\w+|/.*|new-.*|current-.*|smtp://[\d.:]+")
"""Codes of errors, variables, kinds of messages, paths, what browsers call fields, addresses."""


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
def test_what_is_written_somewhere_is_refused(file: str, secret: str) -> None:
    assert weakness_of(SecretStr(secret)), f"{file}: write `for-trying-out` into it"


@pytest.mark.parametrize("service", SERVICES)
def test_defaults_of_settings_are_refused(service: str) -> None:
    for name, setting in import_module(f"{service}.main").app.settings.model_fields.items():
        default = setting.default
        if isinstance(default, SecretStr) and "://" not in default.get_secret_value():
            assert weakness_of(default), name


def test_the_sandbox_s_keys_are_refused() -> None:
    for name, value in Sandbox():
        if re.search("secret|key", name) and "public" not in name:
            assert weakness_of(SecretStr(value)), name


def test_the_demo_s_password_is_refused() -> None:
    assert weakness_of(SecretStr(PASSWORD))


def test_they_are_found() -> None:
    found = {secret for _, secret in written()}
    assert {"itqan", "guest", "signing-key-for-trying-out-only", PASSWORD} <= found
