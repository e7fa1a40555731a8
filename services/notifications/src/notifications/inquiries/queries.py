"""Read inquiries, for admins and for the asker."""

from datetime import timedelta
from typing import Any, get_args
from uuid import UUID

from contracts import Permission
from kit.database.db import AsyncSession, in_literals
from kit.database.pages import WHOLE_LIST, ListQuery, PageQuery, Sorting
from kit.database.search import contains_words
from kit.domain.timezone import filter_days
from sqlalchemy import Row, Select, func, literal, select
from sqlmodel import col

from notifications.deliveries.models import Delivery
from notifications.deliveries.service import build_message_id
from notifications.inquiries.errors import InquiryFileNotFound, InquiryNotFound
from notifications.inquiries.models import (
    EntryKind,
    Inquiry,
    InquiryEntry,
    InquiryFile,
    InquiryStatus,
)
from notifications.inquiries.schemas import (
    Colleague,
    EntryRead,
    FileRead,
    InquiryDetail,
    InquiryFilter,
    InquiryPage,
    InquiryRow,
    InquirySort,
    InquirySummary,
    ThreadEntry,
    ThreadRead,
)
from notifications.replicas.models import Contact
from notifications.replicas.queries import map_contacts, select_permitted

_EXCERPT = 160
SUMMARIZED = timedelta(days=30)
_SORTING = Sorting(
    {InquirySort.CREATED: col(Inquiry.created_at), InquirySort.UPDATED: col(Inquiry.updated_at)},
    id=col(Inquiry.id),
)
_ANSWERERS = select_permitted(Permission.VIEW_USER_QUERIES)
_HAS_ANSWERER = func.coalesce(col(Inquiry.assignee_id).in_(_ANSWERERS), False)
"""An assignee who lost the permission counts as none."""
_OF_ROW = (
    "id",
    "reference",
    "name",
    "email",
    "topic",
    "status",
    "first_answered_at",
    "created_at",
    "updated_at",
)


async def list_inquiries(
    session: AsyncSession, filters: InquiryFilter, page: PageQuery
) -> InquiryPage:
    """List inquiries."""
    query = inquiries_query(filters, page)
    rows, meta = await query.fetch(session, _rows(), col(Inquiry.id))
    return InquiryPage(data=[read_row(row) for row in rows], meta=meta)


def select_inquiries(filters: InquiryFilter) -> Select[Any]:
    """Select all inquiries of the filtered list, for exports."""
    return inquiries_query(filters).select_all(_rows())


def inquiries_query(filters: InquiryFilter, page: PageQuery = WHOLE_LIST) -> ListQuery:
    """Build the query of the list."""
    conditions = [*filter_days(col(Inquiry.created_at), filters.created_from, filters.created_to)]
    if filters.status:
        conditions.append(in_literals(col(Inquiry.status), filters.status))
    if filters.topic:
        conditions.append(in_literals(col(Inquiry.topic), filters.topic))
    if filters.assignee_id:
        conditions.append(col(Inquiry.assignee_id) == filters.assignee_id)
    if filters.unassigned is not None:
        conditions.append(~_HAS_ANSWERER if filters.unassigned else _HAS_ANSWERER)
    return ListQuery(
        filters=conditions,
        sort=_SORTING.by(filters.sort),
        search=contains_words(filters.search, col(Inquiry.search)),
        page=page,
    )


def _rows() -> Select[Any]:
    """Select inquiries without long texts, with their assignees' names."""
    rows: Select[Any] = select(
        *(getattr(Inquiry, name) for name in _OF_ROW),
        func.left(col(Inquiry.message), _EXCERPT).label("excerpt"),
        col(Inquiry.assignee_id),
        col(Contact.name_en).label("assignee_en"),
        col(Contact.name_ar).label("assignee_ar"),
        _HAS_ANSWERER.label("assignee_answers"),
    )
    return rows.outerjoin(Contact, col(Contact.user_id) == col(Inquiry.assignee_id))


