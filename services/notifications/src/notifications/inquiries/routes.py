"""`/queries`: the public contact form, its conversations, and the admins' desk. The gateway limits
the rate of posts and of opened links per address.

Literal paths come before those with IDs.
"""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Form, Query, Request, status
from kit.core.errors import Invalid, TooManyRequests, problems
from kit.core.remote_address import Network
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Paging
from kit.documents.attachments import document_response
from kit.documents.media import Media
from kit.documents.pictures import UPLOADING
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from kit.telemetry.instrumentation import LongRunning
from starlette.responses import Response, StreamingResponse

from notifications.config import SettingsDep
from notifications.inquiries import queries, service
from notifications.inquiries.answers import service as desk
from notifications.inquiries.errors import (
    InboundUnsigned,
    InquiryFileNotFound,
    InquiryNotFound,
    InquiryStale,
)
from notifications.inquiries.export import export_inquiries as export
from notifications.inquiries.schemas import (
    Colleague,
    InboundMail,
    InboundRead,
    InquiryAnswer,
    InquiryAssign,
    InquiryCreate,
    InquiryDetail,
    InquiryFilter,
    InquiryMove,
    InquiryNote,
    InquiryPage,
    InquiryReceipt,
    InquirySummary,
    ThreadMessage,
    ThreadRead,
)

router = APIRouter(prefix="/queries", tags=["queries"])

AnswererDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_USER_QUERIES])
]


@router.post("", status_code=status.HTTP_201_CREATED, responses=UPLOADING)
async def create_inquiry(
    session: Session,
    media: Media,
    settings: SettingsDep,
    network: Network,
    body: Annotated[InquiryCreate, Form(media_type="multipart/form-data")],
) -> InquiryReceipt:
    """Send an inquiry with up to five files; no account is needed."""
    return await service.create_inquiry(session, media, settings, network, body)


@router.get("/threads/{token}", responses=problems(InquiryNotFound))
async def get_inquiry_thread(
    session: Session, settings: SettingsDep, response: Response, token: str
) -> ThreadRead:
    """Return the conversation of a link in a mail."""
    response.headers["Cache-Control"] = "no-store"
    return await service.get_thread(session, settings, token)


@router.post(
    "/threads/{token}/messages",
    status_code=status.HTTP_201_CREATED,
    responses=problems(InquiryNotFound, TooManyRequests),
)
async def add_inquiry_message(
    session: Session, settings: SettingsDep, token: str, body: ThreadMessage
) -> ThreadRead:
    """Add a message of the asker."""
    return await service.add_message(session, settings, token, body)


@router.post(
    "/inbound-mails",
    responses=problems(InboundUnsigned),
    # Processing attachments takes as long as an upload.
    dependencies=[LongRunning],
)
async def receive_inbound_mail(
    request: Request, session: Session, media: Media, settings: SettingsDep, body: InboundMail
) -> InboundRead:
    """Accept an inbound mail, signed as in Standard Webhooks."""
    service.check_signature(settings, await request.body(), request.headers)
    return InboundRead(outcome=await service.receive_mail(session, media, settings, body))


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_inquiries(
    session: Session, _: AnswererDep, filters: Annotated[InquiryFilter, Query()], page: Paging
) -> InquiryPage:
    """List inquiries from the contact form."""
    return await queries.list_inquiries(session, filters, page)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_inquiries(
    database: DatabaseDep,
    actor: AnswererDep,
    filters: Annotated[InquiryFilter, Query()],
    file: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """Export the filtered list as a spreadsheet, with all rows."""
    return await export(database, actor, filters, file)


@router.get("/summary", responses=problems(*AUTH_PROBLEMS))
async def get_inquiry_summary(session: Session, _: AnswererDep) -> InquirySummary:
    """Return the number of open inquiries, and the response time."""
    return await queries.get_summary(session)


@router.get("/assignees", responses=problems(*AUTH_PROBLEMS))
async def list_inquiry_assignees(session: Session, _: AnswererDep) -> list[Colleague]:
    """List admins who can be assigned an inquiry."""
    return await queries.list_colleagues(session)


@router.get("/{inquiry_id}", responses=problems(InquiryNotFound, *AUTH_PROBLEMS))
async def get_inquiry(session: Session, _: AnswererDep, inquiry_id: UUID) -> InquiryDetail:
    """Return one inquiry with all its entries."""
    return await queries.get_inquiry(session, inquiry_id)


@router.get(
    "/{inquiry_id}/files/{file_id}",
    response_class=Response,
    responses=problems(InquiryFileNotFound, *AUTH_PROBLEMS),
)
async def get_inquiry_file(
    session: Session, media: Media, _: AnswererDep, inquiry_id: UUID, file_id: UUID
) -> Response:
    """Download a file of an inquiry."""
    file = await queries.get_file(session, inquiry_id, file_id)
    return await document_response(media, file.key, file.media_type, InquiryFileNotFound)


@router.post(
    "/{inquiry_id}/answers",
    responses=problems(InquiryNotFound, InquiryStale, *AUTH_PROBLEMS),
)
async def answer_inquiry(
    session: Session,
    settings: SettingsDep,
    actor: AnswererDep,
    inquiry_id: UUID,
    body: InquiryAnswer,
) -> InquiryDetail:
    """Answer the asker by mail."""
    return await desk.answer_inquiry(session, settings, actor, inquiry_id, body)


@router.post("/{inquiry_id}/notes", responses=problems(InquiryNotFound, *AUTH_PROBLEMS))
async def add_inquiry_note(
    session: Session, actor: AnswererDep, inquiry_id: UUID, body: InquiryNote
) -> InquiryDetail:
    """Add an internal note, which the asker never sees."""
    return await desk.add_note(session, actor, inquiry_id, body)


@router.put(
    "/{inquiry_id}/assignee",
    responses=problems(Invalid, InquiryNotFound, InquiryStale, *AUTH_PROBLEMS),
)
async def assign_inquiry(
    session: Session, actor: AnswererDep, inquiry_id: UUID, body: InquiryAssign
) -> InquiryDetail:
    """Assign the inquiry to an admin, or to none."""
    return await desk.assign_inquiry(session, actor, inquiry_id, body)


@router.put(
    "/{inquiry_id}/status", responses=problems(InquiryNotFound, InquiryStale, *AUTH_PROBLEMS)
)
async def move_inquiry(
    session: Session, _: AnswererDep, inquiry_id: UUID, body: InquiryMove
) -> InquiryDetail:
    """Close the inquiry without an answer, or reopen it."""
    return await desk.move_inquiry(session, inquiry_id, body)
