"""Settings that every service has.

They come from the environment, prefixed `ITQAN_`, and where it says nothing from the files of the
folder `ITQAN_SECRETS_DIR`, which are called like the variables in small letters.
"""

import os
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Self
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import (
    BaseSettings,
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
    """Where the process runs; only production refuses weak secrets."""

    DEVELOPMENT = "development"
    TEST = "test"
    PRODUCTION = "production"


class Role(StrEnum):
    """Which part of a service the process runs."""

    ALL = "all"
    API = "api"
    WORKER = "worker"


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
    """The secrets whose files are read again while the process runs (`kit.rotation`)."""

    env: Environment = Environment.DEVELOPMENT
    role: Role = Role.ALL
    database_url: str
    """`postgresql://user:password@host:port/name`."""
    database_connections: int = Field(default=16, ge=4, le=100)
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
    files_url: str = "file:///tmp/itqan-files"
    """`file:///folder` or `s3://bucket/prefix`."""
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
        """The environment, then the folder of secrets that it names."""
        folder = os.environ.get(SECRETS_DIR)
        return init_settings, env_settings, SecretsSettingsSource(settings_cls, folder)

    @model_validator(mode="after")
    def refuse_weak_secrets(self) -> Self:
        """A weak secret in production is a `ValueError` at the start, which does not print it."""
        if self.env is not Environment.PRODUCTION:
            return self
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if isinstance(value, SecretStr) and value == field.default:
                raise ValueError(f"ITQAN_{name.upper()} must be set in production")
            reason = weakness_of(value, needs_password=name in ("database_url", "broker_url"))
            if reason:
                raise ValueError(f"ITQAN_{name.upper()} {reason}: production refuses it")
        if urlsplit(self.public_url).scheme != "https":
            raise ValueError("ITQAN_PUBLIC_URL must be https in production")
        return self


def read_secrets(kind: type[KitSettings], folder: str) -> dict[str, Any]:
    """What the folder's files say of these settings now."""
    return SecretsSettingsSource(kind, folder)()


def weakness_of(value: object, *, needs_password: bool = False) -> str | None:
    """Why production refuses a setting's value, or None: the one rule of secrets.

    A `SecretStr` is a secret, and so is the password in an address, secret itself or not.
    """
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
    if TRYING_OUT in text:
        return "holds a secret of the repository"
    return None
