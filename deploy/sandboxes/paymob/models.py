"""Records of the sandbox, and the body of the intention call."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from .config import Behaviour

Filled = Annotated[str, StringConstraints(min_length=1, max_length=50)]
# Any address of the usual form: names that are reserved for tests are good here.
Email = Annotated[str, StringConstraints(pattern=r"^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$")]


class BillingData(BaseModel):
    """The payer; address fields that are not sent come back as `NA`."""

    model_config = ConfigDict(extra="ignore")

    first_name: Filled
    last_name: Filled
    email: Email
    phone_number: Filled
    apartment: str = "NA"
    street: str = "NA"
    building: str = "NA"
    floor: str = "NA"
    city: str = "NA"
    state: str = "NA"
    country: str = "NA"
    postal_code: str = "NA"


class Item(BaseModel):
    name: Annotated[str, StringConstraints(min_length=1, max_length=50)]
    amount: Annotated[int, Field(strict=True, ge=0)]
    description: Annotated[str, StringConstraints(max_length=255)] = ""
    quantity: Annotated[int, Field(strict=True, ge=1)] = 1


class IntentionCreate(BaseModel):
    """`amount` in minor units; `payment_methods` by integration id or by name."""

    model_config = ConfigDict(extra="ignore")

    amount: Annotated[int, Field(strict=True, ge=1)]
    currency: Annotated[str, StringConstraints(pattern="^[A-Z]{3}$")]
    payment_methods: Annotated[list[int | str], Field(min_length=1)]
    billing_data: BillingData
    items: list[Item] = []
    extras: dict[str, Any] = {}
    special_reference: Annotated[str, StringConstraints(max_length=255)] | None = None
    notification_url: str | None = None
    redirection_url: str | None = None
    expiration: Annotated[int, Field(strict=True, ge=1)] | None = None


class Intention(BaseModel):
    id: str
    client_secret: str
    payment_key: str
    order_id: int
    amount: int
    currency: str
    integration_id: int
    billing_data: BillingData
    items: list[Item]
    extras: dict[str, Any]
    special_reference: str | None
    notification_url: str | None
    redirection_url: str | None
    created_at: datetime
    expires_at: datetime | None
    behaviour: Behaviour | None = None

    @property
    def expired(self) -> bool:
        """True once the intention's own time limit has passed."""
        return self.expires_at is not None and datetime.now(UTC) >= self.expires_at


class Transaction(BaseModel):
    """A payment, refund, void or capture. `created_at` is text because it is signed verbatim."""

    id: int
    intention_id: str
    order_id: int
    amount_cents: int
    currency: str
    integration_id: int
    created_at: str
    updated_at: str
    card_pan: str
    card_brand: str
    success: bool = False
    pending: bool = False
    error_occured: bool = False
    is_auth: bool = False
    is_capture: bool = False
    is_void: bool = False
    is_voided: bool = False
    is_refund: bool = False
    is_refunded: bool = False
    is_3d_secure: bool = False
    parent_transaction: int | None = None
    refunded_amount_cents: int = 0
    captured_amount: int = 0
    message: str = ""
    response_code: str = ""

    @property
    def paid(self) -> bool:
        """True for a payment that took money and has not been voided."""
        child = self.parent_transaction is not None
        return self.success and not self.pending and not self.is_voided and not child


class Callback(BaseModel):
    """A callback: its content, address and result."""

    id: int
    intention_id: str
    transaction_id: int
    url: str
    hmac: str
    body: dict[str, Any]
    state: Literal["held", "scheduled", "sent", "failed", "lost"]
    answers: list[int] = []


class Fault(BaseModel):
    """A failure of one of the next API calls."""

    call: Literal["intention", "auth", "inquiry", "refund", "void", "capture"]
    kind: Literal["error", "hang", "lost_answer", "cut", "cut_answer"] = "error"
    status: int = Field(503, ge=400, le=599, description="for `error`")
    delay_ms: int = Field(30_000, ge=0, description="for `hang` and `lost_answer`")
    times: int = Field(1, ge=1)
