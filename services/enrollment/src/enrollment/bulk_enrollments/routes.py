"""Routes for organizations, their partner clients and admins.

Paths without an ID come first, so that `/bulk-enrollments/template` does not match an ID.
"""

from collections.abc import AsyncIterable
from datetime import timedelta
from typing import Annotated, Literal
from uuid import UUID

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter, Depends, File, Form, Header, Query, Request, UploadFile
from fastapi.sse import EventSourceResponse, ServerSentEvent
from kit.core.errors import Invalid, TooManyRequests, Unavailable, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, Caller, Principal, guard
from kit.spreadsheets import sheets
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from kit.telemetry.instrumentation import LongRunning
from kit.web.app import CONTEXT, LEAVING, Context
from starlette.responses import Response, StreamingResponse

from enrollment.bulk_enrollments import export, pipeline, queries
from enrollment.bulk_enrollments.columns import build_columns
from enrollment.bulk_enrollments.confirmation.test_mode import service as testmode
from enrollment.bulk_enrollments.errors import (
    BulkEnrollmentNotFound,
    BulkRefused,
    KeyReused,
    NothingToConfirm,
    SeatsShort,
    TestModeMismatch,
    TotalChanged,
)
from enrollment.bulk_enrollments.importing.corrections import service as corrections
from enrollment.bulk_enrollments.importing.service import Upload, build_upload
from enrollment.bulk_enrollments.rules import LIMITS
from enrollment.bulk_enrollments.schemas import (
    BulkConfirm,
    BulkEnrollmentCreate,
    BulkEnrollmentDetail,
    BulkEnrollmentFilter,
    BulkEnrollmentPage,
    BulkMappingUpdate,
    BulkRowFilter,
    BulkRowPage,
    BulkRowsUpdate,
)
from enrollment.bulk_enrollments.service import compute_fingerprint, find_bulk, lock_bulk
from enrollment.config import Settings
from enrollment.replicas.errors import BatchUnknown

router = APIRouter(prefix="/bulk-enrollments", tags=["bulk_enrollments"])

PersonDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        permissions=[Permission.CREATE_BULK_ENROLLMENTS],
    ),
]
CallerDep = Annotated[
    Caller,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        permissions=[Permission.CREATE_BULK_ENROLLMENTS],
        partner=Permission.CREATE_BULK_ENROLLMENTS,
    ),
]


async def _get_retention(context: Annotated[Context[Settings], Depends(CONTEXT)]) -> timedelta:
    return context.settings.bulk_people_kept


KeptDep = Annotated[timedelta, Depends(_get_retention)]
"""Retention of a file's people after its end."""
Key = Annotated[str | None, Header(alias="Idempotency-Key", min_length=8, max_length=255)]
"""Valid for 48 hours: a repeated request returns the first response."""


@router.post(
    "",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, Invalid, KeyReused, BatchUnknown),
)
async def create_bulk_enrollment(
    session: Session,
    actor: CallerDep,
    kept: KeptDep,
    body: BulkEnrollmentCreate,
    idempotency_key: Key = None,
) -> BulkEnrollmentDetail:
    """Send people as JSON. Poll it, or await the webhook, until it is `checked`."""
    upload = await build_upload(body, idempotency_key)
    bulk_id = await pipeline.create_bulk_enrollment(session, actor, upload)
    return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)


@router.post(
    "/files",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, Invalid, KeyReused, BatchUnknown, Unavailable),
)
async def upload_bulk_enrollment(
    database: DatabaseDep,
    actor: CallerDep,
    kept: KeptDep,
    file: Annotated[UploadFile, File()],
    batch_id: Annotated[UUID | None, Form()] = None,
    organization_id: Annotated[UUID | None, Form()] = None,
    locale: Annotated[Literal["ar", "en"], Form()] = "ar",
    idempotency_key: Key = None,
) -> BulkEnrollmentDetail:
    """Upload people as XLSX or CSV, at most 20,000 rows and 10 MiB.

    It awaits a mapping if headings are unknown.
    """
    name, content = file.filename or "", await sheets.read_file_bytes(file, LIMITS)
    sheet = await sheets.open_sheet(name, content, LIMITS)
    fingerprint = compute_fingerprint(content, name, batch_id, organization_id, locale)
    upload = Upload(sheet, name, locale, batch_id, organization_id, fingerprint, idempotency_key)
    async with database.transaction() as session:
        bulk_id = await pipeline.create_bulk_enrollment(session, actor, upload)
    # A new transaction, because identity may have responded since.
    async with database.transaction() as session:
        return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_bulk_enrollments(
    session: Session,
    actor: CallerDep,
    filters: Annotated[BulkEnrollmentFilter, Query()],
    page: Paging,
) -> BulkEnrollmentPage:
    """List the organization's bulk enrollments, newest first; admins see all."""
    return await queries.list_bulk_enrollments(session, actor, filters, page)


@router.get(
    "/template", response_class=Response, responses={**problems(*AUTH_PROBLEMS, Invalid), **FILE}
)
async def get_bulk_template(
    session: Session,
    actor: CallerDep,
    batch_id: UUID | None = None,
    language: Literal["ar", "en"] = "ar",
) -> Response:
    """Download an XLSX template, for one batch or with a column for batch codes."""
    codes = [] if batch_id else await queries.list_codes(session, actor.scope)
    columns = build_columns(codes, one_batch=batch_id is not None)
    return sheets.template("bulk-enrollment", columns, language)


@router.get("/{bulk_id}", responses=problems(*AUTH_PROBLEMS, BulkEnrollmentNotFound))
async def get_bulk_enrollment(
    session: Session, actor: CallerDep, kept: KeptDep, bulk_id: UUID
) -> BulkEnrollmentDetail:
    """Get one bulk enrollment."""
    return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)


