"""Handing documents in as a staff member."""

from datetime import date
from uuid import UUID

from contracts import ApprovalStatus
from kit.database.db import AsyncSession
from kit.documents.attachments import Document, store_document
from kit.documents.media import MediaStore
from kit.security.auth import Principal

from identity.accounts.accounts.queries import lock_account
from identity.organizations.documents.models import HolderType
from identity.organizations.documents.queries import get_kind
from identity.organizations.documents.rules import check_fits
from identity.organizations.documents.service import publish_replaced, replace_document
from identity.organizations.staff_documents.errors import DocumentsNotEditable
from identity.organizations.staff_documents.queries import EDITABLE, read_own, staff_membership_of
from identity.organizations.staff_documents.schemas import OwnDocuments

FOLDER = "staff"
"""Of the documents in the file store."""


async def update_document(
    session: AsyncSession,
    media: MediaStore,
    actor: Principal,
    profile_id: UUID,
    kind_id: UUID,
    document: Document,
    expires_on: date | None,
) -> OwnDocuments:
    """Hand in a document, or another one in its place.

    Raises `ProfileNotFound`, `KindNotFound`, `Invalid`, `DocumentsNotEditable`.
    """
    key = await store_document(media, document, FOLDER)
    kind = await get_kind(session, kind_id, HolderType.STAFF)
    check_fits(kind, document, expires_on)
    account = await lock_account(session, actor.user_id)
    membership = staff_membership_of(account, profile_id)
    profile, organization = membership.profile, membership.organization
    if profile.approval_status not in EDITABLE:
        raise DocumentsNotEditable
    stored = await replace_document(
        session, profile.id, kind, actor.user_id, key, document, expires_on
    )
    if profile.approval_status is ApprovalStatus.APPROVED and organization:
        await publish_replaced(session, stored, kind, organization, account.user)
    return await read_own(session, profile)
