from datetime import date
from typing import Any
from uuid import UUID

from contracts import ApprovalStatus, Permission
from kit.database import db
from kit.database.db import AsyncSession, utc_now
from kit.documents.attachments import Document, store_document
from kit.documents.media import MediaStore, adopt, discard
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import update
from sqlmodel import col

from identity.accounts.accounts.models import User
from identity.accounts.accounts.queries import list_permitted_admins, lock_account
from identity.organizations.documents.errors import DocumentsNotEditable, KindNotFound
from identity.organizations.documents.events import document_replaced
from identity.organizations.documents.models import DocumentKind, HolderType, ProfileDocument
from identity.organizations.documents.queries import (
    IS_CURRENT,
    get_kind,
    get_staff_membership,
    read_staff_documents,
)
from identity.organizations.documents.rules import EDITABLE, check_document_file, find_due_notice
from identity.organizations.documents.schemas import MIB, KindCreate, KindWrite, OwnDocuments
from identity.organizations.organizations.models import Organization

FOLDER = "staff"
"""Folder of the documents in the file store."""


async def create_kind(session: AsyncSession, form: KindCreate) -> UUID:
    """Create a kind and return its ID. Does not affect earlier submissions."""
    kind = DocumentKind(**_values(form))
    session.add(kind)
    await session.flush()
    return kind.id


async def update_kind(session: AsyncSession, kind_id: UUID, form: KindWrite) -> None:
    """Update a kind. Submitted documents remain.

    Raises `KindNotFound`.
    """
    kind = await _lock_kind(session, kind_id)
    kind.sqlmodel_update(_values(form))
    await session.flush()


async def delete_kind(session: AsyncSession, kind_id: UUID) -> None:
    """Stop requesting a kind. Submitted documents remain.

    Raises `KindNotFound`.
    """
    kind = await _lock_kind(session, kind_id)
    kind.removed_at = utc_now()
    await session.flush()


async def replace_document(
    session: AsyncSession,
    owner_id: UUID,
    kind: DocumentKind,
    user_id: UUID,
    key: str,
    document: Document,
    expires_on: date | None,
) -> ProfileDocument:
    """Make a stored document the current one of its kind for a locked owner.

    The previous one is kept if a submission contains it, else deleted.
    """
    await adopt(session, [key])
    await _retire(session, owner_id, kind.id)
    stored = ProfileDocument(
        owner_id=owner_id,
        kind_id=kind.id,
        key=key,
        media_type=document.media_type,
        size=len(document.content),
        expires_on=expires_on,
        uploaded_by=user_id,
        # Skip reminders that are already due: the uploader has just entered the date.
        announced=find_due_notice(expires_on) if expires_on else None,
    )
    session.add(stored)
    await session.flush()
    return stored


async def publish_replaced(
    session: AsyncSession,
    document: ProfileDocument,
    kind: DocumentKind,
    organization: Organization,
    staff: User | None = None,
) -> None:
    """Ask admins to review a new document of an approved owner, since it needs no approval."""
    permission = Permission.VIEW_USERS if staff else Permission.VIEW_ORGANIZATION
    reviewers = await list_permitted_admins(session, permission)
    event = document_replaced(document, kind, organization, staff, reviewers)
    await outbox.publish(session, event, sequence=document.version)


async def mark_submitted(session: AsyncSession, owner_id: UUID, submission: int) -> None:
    """Record the submission that contains a locked owner's new documents."""
    await session.execute(
        update(ProfileDocument)
        .where(
            col(ProfileDocument.owner_id) == owner_id,
            IS_CURRENT,
            col(ProfileDocument.submission).is_(None),
        )
        .values(submission=submission)
    )


async def _retire(session: AsyncSession, owner_id: UUID, kind_id: UUID) -> None:
    current = await db.lock(
        session,
        ProfileDocument,
        col(ProfileDocument.owner_id) == owner_id,
        col(ProfileDocument.kind_id) == kind_id,
        IS_CURRENT,
    )
    if current is None:
        return
    if current.submission is None:
        await discard(session, [current.key])
        await session.delete(current)
    else:
        current.replaced_at = utc_now()
    await session.flush()


async def _lock_kind(session: AsyncSession, kind_id: UUID) -> DocumentKind:
    kind = await db.lock(
        session,
        DocumentKind,
        col(DocumentKind.id) == kind_id,
        col(DocumentKind.removed_at).is_(None),
    )
    if kind is None:
        raise KindNotFound
    return kind


def _values(form: KindWrite) -> dict[str, Any]:
    values = form.model_dump(exclude={"max_mib"})
    return values | {"max_bytes": form.max_mib * MIB}


async def update_staff_document(
    session: AsyncSession,
    media: MediaStore,
    actor: Principal,
    profile_id: UUID,
    kind_id: UUID,
    document: Document,
    expires_on: date | None,
) -> OwnDocuments:
    """Submit or replace a document of the caller's staff profile.

    Raises `ProfileNotFound`, `KindNotFound`, `Invalid`, `DocumentsNotEditable`.
    """
    key = await store_document(media, document, FOLDER)
    kind = await get_kind(session, kind_id, HolderType.STAFF)
    check_document_file(kind, document, expires_on)
    account = await lock_account(session, actor.user_id)
    membership = get_staff_membership(account, profile_id)
    profile, organization = membership.profile, membership.organization
    if profile.approval_status not in EDITABLE:
        raise DocumentsNotEditable
    stored = await replace_document(
        session, profile.id, kind, actor.user_id, key, document, expires_on
    )
    if profile.approval_status is ApprovalStatus.APPROVED and organization:
        await publish_replaced(session, stored, kind, organization, account.user)
    return await read_staff_documents(session, profile)
