from uuid import UUID

from contracts.enrollment import ApplicationStatus as Status
from kit.core.errors import FieldProblem, Forbidden, Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from enrollment.applications import queries
from enrollment.applications.errors import (
    AnnouncementClosed,
    AnnouncementNotOpen,
    AnnouncementUnknown,
    ApplicationLocked,
    ApplicationNotFound,
    ApplicationStale,
)
from enrollment.applications.models import Application, ApplicationMember
from enrollment.applications.rules import IS_ELIGIBLE, OPEN, WITHDRAWABLE
from enrollment.applications.schemas import ApplicationDetail, ApplicationUpdate, Assessment
from enrollment.applications.transitions.service import (
    end_unsubmitted,
    request_payment,
    submit,
    transition_application,
)
from enrollment.replicas.models import Announcement, StaffProfile


async def begin_application(
    session: AsyncSession, actor: Principal, announcement_id: UUID
) -> ApplicationDetail:
    """Return the organization's application to an announcement, or a new draft.

    Raises `AnnouncementUnknown`, and for a new one `AnnouncementNotOpen` and `AnnouncementClosed`.
    """
    organization_id = _get_organization_id(actor)
    found = await queries.find_current_application(session, announcement_id, organization_id)
    if found is None:
        announcement = await _get_open(session, announcement_id)
        draft = Application(
            announcement_id=announcement_id,
            organization_id=organization_id,
            fee_minor=announcement.fee_minor,
            currency=announcement.currency,
        )
        values = draft.model_dump(exclude={"created_at", "updated_at"})
        # Concurrent requests create one application.
        await session.execute(insert(Application).values(values).on_conflict_do_nothing())
        found = await queries.find_current_application(session, announcement_id, organization_id)
    assert found
    return await queries.get_application(session, actor, found)


async def update_application(
    session: AsyncSession, actor: Principal, application_id: UUID, body: ApplicationUpdate
) -> ApplicationDetail:
    """Save the organization's entries.

    Raises `ApplicationNotFound`, `ApplicationLocked`, `ApplicationStale`, and `Invalid` for people
    who are not eligible staff.
    """
    application = await _lock_open(session, actor, application_id, body.version)
    staff = await _list_eligible(session, application, body.profile_ids)
    application.note = body.note
    application.version += 1
    application.updated_at = await db.now(session)
    await session.execute(
        delete(ApplicationMember).where(col(ApplicationMember.application_id) == application.id)
    )
    session.add_all(
        ApplicationMember(
            application_id=application.id,
            profile_id=each.id,
            announcement_id=application.announcement_id,
            user_id=each.user_id,
            place=place,
        )
        for place, each in enumerate(staff)
    )
    await session.flush()
    return await queries.get_application(session, actor, application.id)


async def submit_application(
    session: AsyncSession, actor: Principal, application_id: UUID, version: int
) -> ApplicationDetail:
    """Submit an application, or request its unpaid fee first.

    Raises `ApplicationNotFound`, `ApplicationLocked`, `ApplicationStale`, `AnnouncementNotOpen`,
    `AnnouncementClosed`, and `Invalid` for a wrong number of people or people who are ineligible or
    taken.
    """
    application = await _lock_open(session, actor, application_id, version)
    announcement = await _get_open(session, application.announcement_id)
    named = [each.id for each in await queries.list_selected_staff(session, application.id)]
    if len(named) != announcement.staff_needed:
        raise Invalid.field(
            "profile_ids",
            "application.wrong_staff_count",
            f"Choose exactly {announcement.staff_needed} staff members.",
        )
    await _list_eligible(session, application, named)
    application.submitted_by = actor.user_id
    application.submitted_profile_id = actor.profile_id
    if application.fee_minor and application.paid_at is None:
        await request_payment(session, application, announcement)
    else:
        await submit(session, application, announcement)
    return await queries.get_application(session, actor, application.id)


async def withdraw_application(
    session: AsyncSession, actor: Principal, application_id: UUID, version: int
) -> ApplicationDetail:
    """Withdraw an application before the decision.

    The fee is refunded unless approvers already received it. Raises `ApplicationNotFound`,
    `ApplicationLocked`, `ApplicationStale`.
    """
    application = await _lock_own(session, actor, application_id)
    if application.status not in WITHDRAWABLE:
        raise ApplicationLocked
    _check_version(application, version)
    announcement = await session.get_one(Announcement, application.announcement_id)
    if application.submission:
        await transition_application(session, application, announcement, Status.WITHDRAWN)
    else:
        await end_unsubmitted(session, application, announcement, Status.WITHDRAWN)
    return await queries.get_application(session, actor, application.id)


async def assess_application(
    session: AsyncSession, actor: Principal, application_id: UUID, body: Assessment
) -> ApplicationDetail:
    """Shortlist and rate an application for internal use; the last write wins.

    Raises `ApplicationNotFound`, also if never submitted, and `Forbidden` for organizations, which
    may hold the permission for their own list.
    """
    if not actor.is_admin:
        raise Forbidden
    application = await db.lock(
        session,
        Application,
        col(Application.id) == application_id,
        col(Application.submission) > 0,
    )
    if application is None:
        raise ApplicationNotFound
    application.sqlmodel_update(body.model_dump())
    await session.flush()
    return await queries.get_application(session, actor, application.id)


def _get_organization_id(actor: Principal) -> UUID:
    organization_id = actor.scope
    if organization_id is None:
        raise Forbidden
    return organization_id


async def _get_open(session: AsyncSession, announcement_id: UUID) -> Announcement:
    announcement = await queries.lock_announcement(session, announcement_id)
    if announcement is None:
        raise AnnouncementUnknown
    now = await db.now(session)
    if announcement.closes_at <= now:
        raise AnnouncementClosed
    if announcement.opens_at > now:
        raise AnnouncementNotOpen
    return announcement


async def _lock_own(session: AsyncSession, actor: Principal, application_id: UUID) -> Application:
    application = await db.lock(
        session,
        Application,
        col(Application.id) == application_id,
        col(Application.organization_id) == _get_organization_id(actor),
    )
    if application is None:
        raise ApplicationNotFound
    return application


async def _lock_open(
    session: AsyncSession, actor: Principal, application_id: UUID, version: int
) -> Application:
    application = await _lock_own(session, actor, application_id)
    if application.status not in OPEN:
        raise ApplicationLocked
    _check_version(application, version)
    return application


def _check_version(application: Application, version: int) -> None:
    if application.version != version:
        raise ApplicationStale


async def _list_eligible(
    session: AsyncSession, application: Application, profile_ids: list[UUID]
) -> list[StaffProfile]:
    """Return the staff members in the given order.

    Raises `Invalid` for each who is ineligible or named twice.
    """
    found = await session.scalars(
        select(StaffProfile).where(
            col(StaffProfile.id).in_(profile_ids),
            col(StaffProfile.organization_id) == application.organization_id,
            IS_ELIGIBLE,
        )
    )
    by_id = {each.id: each for each in found}
    wrong = [
        FieldProblem(
            field=f"profile_ids.{place}",
            code="staff_member.not_eligible",
            message="Choose an approved, active staff member of your organization.",
        )
        for place, profile_id in enumerate(profile_ids)
        if profile_id not in by_id or profile_id in profile_ids[:place]
    ]
    if wrong:
        raise Invalid(fields=wrong)
    return [by_id[profile_id] for profile_id in profile_ids]
