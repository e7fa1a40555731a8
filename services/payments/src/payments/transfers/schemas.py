"""Transfers and credits as the API shows them."""

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
    """What the payer is asked to transfer, and to where."""

    charge_id: UUID
    reference: str
    """To be written into the transfer; it has check digits."""
    amount_minor: int
    currency: str
    due_at: datetime | None
    """The money must have come until then."""
    account: BankAccount
    receipt_at: datetime | None
    """When the payer uploaded the bank's receipt."""


class BankCreditStatus(StrEnum):
    """How far a credit is: one that is proposed needs a confirmation only."""

    PROPOSED = "proposed"
    TO_DECIDE = "to_decide"
    MATCHED = "matched"
    SET_ASIDE = "set_aside"


class CreditDifference(StrEnum):
    """Why a credit cannot simply be confirmed."""

    UNKNOWN_REFERENCE = "unknown_reference"
    CURRENCY = "currency"
    AMOUNT = "amount"
    PAID = "paid"
    """The charge is paid already."""
    CLOSED = "closed"
    """The charge has expired or was cancelled."""


class CreditSort(StrEnum):
    """What a list of credits is sorted by; a minus means descending."""

    BOOKED = "booked_on"
    BOOKED_DESC = "-booked_on"
    AMOUNT = "amount_minor"
    AMOUNT_DESC = "-amount_minor"


class CreditFilter(BaseModel):
    """What a list of credits is narrowed down to; days are those of the bank's booking."""

    status: BankCreditStatus | None = None
    statement_id: UUID | None = None
    booked_from: Day | None = None
    booked_to: Day | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of the payer's name, of the text, or of a reference, in any order."""


class TransferCharge(BaseModel):
    """A charge that a credit may be for."""

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
    """The payer has uploaded the bank's receipt."""


class CreditRead(BaseModel):
    """A sum that has come to the account."""

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
    """Of a transfer, where the text holds one."""
    status: BankCreditStatus
    difference: CreditDifference | None
    """Of one that is to be decided."""
    charge: TransferCharge | None
    payment_id: UUID | None
    note: str | None
    decided_at: datetime | None


class LeftReason(StrEnum):
    """Why a credit was not confirmed."""

    UNKNOWN_REFERENCE = "unknown_reference"
    CURRENCY = "currency"
    AMOUNT = "amount"
    PAID = "paid"
    CLOSED = "closed"
    SET_ASIDE = "set_aside"


class CreditLeft(BaseModel):
    """A credit that was not confirmed."""

    credit: CreditRead
    reason: LeftReason


class CreditsConfirmed(BaseModel):
    """What became of proposed matches; one that was matched before counts as confirmed."""

    confirmed: list[CreditRead]
    left: list[CreditLeft]


class StatementImported(BaseModel):
    """What a file brought."""

    statement_id: UUID | None
    """None where it brought nothing new."""
    format: StatementFormat
    account: str
    new: int
    known: int
    """Credits that were imported before; nothing of them has changed."""
    others: int
    """Debits, and what is not booked yet."""
    proposed: int
    to_decide: int


class CreditsConfirm(InputModel):
    """Proposed matches that are right."""

    credit_ids: list[UUID] = Field(min_length=1, max_length=100)


class CreditMatch(InputModel):
    """What a credit is for."""

    charge_id: UUID


class CreditSetAside(InputModel):
    """Why a credit is no payment of a charge."""

    model_config = ConfigDict(str_strip_whitespace=True)

    note: str = Field(min_length=1, max_length=500)


class RefundTask(RefundRead):
    """A refund that a person has to transfer."""

    reference: str
    """The charge's."""
    payer_name_en: str | None
    payer_name_ar: str | None
    payer_account: str
    """Where the money came from; empty where the bank did not say."""
    can_record: bool
    """The reader may record its transfer."""
