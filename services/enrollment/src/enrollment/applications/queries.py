from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.submissions import Remark
from kit.database import db
from kit.database.db import AsyncSession
from kit.database.pages import WHOLE_LIST, ListQuery, PageQuery, Sorting, SortKey
from kit.database.search import contains_words
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Row, Select, exists, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.applications.errors import AnnouncementUnknown, ApplicationNotFound
from enrollment.applications.models import Application, ApplicationMember
from enrollment.applications.rules import IS_CURRENT, IS_ELIGIBLE, IS_OPEN
from enrollment.applications.schemas import (
    ApplicationDetail,
    ApplicationFilter,
    ApplicationPage,
    ApplicationRead,
    ApplicationSort,
    AppliedAnnouncement,
    ApplyingOrganization,
    StaffFilter,
    StaffMember,
    StaffPage,
)
from enrollment.replicas.models import Announcement, Charge, Organization, StaffProfile

_OWN = (
    "id",
    "status",
    "fee_minor",
    "currency",
    "paid_at",
    "submission",
    "submitted_at",
    "shortlisted",
    "rating",
    "version",
    "created_at",
    "updated_at",
)
_STAFF_COUNT = (
    select(func.count())
    .where(col(ApplicationMember.application_id) == col(Application.id))
    .scalar_subquery()
)
_SORTING = Sorting(
    {
        ApplicationSort.UPDATED: col(Application.updated_at),
        ApplicationSort.RATING: SortKey(col(Application.rating), nulls_last=True),
    },
    id=col(Application.id),
)


async def lock_announcement(session: AsyncSession, announcement_id: UUID) -> Announcement | None:
    """Lock the announcement in share mode: closing it waits for running submissions.

    Concurrent submissions do not wait for each other.
    """
    return await db.lock(session, Announcement, col(Announcement.id) == announcement_id, share=True)


async def find_current_application(
    session: AsyncSession, announcement_id: UUID, organization_id: UUID
) -> UUID | None:
    """Return the organization's current application; None if it may start one."""
    found: UUID | None = await session.scalar(
        select(col(Application.id)).where(
            col(Application.announcement_id) == announcement_id,
            col(Application.organization_id) == organization_id,
            IS_CURRENT,
        )
    )
    return found


async def list_applications(
    session: AsyncSession, actor: Principal, filters: ApplicationFilter, page: PageQuery
) -> ApplicationPage:
    """List the applications of the caller's organization, or all submitted ones for an admin."""
    query = _query(actor, filters, page)
    rows, meta = await query.fetch(session, _select_listed(), col(Application.id))
    return ApplicationPage(
        data=[ApplicationRead(**_to_values(row, actor)) for row in rows], meta=meta
    )


def select_applications(actor: Principal, filters: ApplicationFilter) -> Select[Any]:
    """Select the columns of the dashboard's list."""
    return _query(actor, filters).select_all(_select_listed())


def _query(actor: Principal, filters: ApplicationFilter, page: PageQuery = WHOLE_LIST) -> ListQuery:
    conditions = [_is_visible_to(actor)]
    if filters.announcement_id:
        conditions.append(col(Application.announcement_id) == filters.announcement_id)
    if filters.status:
        conditions.append(col(Application.status).in_(filters.status))
    if filters.shortlisted is not None and actor.is_admin:
        conditions.append(col(Application.shortlisted) == filters.shortlisted)
    return ListQuery(
        filters=conditions,
        sort=_SORTING.by(filters.sort),
        search=contains_words(
            filters.search,
            col(Organization.search),
            func.lower(col(Announcement.title_en)),
            col(Announcement.title_ar),
        ),
        page=page,
    )


async def get_application(
    session: AsyncSession, actor: Principal, application_id: UUID
) -> ApplicationDetail:
    """Return an application of the caller's organization, or any submitted one for an admin.

    Raises `ApplicationNotFound`, also for another organization's application.
    """
    newest_charge = (
        select(col(Charge.id))
        .where(col(Charge.subject_id) == col(Application.id))
        .order_by(col(Charge.id).desc())
        .limit(1)
        .scalar_subquery()
    )
    more: tuple[Any, ...] = (
        col(Application.note),
        col(Application.comment),
        col(Application.remarks),
        newest_charge.label("charge_id"),
    )
    found = await session.execute(
        _select_listed()
        .add_columns(*more)
        .where(col(Application.id) == application_id, _is_visible_to(actor))
        # The session may hold rows from before this transaction's updates.
        .execution_options(populate_existing=True)
    )
    row = found.one_or_none()
    if row is None:
        raise ApplicationNotFound
    staff = await session.execute(
        _select_staff(row.announcement_id, row.organization_id)
        .join(ApplicationMember, col(ApplicationMember.profile_id) == col(StaffProfile.id))
        .where(col(ApplicationMember.application_id) == application_id)
        .order_by(col(ApplicationMember.place))
    )
    return ApplicationDetail(
        **_to_values(row, actor),
        note=row.note,
        staff=[_member(each) for each in staff],
        charge_id=row.charge_id,
        comment=row.comment,
        remarks=[Remark.model_validate(each) for each in row.remarks],
    )


