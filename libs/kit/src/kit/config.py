"""Settings that every service has. They come from the environment, prefixed `ITQAN_`."""

from enum import StrEnum
from typing import Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Environment(StrEnum):
    """Where the process runs; only production refuses default secrets."""

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

    A `SecretStr` field that still has its default is refused in production, so that a
    forgotten variable stops the start and not the investigation after a break-in.
    """

    model_config = SettingsConfigDict(env_prefix="ITQAN_", extra="ignore")

    env: Environment = Environment.DEVELOPMENT
    role: Role = Role.ALL
    database_url: str
    """`postgresql://user:password@host:port/name`."""
    database_pool_size: int = Field(default=8, ge=1, le=100)
    broker_url: str = "amqp://guest:guest@127.0.0.1:5672/"
    public_url: str = "http://localhost:8080"
    """The address that people open, without a slash at its end."""
    jwks_url: str = "http://127.0.0.1:8001/internal/jwks"
    """Where identity answers its public keys."""
    files_url: str = "file:///tmp/itqan-files"
    """`file:///folder` or `s3://bucket/prefix`."""
    log_level: str = "INFO"

    @model_validator(mode="after")
    def refuse_default_secrets(self) -> Self:
        """A default secret outside development or test is a `ValueError` at the start."""
        if self.env is not Environment.PRODUCTION:
            return self
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if isinstance(value, SecretStr) and value == field.default:
                raise ValueError(f"ITQAN_{name.upper()} must be set in production")
        if urlsplit(self.public_url).scheme != "https":
            raise ValueError("ITQAN_PUBLIC_URL must be https in production")
        return self