def read_row(row: Row[Any]) -> InquiryRow:
    """Map a row of `select_inquiries`."""
    found = row._asdict()
    assignee = found["assignee_id"] and Colleague(
        user_id=found["assignee_id"],
        name_en=found["assignee_en"],
        name_ar=found["assignee_ar"],
        answers=found["assignee_answers"],
    )
    return InquiryRow(**{name: found[name] for name in (*_OF_ROW, "excerpt")}, assignee=assignee)


async def get_inquiry_row(session: AsyncSession, inquiry_id: UUID) -> Inquiry:
    """Raises `InquiryNotFound`."""
    inquiry = await session.get(Inquiry, inquiry_id)
    if inquiry is None:
        raise InquiryNotFound
    return inquiry


async def get_inquiry(session: AsyncSession, inquiry_id: UUID) -> InquiryDetail:
    """Return an inquiry with all its entries.

    Raises `InquiryNotFound`.
    """
    inquiry = await get_inquiry_row(session, inquiry_id)
    found = await session.execute(
        select(InquiryEntry, col(Delivery.status))
        .outerjoin(Delivery, col(Delivery.id) == col(InquiryEntry.id))
        .where(col(InquiryEntry.inquiry_id) == inquiry_id)
        .order_by(col(InquiryEntry.created_at), col(InquiryEntry.id))
    )
    entries = found.all()
    colleagues = {entry.author_id for entry, _ in entries} | {inquiry.assignee_id}
    people = await map_contacts(session, [each for each in colleagues if each])
    answerers = set(await session.scalars(_ANSWERERS))
    return InquiryDetail(
        **inquiry.model_dump(include={*_OF_ROW, "phone", "message", "locale", "version"}),
        excerpt=inquiry.message[:_EXCERPT],
        assignee=_build_colleague(inquiry.assignee_id, people, answerers),
        files=[FileRead.model_validate(file) for file in await _list_files(session, inquiry_id)],
        entries=[
            EntryRead(
                **entry.model_dump(
                    include={"id", "kind", "text", "sender", "refused_files", "created_at"}
                ),
                author=_build_colleague(entry.author_id, people, answerers),
                mail=mail,
            )
            for entry, mail in entries
        ],
    )


async def get_thread(session: AsyncSession, inquiry_id: UUID) -> ThreadRead:
    """Return an inquiry as its asker sees it.

    Raises `InquiryNotFound`.
    """
    inquiry = await get_inquiry_row(session, inquiry_id)
    shown = get_args(ThreadEntry.model_fields["kind"].annotation)
    entries = await session.scalars(
        select(InquiryEntry)
        .where(col(InquiryEntry.inquiry_id) == inquiry_id, col(InquiryEntry.kind).in_(shown))
        .order_by(col(InquiryEntry.created_at), col(InquiryEntry.id))
    )
    return ThreadRead(
        **inquiry.model_dump(include={"reference", "topic", "status", "message", "created_at"}),
        files=len(await _list_files(session, inquiry_id)),
        entries=[ThreadEntry.model_validate(entry) for entry in entries],
    )


async def get_file(session: AsyncSession, inquiry_id: UUID, file_id: UUID) -> InquiryFile:
    """Return a file of the inquiry.

    Raises `InquiryFileNotFound`.
    """
    its = col(InquiryFile.id) == file_id, col(InquiryFile.inquiry_id) == inquiry_id
    file = await session.scalar(select(InquiryFile).where(*its))
    if file is None:
        raise InquiryFileNotFound
    return file


async def list_colleagues(session: AsyncSession) -> list[Colleague]:
    """List admins who may answer inquiries, as possible assignees."""
    people = await map_contacts(session, (await session.scalars(_ANSWERERS)).all())
    return [
        Colleague(user_id=user_id, name_en=contact.name_en, name_ar=contact.name_ar, answers=True)
        for user_id, contact in sorted(people.items(), key=lambda each: each[1].name_en)
    ]


