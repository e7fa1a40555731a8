"""Approvers receive reminders and notices of delegations."""

from datetime import date

from contracts import ProfileType
from contracts.approvals import (
    DecisionLink,
    DelegationChanged,
    DelegationStatus,
    LevelUnattended,
    RequestDue,
    RequestHandedOver,
    RequestWaiting,
)
from contracts.testing import event
from kit.database.db import AsyncSession, new_id
from kit.testing import ServiceUnderTest
from notifications.deliveries.models import Delivery
from sqlalchemy import select
from sqlmodel import col

from services.notifications.tests import factories
from services.notifications.tests.factories import notifications_of


async def test_approvers_are_reminded_and_admins_where_nobody_approves(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    approver, other = (factories.profile(ProfileType.ADMIN) for _ in range(2))
    for profile in (approver, other):
        await service.deliver(profile)
    due = event(
        RequestDue,
        request_id=new_id(),
        name_en="Al Noor",
        name_ar="النور",
        level_en="Documents",
        level_ar="المستندات",
        due_on=date(2026, 11, 26),
        overdue=False,
        approver_user_ids=(approver.user_id,),
    )
    await service.deliver(due, sequence=2)
    await service.deliver(due.model_copy(update={"overdue": True}), sequence=3)
    found = await notifications_of(session, approver.user_id)
    assert {each.kind for each in found} == {"approval_due", "approval_overdue"}
    assert {each.link for each in found} == {f"/dashboard/approval-system/{due.request_id}"}
    assert await notifications_of(session, other.user_id) == []
    unassigned = due.model_copy(update={"request_id": new_id(), "approver_user_ids": ()})
    await service.deliver(unassigned, sequence=2)
    (notice,) = await notifications_of(session, other.user_id)
    assert (notice.kind, "26 Nov 2026" in notice.body_en) == ("approval_unassigned", True)


async def test_approvers_hear_of_what_has_come_by_a_mail_with_a_link_of_their_own(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    first, second, other = (
        factories.profile(ProfileType.ADMIN, user_id=new_id()) for _ in range(3)
    )
    for profile in (first, second, other):
        await service.deliver(profile)
    waiting = event(
        RequestWaiting,
        name_en="Al Noor",
        level_en="Documents",
        due_on=date(2026, 11, 26),
        approver_user_ids=(first.user_id, second.user_id),
        links=tuple(
            DecisionLink(user_id=user.user_id, token=f"secret-{place}")
            for place, user in enumerate((first, second))
        ),
    )
    await service.deliver(waiting)
    await service.deliver(waiting)
    for place, user in enumerate((first, second)):
        (notice,) = await notifications_of(session, user.user_id)
        assert (notice.kind, "Documents" in notice.body_en) == ("approval_waiting", True)
        # The app's notice needs no token: its reader is signed in.
        assert notice.link == f"/dashboard/approval-system/{waiting.request_id}"
        mail = await session.scalar(
            select(col(Delivery.link)).where(col(Delivery.user_id) == user.user_id)
        )
        assert mail == f"/dashboard/approval-system/links#secret-{place}"
    assert await notifications_of(session, other.user_id) == []
    uncovered = waiting.model_copy(
        update={"request_id": new_id(), "approver_user_ids": (), "links": ()}
    )
    await service.deliver(uncovered)
    (notice,) = await notifications_of(session, other.user_id)
    assert notice.kind == "approval_unassigned"


async def test_both_of_a_delegation_hear_what_the_other_did(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    approver, delegate = (factories.profile(ProfileType.ADMIN, user_id=new_id()) for _ in range(2))
    for profile in (approver, delegate):
        await service.deliver(profile)
    delegation = {
        "delegation_id": new_id(),
        "user_id": approver.user_id,
        "name_en": "Omar Saleh",
        "name_ar": "عمر صالح",
        "delegate_user_id": delegate.user_id,
        "delegate_name_en": "Noura Ali",
        "delegate_name_ar": "نورة علي",
        "first_day": date(2026, 12, 1),
        "last_day": date(2026, 12, 10),
    }
    for status, sequence in ((DelegationStatus.GIVEN, 1), (DelegationStatus.DELEGATE_LEFT, 2)):
        changed = event(DelegationChanged, **delegation, status=status)
        await service.deliver(changed, sequence=sequence)
    (given,) = await notifications_of(session, delegate.user_id)
    assert given.kind == "approval_delegated"
    assert "Omar Saleh is away from 1 Dec 2026 to 10 Dec 2026" in given.body_en
    assert "عمر صالح" in given.body_ar
    (left,) = await notifications_of(session, approver.user_id)
    assert left.kind == "approval_delegate_left"
    assert "Noura Ali" in left.body_en


async def test_those_hear_of_it_who_decide_from_now_on(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    chosen, other = (factories.profile(ProfileType.ADMIN, user_id=new_id()) for _ in range(2))
    for profile in (chosen, other):
        await service.deliver(profile)
    names = {"name_en": "Gulf Academy", "level_en": "Documents", "reason": "On leave."}
    given = event(RequestHandedOver, **names, escalated=False, approver_user_ids=(chosen.user_id,))
    await service.deliver(given, sequence=7)
    (notice,) = await notifications_of(session, chosen.user_id)
    assert notice.kind == "approval_given"
    assert "On leave." in notice.body_en
    assert await notifications_of(session, other.user_id) == []
    escalated = event(RequestHandedOver, **names, escalated=True, approver_user_ids=())
    await service.deliver(escalated, sequence=8)
    (notice,) = await notifications_of(session, other.user_id)
    assert notice.kind == "approval_unassigned"


async def test_all_admins_hear_of_a_level_that_nobody_approves_at(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    admin = factories.profile(ProfileType.ADMIN)
    await service.deliver(admin)
    unattended = event(LevelUnattended, name_en="Documents", name_ar="المستندات")
    for _ in range(2):
        await service.deliver(unattended, sequence=3)
    (notice,) = await notifications_of(session, admin.user_id)
    assert notice.kind == "approval_level_unattended"
    assert notice.link == f"/dashboard/approval-system/assign-approvers/{unattended.level_id}"
