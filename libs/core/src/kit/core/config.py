"""Settings that every service has.

They come from the environment, prefixed `ITQAN_`. Where it says nothing they come from files: each
from the one that its variable with `_FILE` at the end names, then from those of the folder
`ITQAN_SECRETS_DIR`, which are called like the variables in small letters.
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
"""Characters of a secret in production. Even as hexadecimal digits they are 80 bits, too many to
try; a password that a person would choose is mostly shorter."""
TRYING_OUT = "for-trying-out"
"""Stands in every secret of the repository that is long enough; a test looks for others."""
SECRETS_DIR = "ITQAN_SECRETS_DIR"


class Environment(StrEnum):
    """Where the process runs. Production refuses weak secrets, and so does a development that
    people reach by https."""

    DEVELOPMENT = "development"
    TEST = "test"
    PRODUCTION = "production"


class Role(StrEnum):
    """Which part of a service the process runs."""

    ALL = "all"
    API = "api"
    WORKER = "worker"


class NamedFiles(EnvSettingsSource):
    """What the files hold that variables with `_FILE` at their end name."""

    def _load_env_vars(self) -> Mapping[str, str | None]:
        return {
            f"itqan_{name}": content
            for name in self.settings_cls.model_fields
            if (content := _content(f"ITQAN_{name.upper()}_FILE"))
        }


class SecretsFolder(SecretsSettingsSource):
    """The files of a folder; an empty one counts as missing."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """The file's content, the setting's name, and whether it is JSON."""
        content, key, is_complex = super().get_field_value(field, field_name)
        return content or None, key, is_complex


def _content(variable: str) -> str | None:
    file = os.environ.get(variable)
    if not file:
        return None
    try:
        return Path(file).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{variable} names a file that cannot be read: {error}") from error


class KitSettings(BaseSettings):
    """The base of each service's settings.

    In production a weak secret stops the start, so that it is not the investigation after a
    break-in that finds it. Secrets are the `SecretStr` fields, and the passwords in addresses.
    """

    model_config = SettingsConfigDict(
        env_prefix="ITQAN_",
        extra="ignore",
        # A variable that compose passes on without a value is one that is not set.
        env_ignore_empty=True,
        # What is refused is logged: not with what stands in it.
        hide_input_in_errors=True,
    )

    rotated: ClassVar[frozenset[str]] = frozenset()
    """The secrets whose files are read again while the process runs (`kit.security.rotation`)."""

    env: Environment = Environment.DEVELOPMENT
    role: Role = Role.ALL
    database_url: str
    """`postgresql://user:password@host:port/name`."""
    database_connections: int = Field(default=16, ge=8, le=100)
    """How many the process opens at most. The server must allow them for each copy, and some."""
    database_prepared_statements: bool = True
    """Off behind a pooler that gives a client another connection for each transaction."""
    broker_url: str = "amqp://guest:guest@127.0.0.1:5672/"
    public_url: str = "http://localhost:8080"
    """The address that people open, without a slash at its end."""
    jwks_url: str = "http://127.0.0.1:8001/internal/jwks"
    """Where identity answers its public keys."""
    jwks_file: Path | None = None
    """Where its last answer is kept, so that a start does not depend on it. Copies share it."""
    heartbeat_file: Path | None = None
    """Written each second while the event loop turns: the supervisor kills a process that hangs.
    Unset: the process kills itself."""
    files_url: str = "file:///tmp/itqan-files"
    """`file:///folder` or `s3://bucket/prefix`."""
    smtputf8: bool = False
    """Whether the mail server supports SMTPUTF8 (RFC 6531): else addresses whose local part is not
    ASCII are refused on entry."""
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
        """The environment, then the files and the folder of secrets that it names."""
        folder = SecretsFolder(settings_cls, os.environ.get(SECRETS_DIR))
        return init_settings, env_settings, NamedFiles(settings_cls), folder

    @model_validator(mode="after")
    def refuse_weak_secrets(self) -> Self:
        """A weak secret in production is a `ValueError` at the start, which does not print it. An
        installation that forgets `ITQAN_ENV` is told the same by its public address."""
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
    """What the files say of these settings now; `OSError` or `ValueError` where one is away."""
    folder = os.environ.get(SECRETS_DIR)
    kept = SecretsFolder(kind, folder)() if folder and Path(folder).is_dir() else {}
    return {**kept, **NamedFiles(kind)()}


def comes_from_file(setting: str) -> bool:
    """Whether the environment leaves this setting to a file."""
    variable = f"ITQAN_{setting.upper()}"
    from_file = os.environ.get(f"{variable}_FILE") or os.environ.get(SECRETS_DIR)
    return bool(from_file) and not os.environ.get(variable)


def find_weakness(value: object, *, needs_password: bool = False) -> str | None:
    """Why production refuses a setting's value, or None: the one rule of secrets.

    A `SecretStr` is a secret, and so is the password in an address, secret itself or not. What a
    provider's settings hold may be a header that is no secret, and so may be short.
    """
    if any(TRYING_OUT in each.get_secret_value() for each in _secrets_of(value)):
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
    return "holds a secret of the repository" if TRYING_OUT in text else None


def _secrets_of(value: object) -> Iterator[SecretStr]:
    """A secret itself, and those that a provider's settings hold."""
    if isinstance(value, SecretStr):
        yield value
    elif isinstance(value, BaseModel):
        yield from _secrets_of(dict(value))
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _secrets_of(each)
