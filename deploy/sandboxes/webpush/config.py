"""Settings of the sandbox, all from `WEBPUSH_SANDBOX_*` variables."""

from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Address of the sandbox."""

    model_config = SettingsConfigDict(env_prefix="WEBPUSH_SANDBOX_", extra="ignore")

    host: str = "127.0.0.1"
    port: int = 8192
