"""Settings of the payments service."""

from datetime import timedelta
from enum import StrEnum
from typing import Annotated, ClassVar
from uuid import UUID

from contracts.app_routes import AppRoute
from kit.core.config import KitSettings
from pydantic import AfterValidator, BaseModel, Field, SecretStr
from stdnum import iban


class Way(StrEnum):
    """What a payer can choose on our page."""

    CARD = "card"
    MADA = "mada"
    APPLE_PAY = "apple_pay"
    STC_PAY = "stc_pay"
    BANK_TRANSFER = "bank_transfer"
    ON_ACCOUNT = "on_account"


class Integration(BaseModel):
    """A way's integration, and which sums it takes, in minor units."""

    id: int
    currency: str = "SAR"
    min_minor: int = Field(default=1, ge=1)
    max_minor: int | None = Field(default=None, ge=1)

    def takes(self, amount_minor: int, currency: str) -> bool:
        """Whether this sum can be paid by it."""
        within = self.max_minor is None or amount_minor <= self.max_minor
        return currency == self.currency and self.min_minor <= amount_minor and within


class BankAccount(BaseModel):
    """The platform's account, to which payers transfer."""

    iban: Annotated[str, AfterValidator(iban.validate)]
    """Without spaces; its check digits are checked."""
    currency: str = "SAR"
    bank_en: str
    bank_ar: str
    beneficiary_en: str
    beneficiary_ar: str


class Settings(KitSettings):
    """The provider's keys come from its dashboard; the defaults fit the sandbox only."""

    rotated: ClassVar[frozenset[str]] = frozenset(
        {"paymob_hmac_secret_before", "paymob_hmac_secret", "paymob_secret_key", "paymob_api_key"}
    )

    paymob_api_url: str = "http://127.0.0.1:8190"
    """`https://ksa.paymob.com` for Saudi Arabia; the keys choose between test and live."""
    paymob_checkout_url: str = "http://localhost:8190/unifiedcheckout/"
    """The hosted page, to which the keys are added as a query."""
    paymob_public_key: str = "sau_pk_test_Zx7Yk2Lm9Qp4Rt8Vw3Bn6Cs1Df5Gh0Jj"
    paymob_secret_key: SecretStr = SecretStr("sau_sk_test_for-trying-out-only-6f81a0b")
    paymob_api_key: SecretStr = SecretStr("api-key-for-trying-out-only")
    """For inquiry only."""
    paymob_hmac_secret: SecretStr = SecretStr("hmac-secret-for-trying-out-only")
    paymob_hmac_secret_before: SecretStr | None = None
    """Accepted as well, while the provider changes over to `paymob_hmac_secret`."""
    paymob_integration_id: int = 4097558
    paymob_integrations: dict[Way, Integration] = Field(default_factory=dict)
    """Further ways to pay, offered beside the card, as JSON:
    `{"mada": {"id": 4097560}, "stc_pay": {"id": 4097562, "max_minor": 2000000}}`."""
    bank_account: BankAccount | None = None
    """Where transfers go, as JSON; without it none are offered."""
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
    def hmac_secrets(self) -> list[str]:
        """By any of these the provider may have signed."""
        secrets = (self.paymob_hmac_secret, self.paymob_hmac_secret_before)
        return [secret.get_secret_value() for secret in secrets if secret is not None]

    @property
    def payment_lifetime(self) -> timedelta:
        """`payment_minutes` as a span."""
        return timedelta(minutes=self.payment_minutes)

    @property
    def payment_methods(self) -> list[Way]:
        """The configured methods, for any sum; payment on account needs a contract."""
        transfer = [Way.BANK_TRANSFER] if self.bank_account else []
        return [Way.CARD, *self.paymob_integrations, *transfer]

    def integrations_for(self, amount_minor: int, currency: str) -> dict[Way, int]:
        """By which integrations a sum can be paid; the card takes every one."""
        further = self.paymob_integrations.items()
        takes = {way: each.id for way, each in further if each.takes(amount_minor, currency)}
        return {Way.CARD: self.paymob_integration_id} | takes

    @property
    def notification_url(self) -> str:
        """Where the provider sends its callbacks."""
        return f"{self.webhook_base_url or self.public_url}/api/v1/webhooks/paymob"

    def redirection_url(self, payment_id: UUID) -> str:
        """Where the provider sends the browser back to. A payer who cancels comes back without the
        provider's parameters, so the address names the attempt."""
        return f"{self.public_url}{AppRoute.PAYMOB_REDIRECT}?payment={payment_id}"
