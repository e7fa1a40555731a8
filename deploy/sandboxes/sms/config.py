"""Settings of the sandbox, all from `SMS_SANDBOX_*` variables."""

from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Address of the sandbox, and credentials of its clients."""

    model_config = SettingsConfigDict(env_prefix="SMS_SANDBOX_", extra="ignore")

    host: str = "127.0.0.1"
    port: int = 8191
    api_key: str = "sms-key-for-trying-out-only"