@router.get("/{bulk_id}/rows", responses=problems(*AUTH_PROBLEMS, BulkEnrollmentNotFound))
async def list_bulk_rows(
    session: Session,
    actor: CallerDep,
    bulk_id: UUID,
    filters: Annotated[BulkRowFilter, Query()],
    page: Paging,
) -> BulkRowPage:
    """List rows with all their errors."""
    return await queries.list_rows(session, actor, bulk_id, filters, page)


@router.put(
    "/{bulk_id}/mapping",
    responses=problems(*AUTH_PROBLEMS, BulkEnrollmentNotFound, BulkRefused, Invalid),
)
async def update_bulk_mapping(
    session: Session, actor: CallerDep, kept: KeptDep, bulk_id: UUID, body: BulkMappingUpdate
) -> BulkEnrollmentDetail:
    """Map the columns, also for the organization's next file with these headings."""
    await corrections.update_mapping(session, actor, bulk_id, body)
    return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)


@router.patch(
    "/{bulk_id}/rows",
    responses=problems(*AUTH_PROBLEMS, BulkEnrollmentNotFound, BulkRefused, Invalid),
)
async def update_bulk_rows(
    session: Session, actor: CallerDep, kept: KeptDep, bulk_id: UUID, body: BulkRowsUpdate
) -> BulkEnrollmentDetail:
    """Correct cells, skip or restore rows, or confirm a person with another name.

    The rows are then checked again.
    """
    await corrections.update_rows(session, actor, bulk_id, body)
    return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)


@router.put(
    "/{bulk_id}/file",
    responses=problems(*AUTH_PROBLEMS, BulkEnrollmentNotFound, BulkRefused, Invalid, Unavailable),
)
async def replace_bulk_file(
    session: Session,
    actor: CallerDep,
    kept: KeptDep,
    bulk_id: UUID,
    file: Annotated[UploadFile, File()],
) -> BulkEnrollmentDetail:
    """Replace all rows by those of another file."""
    name, content = file.filename or "", await sheets.read_file_bytes(file, LIMITS)
    sheet = await sheets.open_sheet(name, content, LIMITS)
    await corrections.replace_file(session, actor, bulk_id, sheet, name)
    return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)


@router.post(
    "/{bulk_id}/confirm",
    # Importing a large file may take seconds and is one transaction.
    dependencies=[LongRunning],
    responses=problems(
        *AUTH_PROBLEMS,
        BulkEnrollmentNotFound,
        BulkRefused,
        NothingToConfirm,
        SeatsShort,
        TotalChanged,
    ),
)
async def confirm_bulk_enrollment(
    database: DatabaseDep, actor: CallerDep, kept: KeptDep, bulk_id: UUID, body: BulkConfirm
) -> BulkEnrollmentDetail:
    """Enroll the people of all valid rows: all get seats, or no one does."""
    try:
        async with database.transaction() as session:
            await pipeline.confirm(session, actor, bulk_id, body)
            return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)
    except (NothingToConfirm, SeatsShort, TotalChanged):
        # Store row errors found during the failed confirmation, so that the next quote can be
        # confirmed.
        async with database.transaction() as session:
            await pipeline.validate_again(session, actor, bulk_id)
        raise


@router.post(
    "/{bulk_id}/cancel",
    responses=problems(*AUTH_PROBLEMS, BulkEnrollmentNotFound, BulkRefused),
)
async def cancel_bulk_enrollment(
    session: Session, actor: CallerDep, kept: KeptDep, bulk_id: UUID
) -> BulkEnrollmentDetail:
    """Cancel before payment and release held seats."""
    await pipeline.cancel(session, actor, bulk_id)
    return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)


@router.post(
    "/{bulk_id}/pay-test",
    responses=problems(*AUTH_PROBLEMS, BulkEnrollmentNotFound, BulkRefused, TestModeMismatch),
)
async def pay_test(
    session: Session, actor: CallerDep, kept: KeptDep, bulk_id: UUID
) -> BulkEnrollmentDetail:
    """Simulate the payment of a test."""
    await testmode.simulate_payment(session, await lock_bulk(session, actor, bulk_id))
    return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)


@router.get(
    "/{bulk_id}/export",
    response_class=StreamingResponse,
    responses={
        **problems(*AUTH_PROBLEMS, BulkEnrollmentNotFound, TooManyRows, TooManyRequests),
        **FILE,
    },
)
async def export_bulk_rows(
    database: DatabaseDep,
    actor: PersonDep,
    bulk_id: UUID,
    query: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """Export the file with the result of each row."""
    return await export.export_rows(database, actor, bulk_id, query)


async def _follow_progress(
    request: Request, database: DatabaseDep, actor: CallerDep, bulk_id: UUID
) -> AsyncIterable[ServerSentEvent]:
    async with database.transaction() as session:
        await find_bulk(session, actor, bulk_id)
    return queries.stream_progress(database, actor, bulk_id, lambda: LEAVING.of(request.app))


@router.get(
    "/{bulk_id}/progress",
    response_class=EventSourceResponse,
    responses=problems(*AUTH_PROBLEMS, BulkEnrollmentNotFound),
)
async def stream_bulk_progress(
    events: Annotated[AsyncIterable[ServerSentEvent], Depends(_follow_progress)],
) -> AsyncIterable[ServerSentEvent]:
    """Stream `progress` server-sent events, each a `BulkProgress`, during check and admission.

    Reconnect when the stream ends, until the state is final.
    """
    async for event in events:
        yield event
