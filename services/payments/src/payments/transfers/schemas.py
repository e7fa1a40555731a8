from datetime import date, datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts.payments import ChargeStatus
from kit.domain.fields import Day, InputModel
from pydantic import BaseModel, ConfigDict, Field

from payments.config import BankAccount
from payments.refunds.schemas import RefundRead
from payments.transfers.models import StatementFormat


class TransferRead(BaseModel):
    """Account, amount and reference for the payer's transfer."""

    charge_id: UUID
    reference: str
    """Reference for the transfer's text, with check digits."""
    amount_minor: int
    currency: str
    due_at: datetime | None
    """Latest arrival of the money."""
    account: BankAccount
    receipt_at: datetime | None
    """Upload time of the bank's receipt."""


class BankCreditStatus(StrEnum):
    """Status of a credit; a proposed match needs only confirmation."""

    PROPOSED = "proposed"
    TO_DECIDE = "to_decide"
    MATCHED = "matched"
    SET_ASIDE = "set_aside"


class CreditDifference(StrEnum):
    """Reason a credit cannot be confirmed."""

    UNKNOWN_REFERENCE = "unknown_reference"
    CURRENCY = "currency"
    AMOUNT = "amount"
    PAID = "paid"
    """The charge is already paid."""
    CLOSED = "closed"
    """The charge is expired or cancelled."""


class CreditSort(StrEnum):
    BOOKED = "booked_on"
    BOOKED_DESC = "-booked_on"
    AMOUNT = "amount_minor"
    AMOUNT_DESC = "-amount_minor"


class CreditFilter(BaseModel):
    """Filters of the credits list; days are the bank's booking days."""

    status: BankCreditStatus | None = None
    statement_id: UUID | None = None
    booked_from: Day | None = None
    booked_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words to find in any order in the payer's name, the text or a reference."""


class TransferCharge(BaseModel):
    """Charge that a credit may pay."""

    id: UUID
    reference: str
    title_en: str
    title_ar: str
    amount_minor: int
    currency: str
    status: ChargeStatus
    due_at: datetime | None
    payer_name_en: str | None
    payer_name_ar: str | None
    transfer_chosen: bool
    receipt_uploaded: bool
    """The payer uploaded the bank's receipt."""


class CreditRead(BaseModel):
    """One amount credited to the account."""

    id: UUID
    statement_id: UUID
    booked_on: date
    amount_minor: int
    currency: str
    bank_reference: str
    text: str
    payer_name: str
    payer_account: str
    reference: str | None
    """Transfer reference, if the text contains one."""
    status: BankCreditStatus
    difference: CreditDifference | None
    """Set for an undecided credit."""
    charge: TransferCharge | None
    payment_id: UUID | None
    note: str | None
    decided_at: datetime | None


class LeftReason(StrEnum):
    """Reason a credit was not confirmed."""

    UNKNOWN_REFERENCE = "unknown_reference"
    CURRENCY = "currency"
    AMOUNT = "amount"
    PAID = "paid"
    CLOSED = "closed"
    SET_ASIDE = "set_aside"


class CreditLeft(BaseModel):
    credit: CreditRead
    reason: LeftReason


class CreditsConfirmed(BaseModel):
    """Result of confirming matches; credits matched before count as confirmed."""

    confirmed: list[CreditRead]
    left: list[CreditLeft]


class StatementImported(BaseModel):
    """Result of importing a statement."""

    statement_id: UUID | None
    """Null if the file contained no new credits."""
    format: StatementFormat
    account: str
    new: int
    known: int
    """Number of credits imported before; they are unchanged."""
    others: int
    """Number of debits and of entries not booked yet."""
    proposed: int
    to_decide: int


class CreditsConfirm(InputModel):
    """Proposed matches to confirm."""

    credit_ids: list[UUID] = Field(min_length=1, max_length=100)


class CreditMatch(InputModel):
    charge_id: UUID


class CreditSetAside(InputModel):
    model_config = ConfigDict(str_strip_whitespace=True)

    note: str = Field(min_length=1, max_length=500)


class RefundTask(RefundRead):
    """Refund awaiting a manual transfer."""

    reference: str
    """Reference of the charge."""
    payer_name_en: str | None
    payer_name_ar: str | None
    payer_account: str
    """Account that sent the money; empty if the bank did not name it."""
    can_record: bool
    """The caller may record its transfer."""
