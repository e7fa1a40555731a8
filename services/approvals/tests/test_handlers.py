"""Requests created from other services' events."""

import random

import httpx
import pytest
from approvals.handlers import HANDLERS
from approvals.main import app
from approvals.replicas.models import Approver
from approvals.requests.models import ApprovalRequest, RequestStatus
from approvals.submissions.service import SubmissionUnknown
from contracts import ProfileType
from contracts.approvals import RequestApproved
from contracts.catalog import AnnouncementSubmitted
from contracts.consumers import CONSUMERS
from contracts.enrollment import ApplicationChanged, ApplicationStatus, ApplicationSubmitted
from contracts.identity import DataRequested, UserErased
from contracts.personal_data import ApprovalsDataCollected
from contracts.testing import event as event_of
from kit.database.db import AsyncSession, new_id
from kit.testing import ServiceUnderTest, actor
from sqlalchemy import select
from sqlmodel import col

from services.approvals.tests import factories


async def requests(session: AsyncSession) -> list[tuple[str, int, RequestStatus]]:
    """Return content, submission number and status of all requests."""
    rows = await session.execute(
        select(
            col(ApprovalRequest.content_id),
            col(ApprovalRequest.submission),
            col(ApprovalRequest.status),
        ).order_by(col(ApprovalRequest.content_id), col(ApprovalRequest.submission))
    )
    found = [(str(content), number, status) for content, number, status in rows]
    # Release locks, so the tables can be truncated afterwards.
    await session.rollback()
    return found


class TestHandlers:
    def test_are_those_that_the_topology_names(self) -> None:
        assert set(HANDLERS) == CONSUMERS["approvals"]


class TestOrganizationSubmitted:
    async def test_becomes_a_pending_request(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.organization_submitted()
        await service.deliver(event)
        row = (await session.execute(select(ApprovalRequest))).scalar_one()
        assert (row.content_type, row.content_id) == ("organization", event.organization_id)
        assert (row.status, row.step, row.submitted_by) == ("pending", 0, event.submitted_by)

    async def test_doubled_and_shuffled_submissions_leave_one_pending_request(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        organization = new_id()
        events = [
            factories.organization_submitted(organization_id=organization, submission=number)
            for number in (1, 2, 3)
        ] * 3
        for seed in range(5):
            await service.empty()
            shuffled = list(events)
            random.Random(seed).shuffle(shuffled)
            for event in shuffled:
                await service.deliver(event, sequence=event.submission)
            found = await requests(session)
            assert found[-1] == (str(organization), 3, "pending")
            assert all(status == "withdrawn" for _, _, status in found[:-1])

    async def test_a_newer_submission_takes_the_place_of_a_waiting_one_and_keeps_a_decided_one(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        organization = new_id()
        first = await factories.submit(service, client, organization_id=organization)
        await factories.decide(client, factories.super_admin(), first, "returned")
        for number in (2, 3):
            await factories.submit(service, client, organization_id=organization, submission=number)
        assert [status for _, _, status in await requests(session)] == [
            "returned",
            "withdrawn",
            "pending",
        ]


class TestStaffSubmitted:
    async def test_becomes_a_request_of_the_profile(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.staff_submitted()
        await service.deliver(event)
        row = (await session.execute(select(ApprovalRequest))).scalar_one()
        assert (row.content_type, row.content_id) == ("staff", event.profile_id)
        assert row.organization_id == event.organization_id


class TestAnnouncementSubmitted:
    async def test_becomes_a_request_of_no_organization(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        submitted = event_of(AnnouncementSubmitted, name_en="Pilgrims", name_ar="الحجاج")
        await service.deliver(submitted)
        await service.deliver(submitted)
        row = (await session.execute(select(ApprovalRequest))).scalar_one()
        assert (row.content_type, row.content_id) == ("announcement", submitted.announcement_id)
        assert (row.name_ar, row.organization_id) == ("الحجاج", None)


class TestApplications:
    async def test_one_that_was_taken_back_waits_no_more_whichever_event_comes_first(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        submitted = event_of(ApplicationSubmitted, submission=1, name_en="Port", name_ar="الميناء")
        withdrawn = event_of(
            ApplicationChanged,
            application_id=submitted.application_id,
            submission=1,
            previous_status=ApplicationStatus.SUBMITTED,
            status=ApplicationStatus.WITHDRAWN,
        )
        with pytest.raises(SubmissionUnknown):
            await service.deliver(withdrawn, sequence=3)
        await service.deliver(submitted, sequence=2)
        row = (await session.execute(select(ApprovalRequest))).scalar_one()
        assert (row.content_type, row.organization_id) == ("application", submitted.organization_id)
        await session.rollback()
        for _ in range(2):
            await service.deliver(withdrawn, sequence=3)
        content = str(submitted.application_id)
        assert await requests(session) == [(content, 1, RequestStatus.WITHDRAWN)]


class TestProfileUpdated:
    async def test_only_admins_are_kept(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        for type_ in ProfileType:
            await service.deliver(factories.build_profile(actor(type_)))
        assert len((await session.execute(select(Approver))).all()) == 1

    async def test_an_older_version_changes_nothing(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        user = factories.admin()
        await service.deliver(factories.build_profile(user, active=False), sequence=2)
        await service.deliver(factories.build_profile(user), sequence=1)
        assert not (await session.execute(select(Approver))).scalar_one().active

    async def test_a_request_does_not_wait_for_an_admin_who_was_disabled(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        stays, goes = [await factories.create_admin(service) for _ in range(2)]
        await factories.make_level(client, stays, goes, rule="all")
        request = await factories.submit(service, client)
        await factories.decide(client, stays, request)
        assert await service.published(RequestApproved) == []
        await service.deliver(factories.build_profile(goes, active=False), sequence=2)
        (approved,) = await service.published(RequestApproved)
        assert approved.decided_by == stays.user_id


class TestRepublish:
    async def test_publishes_the_outcome_of_the_newest_decided_submission_of_each_content(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        boss, organization = factories.super_admin(), new_id()
        for number, decision in ((1, "returned"), (2, "approved")):
            request = await factories.submit(
                service, client, organization_id=organization, submission=number
            )
            await factories.decide(client, boss, request, decision)
        await factories.submit(service, client, organization_id=organization, submission=3)
        await factories.submit(service, client)
        assert app.republish
        async with service.database.transaction() as work:
            republished = [item async for item in app.republish(work)]
        ((event, sequence),) = republished
        assert isinstance(event, RequestApproved)
        assert (event.content_id, event.submission, sequence) == (organization, 2, 2)


class TestPersonalData:
    async def test_a_request_about_a_person_names_nobody_after_the_erasure(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        mine, other = factories.staff_submitted(), factories.staff_submitted()
        for event in (mine, other):
            await service.deliver(event)
        person = {"user_id": mine.submitted_by, "profile_ids": [mine.profile_id]}
        await service.deliver(DataRequested(request_id=new_id(), email="", **person))
        (answer,) = await service.published(ApprovalsDataCollected)
        assert [row["content_id"] for row in answer.rows["requests"]] == [str(mine.profile_id)]
        for _ in range(2):
            await service.deliver(UserErased(email="", **person))
        rows = (await session.scalars(select(ApprovalRequest))).all()
        names = {row.content_id: row.name_en for row in rows}
        assert {len(row.snapshot) for row in rows if row.content_id == mine.profile_id} == {0}
        await session.rollback()
        assert names == {mine.profile_id: "Erased person", other.profile_id: other.name_en}