async def list_staff(
    session: AsyncSession, actor: Principal, filters: StaffFilter, page: PageQuery
) -> StaffPage:
    """List staff of the caller's organization, eligible members first.

    Raises `AnnouncementUnknown`.
    """
    if await session.get(Announcement, filters.announcement_id) is None:
        raise AnnouncementUnknown
    query = ListQuery(
        filters=[
            col(StaffProfile.organization_id) == actor.scope,
            col(StaffProfile.active).is_(True),
        ],
        sort=[IS_ELIGIBLE.desc(), col(StaffProfile.name_en), col(StaffProfile.id)],
        search=contains_words(filters.search, col(StaffProfile.search)),
        page=page,
    )
    staff = _select_staff(filters.announcement_id, actor.scope)
    rows, meta = await query.fetch(session, staff, col(StaffProfile.id))
    return StaffPage(data=[_member(row) for row in rows], meta=meta)


async def list_selected_staff(
    session: AsyncSession, application_id: UUID
) -> Sequence[StaffProfile]:
    """List an application's staff members in order of selection."""
    found = await session.scalars(
        select(StaffProfile)
        .join(ApplicationMember, col(ApplicationMember.profile_id) == col(StaffProfile.id))
        .where(col(ApplicationMember.application_id) == application_id)
        .order_by(col(ApplicationMember.place))
    )
    return found.all()


def _is_visible_to(actor: Principal) -> ColumnElement[bool]:
    """Restrict organizations to their own applications, and admins to submitted ones."""
    if actor.scope is None:
        return col(Application.submission) > 0
    return col(Application.organization_id) == actor.scope


def _select_listed() -> Select[Any]:
    own = (getattr(Application, name) for name in _OWN)
    announced: tuple[Any, ...] = (
        *(
            getattr(Announcement, name)
            for name in ("title_en", "title_ar", "staff_needed", "opens_at", "closes_at")
        ),
        IS_OPEN.label("is_open"),
    )
    return (
        select(
            *own,
            col(Application.announcement_id),
            col(Application.organization_id),
            *announced,
            col(Organization.name_en),
            col(Organization.name_ar),
            _STAFF_COUNT.label("staff_count"),
        )
        .select_from(Application)
        .join(Announcement, col(Announcement.id) == col(Application.announcement_id))
        .outerjoin(Organization, col(Organization.id) == col(Application.organization_id))
    )


def _to_values(row: Row[*tuple[Any, ...]], actor: Principal) -> dict[str, Any]:
    own = {name: getattr(row, name) for name in _OWN}
    if not actor.is_admin:
        own |= {"shortlisted": None, "rating": None}
    announcement = AppliedAnnouncement(
        id=row.announcement_id,
        **{name: getattr(row, name) for name in AppliedAnnouncement.model_fields if name != "id"},
    )
    organization = ApplyingOrganization(
        id=row.organization_id, name_en=row.name_en, name_ar=row.name_ar
    )
    return own | {
        "announcement": announcement,
        "organization": organization,
        "staff_count": row.staff_count,
    }


def _select_staff(announcement_id: UUID, organization_id: UUID | None) -> Select[Any]:
    """Select staff members as shown in an organization's application."""
    member, application = aliased(ApplicationMember), aliased(Application)
    is_taken = exists().where(
        col(member.announcement_id) == announcement_id,
        col(member.user_id) == col(StaffProfile.user_id),
        col(member.held),
        col(member.application_id) == col(application.id),
        col(application.organization_id) != organization_id,
    )
    shown: tuple[Any, ...] = (
        col(StaffProfile.id).label("profile_id"),
        *(getattr(StaffProfile, name) for name in ("name_en", "name_ar", "email", "image_url")),
        IS_ELIGIBLE.label("is_eligible"),
        is_taken.label("is_taken"),
    )
    return select(*shown).select_from(StaffProfile)


def _member(row: Row[*tuple[Any, ...]]) -> StaffMember:
    return StaffMember.model_validate(row, from_attributes=True)
