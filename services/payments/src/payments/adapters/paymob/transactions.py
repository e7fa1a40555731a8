"""The provider's transaction, as reported by callbacks and inquiries."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator


class Kind(StrEnum):
    """Meaning of a transaction for the payment."""

    PENDING = "pending"
    DECLINED = "declined"
    PAID = "paid"
    REVERSED = "reversed"
    """A payment that was voided, or refunded in part or in full."""
    CHILD = "child"
    """The refund, void or capture of another transaction."""


Number = Annotated[int, Field(ge=0, lt=2**63)]
"""Provider number that fits the database's bigint."""


DECLINES = {
    "INSUFFICIENT_FUNDS": "insufficient_funds",
    "NOT_SUFFICIENT_FUNDS": "insufficient_funds",
    "EXPIRED_CARD": "expired_card",
    "INVALID_CSC": "wrong_card_data",
    "INVALID_CARD_NUMBER": "wrong_card_data",
    "INCORRECT_CVV": "wrong_card_data",
    "AUTHENTICATION_FAILED": "not_authenticated",
    "3D_SECURE_AUTHENTICATION_FAILED": "not_authenticated",
    "EXCEEDS_WITHDRAWAL_AMOUNT_LIMIT": "limit_exceeded",
    "WITHDRAWAL_LIMIT_EXCEEDED": "limit_exceeded",
    "NOT_SUPPORTED": "card_not_permitted",
    "RESTRICTED_CARD": "card_not_permitted",
    "TRANSACTION_NOT_PERMITTED_TO_CARDHOLDER": "card_not_permitted",
}
"""Bank decline codes mapped to ours; the app has a text for each.

Unlisted codes, and those without a usable reason, become `declined`.
"""


def _normalize_code(text: str) -> str:
    """Normalize `Insufficient funds.` to `INSUFFICIENT_FUNDS`."""
    return re.sub(r"[^A-Z0-9]+", "_", text.upper()).strip("_")


class _Order(BaseModel):
    id: Number
    merchant_order_id: str | None = None


class _Card(BaseModel):
    pan: str | None = None
    sub_type: str | None = None


class _Outcome(BaseModel):
    message: str | None = None
    txn_response_code: str | None = None

    @field_validator("txn_response_code", mode="before")
    @classmethod
    def as_text(cls, value: Any) -> Any:
        """The response code is a number in Saudi Arabia and a word elsewhere."""
        return str(value) if isinstance(value, int) else value

    @property
    def decline_code(self) -> str:
        """Return our code for the decline, from the bank's code or, if that is numeric, its
        message.
        """
        words = (_normalize_code(text) for text in (self.txn_response_code, self.message) if text)
        return next((DECLINES[word] for word in words if word in DECLINES), "declined")


class Transaction(BaseModel):
    """The fields we read.

    In a callback only the signed fields are trustworthy: order, amount, currency and flags. The
    others are trustworthy only in an inquiry's response.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: Number
    order: _Order
    amount_cents: int
    currency: str
    integration_id: int
    success: bool
    pending: bool
    error_occured: bool = False
    is_auth: bool = False
    is_capture: bool = False
    is_voided: bool = False
    is_refunded: bool = False
    has_parent_transaction: bool = False
    is_void: bool = False
    is_refund: bool = False
    parent_transaction: int | None = None
    refunded_amount_cents: int = 0
    source_data: _Card = Field(default_factory=_Card)
    data: _Outcome = Field(default_factory=_Outcome)

    @field_validator("refunded_amount_cents", mode="before")
    @classmethod
    def null_is_zero(cls, value: Any) -> Any:
        """Null appears for payments that were never refunded."""
        return 0 if value is None else value

    @field_validator(
        *("error_occured", "is_auth", "is_capture", "is_voided", "is_refunded"),
        *("has_parent_transaction", "is_void", "is_refund"),
        mode="before",
    )
    @classmethod
    def null_is_false(cls, value: Any) -> Any:
        """Null appears for flags that do not apply."""
        return False if value is None else value

    @field_validator("parent_transaction", mode="before")
    @classmethod
    def id_only(cls, value: Any) -> Any:
        """Some responses contain the whole parent instead of its ID."""
        return value.get("id") if isinstance(value, Mapping) else value

    @property
    def card_brand(self) -> str | None:
        """Brand of the card used or attempted."""
        return self.source_data.sub_type

    @property
    def card_last4(self) -> str | None:
        """Last four digits of the card number."""
        return (self.source_data.pan or "")[-4:] or None

    @property
    def kind(self) -> Kind:
        """Classify the transaction; `PAID` requires that no other flag contradicts it.

        `is_void` and `is_refund` are not signed, so the signed `has_parent_transaction` identifies
        a child.
        """
        if self.has_parent_transaction or self.is_void or self.is_refund:
            return Kind.CHILD
        if self.is_voided or self.is_refunded:
            return Kind.REVERSED
        if self.pending:
            return Kind.PENDING
        return Kind.PAID if self.success and not self.error_occured else Kind.DECLINED

    @property
    def state(self) -> str:
        """Identify this state among all states of the same transaction."""
        if self.kind is not Kind.REVERSED:
            return self.kind
        return "voided" if self.is_voided else f"refunded:{self.refunded_amount_cents}"

    @property
    def reversed_cents(self) -> int:
        """Total reversed amount in minor units; the full amount for a void."""
        return self.amount_cents if self.is_voided else self.refunded_amount_cents


def read_transaction(body: Mapping[str, Any]) -> Transaction | None:
    """Parse the transaction in a body; None if it has none."""
    try:
        return Transaction.model_validate(body)
    except ValidationError:
        return None


def strip_personal_data(body: Mapping[str, Any]) -> dict[str, Any]:
    """Remove the payer's personal data from a transaction before it is stored."""
    kept = {name: body[name] for name in Transaction.model_fields if name in body}
    for name in ("created_at", "is_3d_secure", "is_standalone_payment", "owner"):
        kept[name] = body.get(name)
    order = body.get("order")
    if isinstance(order, Mapping):
        kept["order"] = {
            "id": order.get("id"),
            "merchant_order_id": order.get("merchant_order_id"),
        }
    return kept
