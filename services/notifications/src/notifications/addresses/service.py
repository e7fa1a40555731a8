"""Mark addresses from the mail provider's reports, and remove marks."""

from collections.abc import Collection
from uuid import UUID

from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.addresses.models import Mark, MarkedAddress
from notifications.addresses.schemas import MailReport, OwnAddress, ReportEvent
from notifications.replicas.queries import get_contact

MARKS = {ReportEvent.BOUNCED: Mark.BOUNCE, ReportEvent.COMPLAINED: Mark.COMPLAINT}
MAX_DETAIL = 400


async def mark_address(session: AsyncSession, report: MailReport) -> Mark | None:
    """Mark the reported address if the event requires it; the newest report wins."""
    reason = MARKS.get(report.event)
    if reason is None:
        return None
    values = {"mark": reason, "detail": report.detail[:MAX_DETAIL], "marked_at": func.now()}
    statement = insert(MarkedAddress).values(address=report.recipient.lower(), **values)
    await session.execute(statement.on_conflict_do_update(index_elements=["address"], set_=values))
    return reason


async def unmark_addresses(session: AsyncSession, addresses: Collection[str]) -> None:
    """Remove the marks of addresses whose owners have proved or confirmed that they work."""
    if addresses:
        names = sorted(address.lower() for address in addresses)
        await session.execute(delete(MarkedAddress).where(col(MarkedAddress.address).in_(names)))


async def get_own_address(session: AsyncSession, actor: Principal) -> OwnAddress:
    """Return the caller's mail address and its mark."""
    address = await _get_address(session, actor.user_id)
    marked = None
    if address:
        its = col(MarkedAddress.address) == address.lower()
        marked = await session.scalar(select(MarkedAddress).where(its))
    return OwnAddress(
        address=address,
        mark=marked.mark if marked else None,
        marked_at=marked.marked_at if marked else None,
    )


async def unmark_own_address(session: AsyncSession, actor: Principal) -> OwnAddress:
    """Remove the mark from the caller's address; the next bounce or complaint restores it."""
    address = await _get_address(session, actor.user_id)
    if address:
        await unmark_addresses(session, [address])
    return await get_own_address(session, actor)


async def _get_address(session: AsyncSession, user_id: UUID) -> str | None:
    contact = await get_contact(session, user_id)
    return contact.email or None if contact else None