async def may_answer(session: AsyncSession, user_id: UUID | None) -> bool:
    """Check if the user is an admin who may answer inquiries."""
    return bool(await session.scalar(select(literal(user_id).in_(_ANSWERERS))))


async def get_summary(session: AsyncSession) -> InquirySummary:
    """Count open inquiries, and measure the response time."""
    is_open = col(Inquiry.status) == InquiryStatus.OPEN
    counted = await session.execute(
        select(func.count(), func.count().filter(~_HAS_ANSWERER)).where(is_open)
    )
    waiting, unassigned = counted.one()
    took = func.extract("epoch", col(Inquiry.first_answered_at) - col(Inquiry.created_at))
    seconds = await session.scalar(
        select(func.percentile_cont(0.5).within_group(took)).where(
            col(Inquiry.created_at) > func.now() - SUMMARIZED,
            col(Inquiry.first_answered_at).is_not(None),
        )
    )
    minutes = None if seconds is None else round(float(seconds) / 60)
    return InquirySummary(open=waiting, unassigned=unassigned, answered_within_minutes=minutes)


async def count_messages(session: AsyncSession, inquiry_id: UUID, within_: timedelta) -> int:
    """Count the asker's recent messages."""
    counted = await session.scalar(
        select(func.count()).where(
            col(InquiryEntry.inquiry_id) == inquiry_id,
            col(InquiryEntry.kind) == EntryKind.MESSAGE,
            col(InquiryEntry.created_at) > func.now() - within_,
        )
    )
    return counted or 0


async def has_mail(session: AsyncSession, inquiry_id: UUID, message_id: str) -> bool:
    """Check if a mail of the asker is stored already."""
    its = col(InquiryEntry.inquiry_id) == inquiry_id, col(InquiryEntry.message_id) == message_id
    return await session.scalar(select(col(InquiryEntry.id)).where(*its)) is not None


async def count_from_address(session: AsyncSession, email: str, within_: timedelta) -> int:
    """Count recent inquiries with this mail address."""
    counted = await session.scalar(
        select(func.count()).where(
            func.lower(col(Inquiry.email)) == email.lower(),
            col(Inquiry.created_at) > func.now() - within_,
        )
    )
    return counted or 0


async def get_last_entry(session: AsyncSession, inquiry_id: UUID) -> InquiryEntry | None:
    """Return the latest entry that the asker can see."""
    return await session.scalar(
        select(InquiryEntry)
        .where(col(InquiryEntry.inquiry_id) == inquiry_id, col(InquiryEntry.kind) != EntryKind.NOTE)
        .order_by(col(InquiryEntry.created_at).desc(), col(InquiryEntry.id).desc())
        .limit(1)
    )


async def list_message_ids(session: AsyncSession, inquiry_id: UUID, domain: str) -> tuple[str, ...]:
    """Return the Message-IDs of the conversation's mails, of both sides, oldest first."""
    rows = await session.execute(
        select(col(InquiryEntry.id), col(InquiryEntry.kind), col(InquiryEntry.message_id))
        .where(col(InquiryEntry.inquiry_id) == inquiry_id)
        .order_by(col(InquiryEntry.created_at), col(InquiryEntry.id))
    )
    said = [
        message_id or build_message_id(entry_id, domain)
        for entry_id, kind, message_id in rows
        if message_id or kind is EntryKind.ANSWER
    ]
    return (build_message_id(inquiry_id, domain), *said)


async def _list_files(session: AsyncSession, inquiry_id: UUID) -> list[InquiryFile]:
    rows = await session.scalars(
        select(InquiryFile)
        .where(col(InquiryFile.inquiry_id) == inquiry_id)
        .order_by(col(InquiryFile.id))
    )
    return list(rows)


def _build_colleague(
    user_id: UUID | None, people: dict[UUID, Contact], answerers: set[UUID]
) -> Colleague | None:
    if user_id is None:
        return None
    contact = people.get(user_id)
    return Colleague(
        user_id=user_id,
        name_en=contact.name_en if contact else None,
        name_ar=contact.name_ar if contact else None,
        answers=user_id in answerers,
    )
