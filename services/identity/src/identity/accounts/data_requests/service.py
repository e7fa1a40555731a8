import asyncio
import secrets
from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from contracts.personal_data import DataCollected
from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.documents.media import MediaStore, adopt, discard
from kit.domain.timezone import RIYADH
from kit.messaging import outbox
from kit.messaging.envelope import Meta
from kit.messaging.personal_data import collect
from kit.security.auth import Principal
from sqlalchemy import delete, exists, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from identity.accounts.accounts.models import Locale, Profile, User
from identity.accounts.accounts.queries import lock_own_account
from identity.accounts.data_requests.adapters.archive import (
    group_by_service,
    make_archive,
    name_files,
)
from identity.accounts.data_requests.adapters.report import (
    ID_DOCUMENT,
    PICTURE,
    Words,
    list_organization_ids,
    make_report,
    name_value,
    translate,
)
from identity.accounts.data_requests.errors import DataRequestRunning
from identity.accounts.data_requests.events import data_ready, data_requested
from identity.accounts.data_requests.models import (
    DATA_REQUEST_STATES,
    DataPart,
    DataRequest,
    DataRequestStatus,
)
from identity.accounts.data_requests.queries import OWN, is_complete
from identity.accounts.data_requests.rules import ARCHIVE_DEADLINE, RETENTION
from identity.accounts.media.service import file_key
from identity.accounts.numbers.models import CaseDocument
from identity.config import Settings
from identity.organizations.documents.models import DocumentKind, ProfileDocument
from identity.organizations.organizations.models import Organization
from identity.personal import PERSONAL, get_person
from identity.replicas.queries import get_product_names

MEDIA_TYPE = "application/zip"


async def create_request(session: AsyncSession, actor: Principal) -> None:
    """Ask every service for the caller's data; identity answers immediately.

    Raises `DataRequestRunning`, `TokenInvalid`.
    """
    account = await lock_own_account(session, actor)
    own = col(DataRequest.user_id) == actor.user_id
    collecting = col(DataRequest.status) == DataRequestStatus.COLLECTING
    if await session.scalar(select(exists().where(own, collecting))):
        raise DataRequestRunning
    expires_at = await db.now(session) + ARCHIVE_DEADLINE
    request = DataRequest(user_id=actor.user_id, expires_at=expires_at)
    session.add(request)
    await session.flush()
    person = await get_person(session, account.user)
    parts = await collect(session, PERSONAL, person)
    for number, rows in enumerate(parts, 1):
        await _add_part(session, request.id, OWN, number, len(parts), rows)
    await outbox.publish(session, data_requested(request, person), sequence=1)


async def add_part(session: AsyncSession, event: DataCollected, meta: Meta) -> None:
    """Store a part of an answer while the request is collecting. Idempotent."""
    request = await db.lock(session, DataRequest, col(DataRequest.id) == event.request_id)
    if request is not None and request.status is DataRequestStatus.COLLECTING:
        args = event.part, event.parts, event.rows
        await _add_part(session, event.request_id, meta.source, *args)


async def _add_part(
    session: AsyncSession, request_id: UUID, service: str, part: int, parts: int, rows: object
) -> None:
    await session.execute(
        insert(DataPart)
        .values(request_id=request_id, service=service, part=part, parts=parts, rows=rows)
        .on_conflict_do_nothing()
    )


async def pack_next(database: Database, media: MediaStore, settings: Settings) -> int:
    """Build the archive of one complete request and return the number built.

    No lock is held meanwhile: if two workers build the same archive, only one is adopted.
    """
    async with database.transaction() as session:
        request = await session.scalar(
            select(DataRequest)
            .where(col(DataRequest.status) == DataRequestStatus.COLLECTING, is_complete())
            .order_by(col(DataRequest.created_at))
            .limit(1)
        )
        if request is None:
            return 0
        of_request = select(DataPart).where(col(DataPart.request_id) == request.id)
        parts = (await session.scalars(of_request)).all()
        product = await get_product_names(session, settings)
        records = group_by_service(parts)
        locale = await session.scalar(
            select(col(User.locale)).where(col(User.id) == request.user_id)
        )
        locale = locale or Locale.AR
        keys = await _list_files(session, request.user_id, locale)
        organizations = await _name_organizations(session, list_organization_ids(records))
    files = {name: content for name, key in keys.items() if (content := await media.read(key))}
    report = await asyncio.to_thread(make_report, records, organizations, Words(*product), locale)
    archive = await asyncio.to_thread(make_archive, product, records, report, files)
    key = f"data/{secrets.token_urlsafe(24)}.zip"
    await media.store({key: archive}, MEDIA_TYPE)
    async with database.transaction() as session:
        await _finish(session, request.id, key, len(archive))
    return 1


