"""Settings of the payments service."""

from datetime import timedelta

from kit.config import KitSettings
from pydantic import Field, SecretStr


class Settings(KitSettings):
    """The provider's keys come from its dashboard; the defaults fit the sandbox only."""

    paymob_api_url: str = "http://127.0.0.1:8190"
    """`https://ksa.paymob.com` for Saudi Arabia; the keys choose between test and live."""
    paymob_checkout_url: str = "http://localhost:8190/unifiedcheckout/"
    """The hosted page, to which the keys are added as a query."""
    paymob_public_key: str = "sau_pk_test_Zx7Yk2Lm9Qp4Rt8Vw3Bn6Cs1Df5Gh0Jj"
    paymob_secret_key: SecretStr = SecretStr("sau_sk_test_for-trying-out-only-6f81a0b")
    paymob_api_key: SecretStr = SecretStr("api-key-for-trying-out-only")
    """For inquiry only."""
    paymob_hmac_secret: SecretStr = SecretStr("hmac-secret-for-trying-out-only")
    paymob_integration_id: int = 4097558
    paymob_timeout_seconds: float = Field(default=10, gt=0, le=20)
    """For a whole call. The leases of attempts and refunds are longer than the most of it."""
    payment_minutes: int = Field(default=60, ge=5, le=24 * 60)
    """How long the hosted page of one attempt can be paid."""
    webhook_base_url: str | None = None
    """Where the provider reaches us, where that is not the address that people open: in
    containers, `localhost` would be the sandbox's own."""
    fallback_email: str = "payments@itqan.example"
    """The provider asks for a valid address even where we know none."""

    @property
    def payment_lifetime(self) -> timedelta:
        """`payment_minutes` as a span."""
        return timedelta(minutes=self.payment_minutes)

    @property
    def notification_url(self) -> str:
        """Where the provider sends its callbacks."""
        return f"{self.webhook_base_url or self.public_url}/api/v1/webhooks/paymob"

    @property
    def redirection_url(self) -> str:
        """Where the provider sends the browser back to."""
        return f"{self.public_url}/payments/paymob/redirect"
