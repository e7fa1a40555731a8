from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts import ProfileType
from contracts.submissions import SubmittedDocument, document_name
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery, Sorting
from kit.security.auth import Principal
from sqlalchemy import Row, Select, func, select
from sqlmodel import col

from identity.accounts.accounts.models import Account, Membership, Profile
from identity.accounts.accounts.queries import get_account
from identity.accounts.profiles.errors import ProfileNotFound
from identity.organizations.documents.errors import KindNotFound, ProfileDocumentNotFound
from identity.organizations.documents.models import (
    DocumentKind,
    HolderType,
    ProfileDocument,
)
from identity.organizations.documents.rules import (
    EDITABLE,
    get_document_status,
    list_missing_documents,
)
from identity.organizations.documents.schemas import (
    MIB,
    KindRead,
    KindRow,
    KindSort,
    OwnDocuments,
    ProfileDocumentRead,
)

_SORTING = Sorting(
    {
        KindSort.CREATED: col(DocumentKind.created_at),
        KindSort.NAME_EN: col(DocumentKind.name_en),
        KindSort.NAME_AR: col(DocumentKind.name_ar),
    },
    id=col(DocumentKind.id),
)
_IS_ASKED = col(DocumentKind.removed_at).is_(None)
IS_CURRENT = col(ProfileDocument.replaced_at).is_(None)


async def list_kinds(
    session: AsyncSession, page: PageQuery, sort: KindSort, profile_type: HolderType | None
) -> Page[KindRow]:
    """List the requested kinds, optionally of one profile type."""
    filters = [] if profile_type is None else [col(DocumentKind.profile_type) == profile_type]
    query = ListQuery(filters, _SORTING.by(sort), page=page)
    rows, meta = await query.fetch(session, _kinds(), col(DocumentKind.id))
    return Page(data=[_read_row(row) for row in rows], meta=meta)


async def get_kind_row(session: AsyncSession, kind_id: UUID) -> KindRow:
    """Return a kind as in the list.

    Raises `KindNotFound`.
    """
    row = (await session.execute(_kinds().where(col(DocumentKind.id) == kind_id))).one_or_none()
    if row is None:
        raise KindNotFound
    return _read_row(row)


def _kinds() -> Select[Any]:
    handed_in = (
        select(func.count())
        .where(col(ProfileDocument.kind_id) == col(DocumentKind.id), IS_CURRENT)
        .correlate(DocumentKind)
        .scalar_subquery()
    )
    return select(DocumentKind, handed_in.label("handed_in")).where(_IS_ASKED)


def _read_row(row: Row[Any]) -> KindRow:
    kind: DocumentKind = row.DocumentKind
    return KindRow(
        **kind.model_dump(exclude={"max_bytes", "removed_at"}),
        max_mib=kind.max_bytes // MIB,
        handed_in=row.handed_in,
    )


async def find_kinds(session: AsyncSession, profile_type: HolderType) -> list[DocumentKind]:
    """List the kinds requested from a profile type, oldest first."""
    found = await session.scalars(
        select(DocumentKind)
        .where(_IS_ASKED, col(DocumentKind.profile_type) == profile_type)
        .order_by(col(DocumentKind.created_at), col(DocumentKind.id))
    )
    return list(found.all())


async def get_kind(session: AsyncSession, kind_id: UUID, profile_type: HolderType) -> DocumentKind:
    """Return a kind that is requested from a profile type.

    Raises `KindNotFound`.
    """
    kind = await session.get(DocumentKind, kind_id)
    if kind is None or kind.removed_at is not None or kind.profile_type is not profile_type:
        raise KindNotFound
    return kind


async def list_current(
    session: AsyncSession, owner_id: UUID
) -> list[tuple[ProfileDocument, DocumentKind]]:
    """List the current documents of an organization or profile, in the order of their kinds."""
    rows = await session.execute(
        select(ProfileDocument, DocumentKind)
        .join(DocumentKind, col(DocumentKind.id) == col(ProfileDocument.kind_id))
        .where(col(ProfileDocument.owner_id) == owner_id, IS_CURRENT)
        .order_by(col(DocumentKind.created_at), col(DocumentKind.id))
    )
    return [(document, kind) for document, kind in rows.all()]


async def get_document(session: AsyncSession, owner_id: UUID, document_id: UUID) -> ProfileDocument:
    """Return a current or replaced document of an organization or profile.

    Raises `ProfileDocumentNotFound`.
    """
    document = await session.get(ProfileDocument, document_id)
    if document is None or document.owner_id != owner_id:
        raise ProfileDocumentNotFound
    return document


def read_kind(kind: DocumentKind) -> KindRead:
    return KindRead.model_validate(kind, from_attributes=True)


def read_documents(
    documents: Sequence[tuple[ProfileDocument, DocumentKind]],
) -> list[ProfileDocumentRead]:
    return [
        ProfileDocumentRead(
            id=document.id,
            kind=read_kind(kind),
            media_type=document.media_type,
            size=document.size,
            expires_on=document.expires_on,
            status=get_document_status(document.expires_on),
            created_at=document.created_at,
        )
        for document, kind in documents
    ]


def submitted_documents(
    documents: Sequence[tuple[ProfileDocument, DocumentKind]],
) -> tuple[SubmittedDocument, ...]:
    """Convert documents for a submission's snapshot."""
    return tuple(
        SubmittedDocument(
            name=document_name(kind.id),
            document_id=document.id,
            title_en=kind.name_en,
            title_ar=kind.name_ar,
            media_type=document.media_type,
            size=document.size,
            expires_on=document.expires_on,
        )
        for document, kind in documents
    )


def get_staff_membership(account: Account, profile_id: UUID) -> Membership:
    """Return the account's staff profile with this ID.

    Raises `ProfileNotFound`.
    """
    own = account.membership(profile_id)
    if own is None or own.profile.type is not ProfileType.STAFF:
        raise ProfileNotFound
    return own


async def get_own_staff_profile(
    session: AsyncSession, actor: Principal, profile_id: UUID
) -> Profile:
    """Load the caller's staff profile.

    Raises `ProfileNotFound`.
    """
    return get_staff_membership(await get_account(session, actor.user_id), profile_id).profile


async def read_staff_documents(session: AsyncSession, profile: Profile) -> OwnDocuments:
    """Return the requested kinds and current documents of a staff profile."""
    kinds = await find_kinds(session, HolderType.STAFF)
    current = await list_current(session, profile.id)
    return OwnDocuments(
        kinds=[read_kind(kind) for kind in kinds],
        documents=read_documents(current),
        complete=not list_missing_documents(kinds, [document for document, _ in current]),
        editable=profile.approval_status in EDITABLE,
    )


async def find_missing_documents(session: AsyncSession, profile_id: UUID) -> list[tuple[str, str]]:
    """List what prevents the submission of a staff profile, like `list_missing_documents`."""
    kinds = await find_kinds(session, HolderType.STAFF)
    if not kinds:
        return []
    current = await list_current(session, profile_id)
    return list_missing_documents(kinds, [document for document, _ in current])
