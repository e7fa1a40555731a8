from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response, UploadFile
from kit.core.errors import Invalid, NotFound, Unavailable, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.documents.attachments import document_response, read_document
from kit.documents.media import Media
from kit.documents.pictures import UPLOADING
from kit.domain.hijri import HijriConfirmed, HijriUnconfirmed
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from payments.adapters.paymob.client import ContextDep
from payments.history.routes import PayerDep
from payments.transfers import queries, service
from payments.transfers.errors import (
    CreditDecided,
    NoBankAccount,
    TransferNotChosen,
    TransferReceiptNotFound,
    TransferUnavailable,
)
from payments.transfers.matching import service as matching
from payments.transfers.queries import RECONCILE_PERMISSIONS, RECONCILERS
from payments.transfers.schemas import (
    CreditFilter,
    CreditMatch,
    CreditRead,
    CreditsConfirm,
    CreditsConfirmed,
    CreditSetAside,
    CreditSort,
    RefundTask,
    StatementImported,
    TransferCharge,
    TransferRead,
)
from payments.transfers.statements import service as importing

router = APIRouter(tags=["transfers"])

ReconcilerDep = Annotated[Principal, guard(*RECONCILERS, permissions=RECONCILE_PERMISSIONS)]


@router.post(
    "/charges/{charge_id}/transfer",
    responses=problems(NotFound, TransferUnavailable, *AUTH_PROBLEMS),
)
async def choose_transfer(
    session: Session, context: ContextDep, actor: PayerDep, charge_id: UUID
) -> TransferRead:
    """Choose to pay by transfer and get the account, amount and reference.

    The charge stays open with the same due date.
    """
    return await service.choose_transfer(session, context.settings, actor, charge_id)


@router.post(
    "/charges/{charge_id}/transfer/receipt",
    responses=problems(NotFound, TransferNotChosen, TransferUnavailable, *AUTH_PROBLEMS)
    | UPLOADING,
)
async def add_transfer_receipt(
    charge_id: UUID,
    file: UploadFile,
    session: Session,
    context: ContextDep,
    media: Media,
    actor: PayerDep,
) -> TransferRead:
    """Upload the bank's receipt of a transfer (PDF, JPEG, PNG or WebP, at most 5 MiB), replacing an
    earlier one.
    """
    document = await read_document(file, actor.user_id)
    return await service.add_receipt(session, media, context.settings, actor, charge_id, document)


@router.get(
    "/charges/{charge_id}/transfer/receipt",
    responses=problems(TransferReceiptNotFound, *AUTH_PROBLEMS),
)
async def get_transfer_receipt(
    charge_id: UUID, session: Session, media: Media, actor: PayerDep
) -> Response:
    """Get the uploaded receipt. Available to the payer and to users who may reconcile."""
    key, media_type = await service.get_receipt(session, actor, charge_id)
    return await document_response(media, key, media_type, TransferReceiptNotFound)


@router.post(
    "/transfers/statements",
    status_code=201,
    responses=problems(NoBankAccount, Invalid, HijriUnconfirmed, Unavailable, *AUTH_PROBLEMS),
)
async def import_statement(
    file: UploadFile,
    session: Session,
    context: ContextDep,
    actor: ReconcilerDep,
    hijri_confirmed: HijriConfirmed = False,
) -> StatementImported:
    """Import a bank statement (MT940, CAMT.053, or CSV or XLSX with headings, at most 5 MiB).

    Credits imported before are unchanged, even from another file.
    """
    form, found = await importing.read_statement(
        context.settings, file, hijri_confirmed=hijri_confirmed
    )
    return await importing.store_statement(
        session, context.settings, actor, file.filename or "", form, found
    )


@router.get("/transfers/credits", responses=problems(*AUTH_PROBLEMS))
async def list_credits(
    session: Session,
    _: ReconcilerDep,
    page: Paging,
    filters: Annotated[CreditFilter, Query()],
    sort: CreditSort = CreditSort.BOOKED_DESC,
) -> Page[CreditRead]:
    """List bank credits with the charges they pay."""
    return await queries.list_credits(session, page, filters, sort)


@router.post("/transfers/credits/confirm", responses=problems(NotFound, *AUTH_PROBLEMS))
async def confirm_credits(
    session: Session, actor: ReconcilerDep, body: CreditsConfirm
) -> CreditsConfirmed:
    """Confirm proposed matches; each settles its charge. `left` lists unconfirmed credits with the
    reason.
    """
    return await matching.confirm_credits(session, actor, body.credit_ids)


@router.post(
    "/transfers/credits/{credit_id}/match",
    responses=problems(NotFound, CreditDecided, *AUTH_PROBLEMS),
)
async def match_credit(
    session: Session, actor: ReconcilerDep, credit_id: UUID, body: CreditMatch
) -> CreditRead:
    """Match a credit to a charge. Other amounts are put under review; unowed money is refunded."""
    return await matching.match_credit(session, actor, credit_id, body.charge_id)


@router.post(
    "/transfers/credits/{credit_id}/set-aside",
    responses=problems(NotFound, CreditDecided, *AUTH_PROBLEMS),
)
async def set_credit_aside(
    session: Session, actor: ReconcilerDep, credit_id: UUID, body: CreditSetAside
) -> CreditRead:
    """Record why a credit pays no charge."""
    return await matching.set_credit_aside(session, actor, credit_id, body.note)


@router.get("/transfers/charges", responses=problems(*AUTH_PROBLEMS))
async def list_transfer_charges(
    session: Session,
    _: ReconcilerDep,
    search: Annotated[str | None, Query(max_length=100)] = None,
) -> list[TransferCharge]:
    """List the first charges a credit may pay, by reference or the payer's name, email or phone."""
    return await queries.list_charges(session, search)


@router.get("/transfers/refunds", responses=problems(*AUTH_PROBLEMS))
async def list_transfer_refunds(session: Session, actor: ReconcilerDep) -> list[RefundTask]:
    """List refunds awaiting a manual transfer."""
    return await queries.list_refund_tasks(session, actor)
