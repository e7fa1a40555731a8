"""Settings that every service has.

They come from environment variables with the prefix `ITQAN_`, then from files. A variable with the
suffix `_FILE` names one file. `ITQAN_SECRETS_DIR` names a folder of files in lower case.
"""

import os
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Self
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, Field, SecretStr, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SecretsSettingsSource,
    SettingsConfigDict,
)

SHORTEST_SECRET = 20
"""Minimum characters of a secret in production: 20 hexadecimal digits are 80 bits."""
DEMO_MARKER = "for-trying-out"
"""Part of every long secret in the repository; a test rejects other secrets."""
SECRETS_DIR = "ITQAN_SECRETS_DIR"


class Environment(StrEnum):
    """Environment of the process. Production rejects weak secrets; so does development on a public
    https address.
    """

    DEVELOPMENT = "development"
    TEST = "test"
    PRODUCTION = "production"


class Role(StrEnum):
    """The part of a service that the process runs."""

    ALL = "all"
    API = "api"
    WORKER = "worker"


class NamedFiles(EnvSettingsSource):
    """Read settings from the files that variables with the suffix `_FILE` name."""

    def _load_env_vars(self) -> Mapping[str, str | None]:
        return {
            f"itqan_{name}": content
            for name in self.settings_cls.model_fields
            if (content := _read_variable(f"ITQAN_{name.upper()}_FILE"))
        }


class SecretsFolder(SecretsSettingsSource):
    """Read settings from the files of a folder; empty files count as missing."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Return the file's content, the setting's name, and True if the content is JSON."""
        content, key, is_complex = super().get_field_value(field, field_name)
        return content or None, key, is_complex


def _read_variable(variable: str) -> str | None:
    file = os.environ.get(variable)
    if not file:
        return None
    try:
        return Path(file).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{variable} names a file that cannot be read: {error}") from error


class KitSettings(BaseSettings):
    """The base of each service's settings.

    In production a weak secret stops the start. Secrets are `SecretStr` fields and passwords in
    URLs.
    """

    model_config = SettingsConfigDict(
        env_prefix="ITQAN_",
        extra="ignore",
        # Compose passes a variable without a value as an empty one.
        env_ignore_empty=True,
        # Rejected values are logged, so their content is left out.
        hide_input_in_errors=True,
    )

    rotated: ClassVar[frozenset[str]] = frozenset()
    """Secrets whose files are reloaded while the process runs; see `kit.security.rotation`."""

    env: Environment = Environment.DEVELOPMENT
    role: Role = Role.ALL
    database_url: str
    """`postgresql://user:password@host:port/name`."""
    database_connections: int = Field(default=16, ge=8, le=100)
    """Maximum connections of the process. The server must allow them for each replica, plus
    reserves.
    """
    database_prepared_statements: bool = True
    """Turn off behind a pooler that changes the connection between transactions."""
    broker_url: str = "amqp://guest:guest@127.0.0.1:5672/"
    public_url: str = "http://localhost:8080"
    """Public address of the site, without a trailing slash."""
    jwks_url: str = "http://127.0.0.1:8001/internal/jwks"
    """URL of identity's public keys."""
    jwks_file: Path | None = None
    """Cache of the last JWKS response, shared by replicas, so that a start does not need identity.
    """
    heartbeat_file: Path | None = None
    """Heartbeat file, written each second; the supervisor kills a process that hangs.
    If unset, the process kills itself.
    """
    files_url: str = "file:///tmp/itqan-files"
    """`file:///folder` or `s3://bucket/prefix`."""
    smtputf8: bool = False
    """True if the mail server supports SMTPUTF8 (RFC 6531). Otherwise addresses with a non-ASCII
    local part are rejected.
    """
    log_level: str = "INFO"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Order the sources: environment variables, named files, then the secrets folder."""
        folder = SecretsFolder(settings_cls, os.environ.get(SECRETS_DIR))
        return init_settings, env_settings, NamedFiles(settings_cls), folder

    @model_validator(mode="after")
    def refuse_weak_secrets(self) -> Self:
        """Raise `ValueError` for a weak secret in production or on a public address. The message
        omits the value.
        """
        is_https = urlsplit(self.public_url).scheme == "https"
        if self.env is Environment.TEST or (self.env is Environment.DEVELOPMENT and not is_https):
            return self
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if isinstance(value, SecretStr) and value == field.default:
                raise ValueError(f"ITQAN_{name.upper()} must be set in production")
            reason = find_weakness(value, needs_password=name in ("database_url", "broker_url"))
            if reason:
                raise ValueError(f"ITQAN_{name.upper()} {reason}: production refuses it")
        if not is_https:
            raise ValueError("ITQAN_PUBLIC_URL must be https in production")
        return self


def read_secrets(kind: type[KitSettings]) -> dict[str, Any]:
    """Read the current content of secret files. Raises `OSError` or `ValueError` for a missing
    file.
    """
    folder = os.environ.get(SECRETS_DIR)
    kept = SecretsFolder(kind, folder)() if folder and Path(folder).is_dir() else {}
    return {**kept, **NamedFiles(kind)()}


def comes_from_file(setting: str) -> bool:
    """Tell if the environment leaves this setting to a file."""
    variable = f"ITQAN_{setting.upper()}"
    from_file = os.environ.get(f"{variable}_FILE") or os.environ.get(SECRETS_DIR)
    return bool(from_file) and not os.environ.get(variable)


def find_weakness(value: object, *, needs_password: bool = False) -> str | None:
    """Return the reason why production rejects a setting's value, or None.

    Checks `SecretStr` values and passwords in URLs. Provider settings may hold short headers that
    are not secrets.
    """
    if any(DEMO_MARKER in each.get_secret_value() for each in _iterate_secrets(value)):
        return "holds a secret of the repository"
    text = value.get_secret_value() if isinstance(value, SecretStr) else value
    if not isinstance(text, str):
        return None
    if "://" in text:
        password = urlsplit(text).password
        if password is None:
            return "has no password" if needs_password else None
        text = unquote(password)
    elif not isinstance(value, SecretStr):
        return None
    if len(text) < SHORTEST_SECRET:
        return f"holds a secret of less than {SHORTEST_SECRET} characters"
    return "holds a secret of the repository" if DEMO_MARKER in text else None


def _iterate_secrets(value: object) -> Iterator[SecretStr]:
    """Yield the secrets in a value, including those nested in provider settings."""
    if isinstance(value, SecretStr):
        yield value
    elif isinstance(value, BaseModel):
        yield from _iterate_secrets(dict(value))
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _iterate_secrets(each)
