"""Recipients of identity-number cases."""

from collections.abc import Sequence
from uuid import UUID

import pytest
from contracts import ProfileType
from contracts.identity import NumberCaseStatus
from kit.database.db import AsyncSession
from kit.testing import ServiceUnderTest
from notifications.deliveries.models import Delivery
from notifications.notifications.models import Notification
from sqlalchemy import func, select
from sqlmodel import col

from services.notifications.tests import factories

Status = NumberCaseStatus


async def kinds(session: AsyncSession, user_id: UUID) -> Sequence[str]:
    rows = await session.scalars(
        select(col(Notification.kind))
        .where(col(Notification.user_id) == user_id)
        .order_by(col(Notification.version))
    )
    return rows.all()


async def links(session: AsyncSession, user_id: UUID) -> set[str | None]:
    statement = select(col(Notification.link)).where(col(Notification.user_id) == user_id)
    return set((await session.scalars(statement)).all())


class TestNumberCaseChanged:
    async def test_both_people_and_the_admins_are_notified_of_a_claim(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        admin = factories.profile(ProfileType.ADMIN)
        claimant = factories.profile()
        holder = factories.profile(ProfileType.TRAINER)
        for event in (admin, claimant, holder):
            await service.deliver(event)
        case = factories.number_case(
            claimant_user_id=claimant.user_id, holder_user_id=holder.user_id
        )
        for _ in range(2):
            await service.deliver(case)
        assert await kinds(session, claimant.user_id) == ["number_asked"]
        assert await kinds(session, holder.user_id) == ["number_claimed"]
        assert await kinds(session, admin.user_id) == ["number_case_waits"]
        assert await links(session, claimant.user_id) == {"/candidate/profile"}
        assert await links(session, holder.user_id) == {"/dashboard/account-settings/profile"}
        assert await links(session, admin.user_id) == {
            f"/dashboard/admin-management/identity-numbers/{case.case_id}"
        }
        mails = (await session.execute(select(func.count(col(Delivery.id))))).scalar_one()
        assert mails == 3

    @pytest.mark.parametrize(
        ("status", "claimant_kinds", "holder_kinds"),
        [
            (Status.GRANTED, ["number_granted"], ["number_lost"]),
            (Status.REFUSED, ["number_refused"], ["number_kept"]),
            (Status.WITHDRAWN, [], ["number_kept"]),
        ],
    )
    async def test_both_are_notified_of_the_end(
        self,
        service: ServiceUnderTest,
        session: AsyncSession,
        status: Status,
        claimant_kinds: list[str],
        holder_kinds: list[str],
    ) -> None:
        case = factories.number_case(
            status=status, previous_status=Status.OPEN, comment="The card shows another name."
        )
        await service.deliver(case, sequence=2)
        assert await kinds(session, case.claimant_user_id) == claimant_kinds
        assert case.holder_user_id
        assert await kinds(session, case.holder_user_id) == holder_kinds

    async def test_the_loser_reads_why(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        case = factories.number_case(
            status=Status.GRANTED, previous_status=Status.OPEN, comment="The card shows it."
        )
        await service.deliver(case, sequence=2)
        said = await session.scalar(
            select(col(Notification.body_en)).where(
                col(Notification.user_id) == case.holder_user_id
            )
        )
        assert said
        assert said.endswith("Reason: The card shows it.")

    async def test_only_who_is_asked_is_notified_that_more_is_needed(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        case = factories.number_case()
        asked = case.model_copy(
            update={
                "status": Status.MORE_REQUESTED,
                "previous_status": Status.OPEN,
                "asked_user_ids": (case.claimant_user_id,),
            }
        )
        await service.deliver(asked, sequence=2)
        assert await kinds(session, case.claimant_user_id) == ["number_more_requested"]
        assert case.holder_user_id
        assert await kinds(session, case.holder_user_id) == []

    async def test_an_answer_notifies_only_the_admins(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        admin = factories.profile(ProfileType.ADMIN)
        await service.deliver(admin)
        case = factories.number_case(previous_status=Status.MORE_REQUESTED, holder_user_id=None)
        await service.deliver(case, sequence=3)
        assert await kinds(session, case.claimant_user_id) == []
        assert await kinds(session, admin.user_id) == ["number_case_waits"]

    async def test_an_admin_whose_own_number_it_is_is_not_asked_to_decide(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        own, other = factories.profile(ProfileType.ADMIN), factories.profile(ProfileType.ADMIN)
        for event in (own, other):
            await service.deliver(event)
        await service.deliver(factories.number_case(holder_user_id=own.user_id))
        assert await kinds(session, own.user_id) == ["number_claimed"]
        assert await kinds(session, other.user_id) == ["number_case_waits"]
