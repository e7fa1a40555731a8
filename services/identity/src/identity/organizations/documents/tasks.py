from datetime import timedelta

from contracts import ApprovalStatus
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from kit.messaging import outbox
from kit.messaging.periodic import Sweep
from sqlalchemy import ColumnElement, and_, exists, or_
from sqlmodel import col

from identity.accounts.accounts.models import Profile, ProfileStatus
from identity.organizations.documents.events import document_expiring
from identity.organizations.documents.models import DocumentKind, ProfileDocument
from identity.organizations.documents.queries import IS_CURRENT
from identity.organizations.documents.rules import NOTICES, find_due_notice
from identity.organizations.organizations.models import Organization

_PORTION = 100
_EXEMPT_STATUSES = (ApprovalStatus.DRAFT, ApprovalStatus.REJECTED)


async def announce_expiring(session: AsyncSession) -> int:
    """Publish reminders of current documents 60, 30 and 7 days before their expiry.

    Each is sent once. After an outage, only the latest missed one is sent.
    """
    documents = await db.claim(
        session,
        ProfileDocument,
        IS_CURRENT,
        or_(*(_is_due(days) for days in NOTICES)),
        or_(
            exists().where(
                col(Organization.id) == col(ProfileDocument.owner_id),
                col(Organization.status).not_in(_EXEMPT_STATUSES),
            ),
            exists().where(
                col(Profile.id) == col(ProfileDocument.owner_id),
                col(Profile.status) == ProfileStatus.ACTIVE,
                col(Profile.approval_status).not_in(_EXEMPT_STATUSES),
            ),
        ),
        order_by=[col(ProfileDocument.expires_on), col(ProfileDocument.id)],
        limit=_PORTION,
    )
    for document in documents:
        await _announce(session, document)
    await session.flush()
    return len(documents)


async def _announce(session: AsyncSession, document: ProfileDocument) -> None:
    assert document.expires_on
    days = find_due_notice(document.expires_on)
    kind = await session.get(DocumentKind, document.kind_id)
    assert days
    assert kind
    document.announced = days
    document.version += 1
    staff = await session.get(Profile, document.owner_id)
    event = document_expiring(document, kind, days, staff)
    await outbox.publish(session, event, sequence=document.version)


def _is_due(days: int) -> ColumnElement[bool]:
    """Build the condition that this reminder is due and neither it nor a later one was sent.

    Expired documents are not announced.
    """
    announced, expires_on = (
        col(ProfileDocument.announced),
        col(ProfileDocument.expires_on),
    )
    return and_(
        expires_on >= today(),
        expires_on <= today() + timedelta(days=days),
        or_(announced.is_(None), announced > days),
    )


TASKS = (Sweep("announce_expiring_documents", timedelta(hours=1), announce_expiring),)
