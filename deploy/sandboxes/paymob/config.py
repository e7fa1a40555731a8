"""Settings of the sandbox, all from `PAYMOB_SANDBOX_*` variables."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

RefundShape = Literal["parent", "child", "both"]


class Behaviour(BaseModel):
    """Delivery of an intention's callbacks, including false contents."""

    delay_ms: int = Field(300, ge=0, description="wait before a callback is sent")
    jitter_ms: int = Field(0, ge=0, description="random extra wait: callbacks overtake one another")
    copies: int = Field(1, ge=1, le=20, description="how often each callback is sent")
    loss: float = Field(0, ge=0, le=1, description="share of callbacks that are never sent")
    hold: bool = Field(False, description="keep callbacks until they are released by control call")
    refund_shape: RefundShape = Field("child", description="what a refund's callback shows")
    pending_ms: int | None = Field(
        None, ge=0, description="a pending payment succeeds after this time; null: by control call"
    )
    raw_plus: bool = Field(
        False, description="leave the + of created_at unescaped in the browser's return"
    )
    report_amount_cents: int | None = Field(None, description="report another amount than was due")
    report_currency: str | None = Field(None, description="report another currency")
    report_integration_id: int | None = Field(None, description="report another integration")


class Settings(BaseSettings):
    """Keys have the provider's shapes: country in letters 1-3, mode after the kind."""

    model_config = SettingsConfigDict(
        env_prefix="PAYMOB_SANDBOX_", env_nested_delimiter="__", extra="ignore"
    )

    host: str = "127.0.0.1"
    port: int = 8190
    public_url: str = "http://localhost:8190"
    state_file: Path | None = None

    secret_key: str = "sau_sk_test_for-trying-out-only-6f81a0b"
    public_key: str = "sau_pk_test_Zx7Yk2Lm9Qp4Rt8Vw3Bn6Cs1Df5Gh0Jj"
    api_key: str = "api-key-for-trying-out-only"
    hmac_secret: str = "hmac-secret-for-trying-out-only"
    integration_id: int = 4097558
    auth_integration_id: int = Field(4097559, description="authorises only; needs a capture")
    other_integration_ids: tuple[int, ...] = (4097560, 4097561, 4097562)
    """Other payment methods: mada, Apple Pay, a wallet. Their pages show a card form too."""
    currency: str = "SAR"
    profile_id: int = 164295
    owner_id: int = 302852
    merchant_name_en: str = "Itqan"
    merchant_name_ar: str = "إتقان"
    return_seconds: float = Field(
        1.5, ge=0, description="how long the page before the return shows"
    )
    behaviour: Behaviour = Behaviour()
