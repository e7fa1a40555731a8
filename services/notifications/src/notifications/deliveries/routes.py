"""`/notifications/deliveries` for admins, `/notifications/address` for every user, and the mail
provider's reports."""

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
    """List messages that did not reach their recipients, newest first."""
    return await queries.list_deliveries(session, filters, page)


@router.post(
    "/deliveries/{delivery_id}/repeat",
    responses=problems(DeliveryNotFound, DeliveryNotRepeatable, *AUTH_PROBLEMS),
)
async def repeat_delivery(session: Session, _: AdminDep, delivery_id: UUID) -> DeliveryRow:
    """Send a failed message again; a marked address is unmarked."""
    return await desk.repeat_delivery(session, delivery_id)


@router.get("/address", responses=problems(*SIGN_IN))
async def get_own_address(session: Session, actor: AnyUser) -> OwnAddress:
    """Return the caller's mail address, and its mark if mails bounced."""
    return await addresses.get_own_address(session, actor)


@router.post("/address/unmark", responses=problems(*SIGN_IN))
async def unmark_own_address(session: Session, actor: AnyUser) -> OwnAddress:
    """Confirm that the caller's address works, and remove its mark."""
    return await addresses.unmark_own_address(session, actor)


@router.post(
    "/mail-reports", status_code=status.HTTP_204_NO_CONTENT, responses=problems(ReportUnsigned)
)
async def take_mail_report(
    request: Request, session: Session, settings: SettingsDep, body: MailReport
) -> None:
    """Accept a report of the mail provider, signed as in Standard Webhooks."""
    if not is_signed(settings.mail_report_secret, await request.body(), request.headers):
        raise ReportUnsigned
    await desk.process_report(session, body)
