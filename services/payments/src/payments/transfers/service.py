"""Let payers choose a transfer and upload the bank's receipt."""

from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession, now
from kit.documents import media
from kit.documents.attachments import Document, store_document
from kit.documents.media import MediaStore
from kit.security.auth import Principal
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from payments.charges.models import SETTLED, Charge
from payments.charges.queries import is_own, is_payable
from payments.charges.service import lock_charge
from payments.config import BankAccount, PaymentMethod, Settings
from payments.transfers.adapters.iso11649 import build_reference
from payments.transfers.errors import (
    TransferNotChosen,
    TransferReceiptNotFound,
    TransferUnavailable,
)
from payments.transfers.models import Transfer
from payments.transfers.queries import can_see_receipt
from payments.transfers.schemas import TransferRead

RECEIPT_FOLDER = "transfers"
"""Folder of receipts in the file store."""


def list_transfer_methods(settings: Settings, charge: Charge) -> list[PaymentMethod]:
    """Return the transfer method if it is available for the charge."""
    account = settings.bank_account
    takes = account is not None and account.currency == charge.currency
    return [PaymentMethod.BANK_TRANSFER] if takes else []


async def choose_transfer(
    session: AsyncSession, settings: Settings, actor: Principal, charge_id: UUID
) -> TransferRead:
    """Return the payment instructions for the actor's charge. Idempotent.

    Other methods stay available until the money arrives.

    Raises `NotFound`, and `TransferUnavailable` if the charge cannot be paid by transfer.
    """
    charge = await _own_charge(session, actor, charge_id)
    can_be_paid = await session.scalar(select(is_payable()).where(col(Charge.id) == charge_id))
    account = settings.bank_account
    if account is None or not can_be_paid or not list_transfer_methods(settings, charge):
        raise TransferUnavailable
    await session.execute(
        insert(Transfer)
        .values(
            charge_id=charge_id,
            reference=build_reference(charge.reference),
            chosen_by=actor.user_id,
        )
        .on_conflict_do_nothing(index_elements=["charge_id"])
    )
    return _read(charge, account, await session.get_one(Transfer, charge_id))


async def add_receipt(
    session: AsyncSession,
    media_store: MediaStore,
    settings: Settings,
    actor: Principal,
    charge_id: UUID,
    document: Document,
) -> TransferRead:
    """Store the bank's receipt of a transfer, replacing an earlier one.

    Raises `NotFound`, `TransferNotChosen`, and `TransferUnavailable` once it is paid.
    """
    key = await store_document(media_store, document, RECEIPT_FOLDER)
    await _own_charge(session, actor, charge_id)
    charge = await lock_charge(session, charge_id)
    transfer = await session.get(Transfer, charge_id)
    if transfer is None:
        raise TransferNotChosen
    account = settings.bank_account
    if account is None or charge.status in SETTLED:
        raise TransferUnavailable
    if transfer.receipt_key is not None:
        await media.discard(session, [transfer.receipt_key])
    await media.adopt(session, [key])
    transfer.receipt_key, transfer.receipt_type = key, document.media_type
    transfer.receipt_at = await now(session)
    return _read(charge, account, transfer)


async def get_receipt(session: AsyncSession, actor: Principal, charge_id: UUID) -> tuple[str, str]:
    """Return the key and media type of a receipt, for its payer and users who may reconcile.

    Raises `TransferReceiptNotFound`.
    """
    found = (
        await session.execute(
            select(col(Transfer.receipt_key), col(Transfer.receipt_type))
            .join(Charge, col(Charge.id) == col(Transfer.charge_id))
            .where(col(Transfer.charge_id) == charge_id, can_see_receipt(actor))
        )
    ).first()
    if found is None or found[0] is None or found[1] is None:
        raise TransferReceiptNotFound
    return found[0], found[1]


async def _own_charge(session: AsyncSession, actor: Principal, charge_id: UUID) -> Charge:
    charge = await session.scalar(select(Charge).where(col(Charge.id) == charge_id, is_own(actor)))
    if charge is None:
        raise NotFound
    return charge


def _read(charge: Charge, account: BankAccount, transfer: Transfer) -> TransferRead:
    return TransferRead(
        charge_id=charge.id,
        reference=transfer.reference,
        amount_minor=charge.amount_minor,
        currency=charge.currency,
        due_at=charge.due_at,
        account=account,
        receipt_at=transfer.receipt_at,
    )
