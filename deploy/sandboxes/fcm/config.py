"""Settings of the sandbox, all from `FCM_SANDBOX_*` variables."""

from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Project ID and accepted access token."""

    model_config = SettingsConfigDict(env_prefix="FCM_SANDBOX_", extra="ignore")

    host: str = "127.0.0.1"
    port: int = 8191
    project_id: str = "itqan-sandbox"
    access_token: str = "fcm-access-token-for-trying-out-only"
    kept: int = 1000
    """Number of newest messages to keep."""
