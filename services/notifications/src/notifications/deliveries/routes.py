"""`/notifications/deliveries` for admins, everybody's own `/notifications/address`, and what a mail
provider reports."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query, Request, status
from kit.core.errors import Unauthorized, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, AnyUser, Principal, TokenInvalid, TokenStale, guard

from notifications.addresses import service as addresses
from notifications.addresses.errors import ReportUnsigned
from notifications.addresses.schemas import MailReport, OwnAddress
from notifications.config import SettingsDep
from notifications.deliveries import queries
from notifications.deliveries.errors import DeliveryNotFound, DeliveryNotRepeatable
from notifications.deliveries.reports import service as desk
from notifications.deliveries.schemas import DeliveryFilter, DeliveryRow
from notifications.webhooks.adapters.signatures import is_signed

router = APIRouter(prefix="/notifications", tags=["deliveries"])

AdminDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]
SIGN_IN = (Unauthorized, TokenStale, TokenInvalid)


@router.get("/deliveries", responses=problems(*AUTH_PROBLEMS))
async def list_deliveries(
    session: Session, _: AdminDep, filters: Annotated[DeliveryFilter, Query()], page: Paging
) -> Page[DeliveryRow]:
    """What did not reach people, newest first."""
    return await queries.list_deliveries(session, filters, page)


@router.post(
    "/deliveries/{delivery_id}/repeat",
    responses=problems(DeliveryNotFound, DeliveryNotRepeatable, *AUTH_PROBLEMS),
)
async def repeat_delivery(session: Session, _: AdminDep, delivery_id: UUID) -> DeliveryRow:
    """Send a message that failed once more; a mail goes out although its address was marked."""
    return await desk.repeat_delivery(session, delivery_id)


@router.get("/address", responses=problems(*SIGN_IN))
async def get_own_address(session: Session, actor: AnyUser) -> OwnAddress:
    """Where the caller's notices are mailed, and whether they come back."""
    return await addresses.get_own_address(session, actor)


@router.post("/address/unmark", responses=problems(*SIGN_IN))
async def unmark_own_address(session: Session, actor: AnyUser) -> OwnAddress:
    """The caller's address works again."""
    return await addresses.unmark_own_address(session, actor)


@router.post(
    "/mail-reports", status_code=status.HTTP_204_NO_CONTENT, responses=problems(ReportUnsigned)
)
async def take_mail_report(
    request: Request, session: Session, settings: SettingsDep, body: MailReport
) -> None:
    """The mail provider reports what became of a mail, signed as Standard Webhooks are."""
    if not is_signed(settings.mail_report_secret, await request.body(), request.headers):
        raise ReportUnsigned
    await desk.take_report(session, body)