async def _name_organizations(session: AsyncSession, ids: Collection[str]) -> dict[str, Words]:
    chosen = col(Organization.id).in_([UUID(each) for each in ids])
    rows = await session.execute(
        select(col(Organization.id), col(Organization.name_en), col(Organization.name_ar)).where(
            chosen
        )
    )
    return {str(row[0]): Words(row[1], row[2]) for row in rows}


async def _finish(session: AsyncSession, request_id: UUID, key: str, size: int) -> None:
    request = await db.lock(session, DataRequest, col(DataRequest.id) == request_id)
    if request is None or request.status is not DataRequestStatus.COLLECTING:
        return
    await adopt(session, [key])
    now = await db.now(session)
    DATA_REQUEST_STATES.transition(request, DataRequestStatus.READY)
    request.key, request.size = key, size
    request.ready_at, request.expires_at = now, now + RETENTION
    await session.execute(delete(DataPart).where(col(DataPart.request_id) == request_id))
    await outbox.publish(session, data_ready(request), sequence=2)


async def _list_files(session: AsyncSession, user_id: UUID, locale: Locale) -> dict[str, str]:
    """List a person's pictures and submitted documents: store keys by file name."""
    own = col(Profile.user_id) == user_id
    pictures = await session.execute(
        select(col(Profile.type), col(Profile.image_key))
        .where(own)
        .order_by(col(Profile.created_at), col(Profile.id))
    )
    of_cases = await session.execute(
        select(col(CaseDocument.created_at), col(CaseDocument.key))
        .where(col(CaseDocument.user_id) == user_id)
        .order_by(col(CaseDocument.created_at), col(CaseDocument.id))
    )
    kind = col(DocumentKind.name_ar if locale is Locale.AR else DocumentKind.name_en)
    of_profiles = await session.execute(
        select(kind, col(ProfileDocument.created_at), col(ProfileDocument.key))
        .join(DocumentKind, col(DocumentKind.id) == col(ProfileDocument.kind_id))
        .where(col(ProfileDocument.owner_id).in_(select(col(Profile.id)).where(own)))
        .order_by(col(ProfileDocument.created_at), col(ProfileDocument.id))
    )
    picture, document = translate(PICTURE, locale), translate(ID_DOCUMENT, locale)
    return name_files(
        [
            *(
                (f"{picture} {name_value(of, locale)}", file_key(key, 2))
                for of, key in pictures
                if key
            ),
            *((_append_date(document, at), key) for at, key in of_cases),
            *((_append_date(name, at), key) for name, at, key in of_profiles),
        ]
    )


def _append_date(name: str, at: datetime) -> str:
    return f"{name} {at.astimezone(RIYADH).date()}"


async def expire_requests(session: AsyncSession) -> int:
    """End overdue requests and delete their archives. Return their number."""
    requests = await db.claim(
        session,
        DataRequest,
        col(DataRequest.status).in_((DataRequestStatus.COLLECTING, DataRequestStatus.READY)),
        col(DataRequest.expires_at) <= func.now(),
        order_by=[col(DataRequest.expires_at)],
        limit=100,
    )
    for request in requests:
        await _end(session, request)
    return len(requests)


async def _end(session: AsyncSession, request: DataRequest) -> None:
    is_ready = request.status is DataRequestStatus.READY
    ended = DataRequestStatus.EXPIRED if is_ready else DataRequestStatus.FAILED
    DATA_REQUEST_STATES.transition(request, ended)
    if request.key:
        await discard(session, [request.key])
    request.key = None
    await session.execute(delete(DataPart).where(col(DataPart.request_id) == request.id))
