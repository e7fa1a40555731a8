from datetime import timedelta
from enum import StrEnum
from typing import Annotated, ClassVar
from uuid import UUID

from contracts.app_routes import AppRoute
from kit.core.config import KitSettings
from pydantic import AfterValidator, BaseModel, Field, SecretStr
from stdnum import iban


class PaymentMethod(StrEnum):
    """Payment method a payer can choose."""

    CARD = "card"
    MADA = "mada"
    APPLE_PAY = "apple_pay"
    STC_PAY = "stc_pay"
    BANK_TRANSFER = "bank_transfer"
    ON_ACCOUNT = "on_account"


class Integration(BaseModel):
    """Provider integration of a method, with its amount limits in minor units."""

    id: int
    currency: str = "SAR"
    min_minor: int = Field(default=1, ge=1)
    max_minor: int | None = Field(default=None, ge=1)

    def accepts(self, amount_minor: int, currency: str) -> bool:
        """Return whether the integration accepts this amount and currency."""
        is_within_max = self.max_minor is None or amount_minor <= self.max_minor
        return currency == self.currency and self.min_minor <= amount_minor and is_within_max


class BankAccount(BaseModel):
    """The platform's account that receives transfers."""

    iban: Annotated[str, AfterValidator(iban.validate)]
    """Without spaces; the check digits are verified."""
    currency: str = "SAR"
    bank_en: str
    bank_ar: str
    beneficiary_en: str
    beneficiary_ar: str


class Settings(KitSettings):
    """The defaults fit the sandbox only; production keys come from the provider's dashboard."""

    rotated: ClassVar[frozenset[str]] = frozenset(
        {"paymob_hmac_secret_before", "paymob_hmac_secret", "paymob_secret_key", "paymob_api_key"}
    )

    paymob_api_url: str = "http://127.0.0.1:8190"
    """`https://ksa.paymob.com` for Saudi Arabia; the keys select test or live mode."""
    paymob_checkout_url: str = "http://localhost:8190/unifiedcheckout/"
    """Hosted page; the keys are added as query parameters."""
    paymob_public_key: str = "sau_pk_test_Zx7Yk2Lm9Qp4Rt8Vw3Bn6Cs1Df5Gh0Jj"
    paymob_secret_key: SecretStr = SecretStr("sau_sk_test_for-trying-out-only-6f81a0b")
    paymob_api_key: SecretStr = SecretStr("api-key-for-trying-out-only")
    """Used for inquiries only."""
    paymob_hmac_secret: SecretStr = SecretStr("hmac-secret-for-trying-out-only")
    paymob_hmac_secret_before: SecretStr | None = None
    """Previous secret, also accepted during a rotation to `paymob_hmac_secret`."""
    paymob_integration_id: int = 4097558
    paymob_integrations: dict[PaymentMethod, Integration] = Field(default_factory=dict)
    """Methods beside the card, as JSON:
    `{"mada": {"id": 4097560}, "stc_pay": {"id": 4097562, "max_minor": 2000000}}`.
    """
    bank_account: BankAccount | None = None
    """Account for transfers, as JSON; transfers are not offered without it."""
    paymob_timeout_seconds: float = Field(default=10, gt=0, le=20)
    """Limit for a whole call; leases of attempts and refunds must exceed it."""
    payment_minutes: int = Field(default=60, ge=5, le=24 * 60)
    """Minutes for which an attempt's hosted page accepts payment."""
    webhook_base_url: str | None = None
    """Base URL for the provider's callbacks if it differs from the public one. In containers,
    `localhost` would be the sandbox itself.
    """
    fallback_email: str = "payments@itqan.example"
    """Sent to the provider, which requires an address, if the payer's is unknown."""

    @property
    def hmac_secrets(self) -> list[str]:
        """Secrets the provider may have signed with."""
        secrets = (self.paymob_hmac_secret, self.paymob_hmac_secret_before)
        return [secret.get_secret_value() for secret in secrets if secret is not None]

    @property
    def payment_lifetime(self) -> timedelta:
        return timedelta(minutes=self.payment_minutes)

    @property
    def payment_methods(self) -> list[PaymentMethod]:
        """Methods configured for any amount; payment on account needs an account."""
        transfer = [PaymentMethod.BANK_TRANSFER] if self.bank_account else []
        return [PaymentMethod.CARD, *self.paymob_integrations, *transfer]

    def list_integrations(self, amount_minor: int, currency: str) -> dict[PaymentMethod, int]:
        """Return the integrations that accept an amount; the card accepts any."""
        further = self.paymob_integrations.items()
        accepting = {way: each.id for way, each in further if each.accepts(amount_minor, currency)}
        return {PaymentMethod.CARD: self.paymob_integration_id} | accepting

    @property
    def notification_url(self) -> str:
        """URL for the provider's callbacks."""
        return f"{self.webhook_base_url or self.public_url}/api/v1/webhooks/paymob"

    def redirection_url(self, payment_id: UUID) -> str:
        """Return the browser's return URL.

        It contains the attempt's ID because a cancelled payment returns without the provider's
        parameters.
        """
        return f"{self.public_url}{AppRoute.PAYMOB_REDIRECT}?payment={payment_id}"
