"""Notifications about enrollments and their charges."""

import asyncio
import itertools
import random
from collections.abc import Callable

import pytest
from contracts import Event, ProfileType
from contracts.enrollment import EnrollmentResult, EnrollmentStatus
from contracts.payments import ChargePurpose, MoneyWay
from kit.database.db import AsyncSession, new_id
from kit.testing import QueryCounter, ServiceUnderTest
from notifications.replicas.errors import RecipientsUnknown

from services.notifications.tests import factories
from services.notifications.tests.factories import mails, notifications_of

Status = EnrollmentStatus


class TestEnrollmentChanged:
    async def test_a_request_notifies_the_users_of_its_organization(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.enrollment(Status.REQUESTED)
        owner, other, staff, gone = (
            factories.profile(ProfileType.ORGANIZATION, organization_id=event.organization_id),
            factories.profile(ProfileType.ORGANIZATION, organization_id=new_id()),
            factories.profile(ProfileType.STAFF, organization_id=event.organization_id),
            factories.profile(
                ProfileType.ORGANIZATION, organization_id=event.organization_id, active=False
            ),
        )
        candidate = factories.profile(user_id=event.candidate_user_id, name_en="Sami Nasser")
        for profile in (owner, other, staff, gone, candidate):
            await service.deliver(profile)
        await service.deliver(event)
        (notification,) = await notifications_of(session, owner.user_id)
        assert notification.kind == "enrollment_requested"
        assert "Sami Nasser wants to join Forklift operation (FRK-204-1)" in notification.body_en
        assert notification.link == f"/dashboard/enrollments/requests/{event.enrollment_id}"
        for profile in (other, staff, gone, candidate):
            assert await notifications_of(session, profile.user_id) == []

    async def test_a_request_waits_until_the_users_of_its_organization_are_known(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event, message_id = factories.enrollment(Status.REQUESTED), new_id()
        with pytest.raises(RecipientsUnknown):
            await service.deliver(event, message_id=message_id)
        owner = factories.profile(ProfileType.ORGANIZATION, organization_id=event.organization_id)
        await service.deliver(owner)
        assert await service.deliver(event, message_id=message_id)
        assert len(await notifications_of(session, owner.user_id)) == 1

    @pytest.mark.parametrize("charge_first", [True, False])
    async def test_an_accepted_candidate_gets_the_address_to_pay_at(
        self, service: ServiceUnderTest, session: AsyncSession, charge_first: bool
    ) -> None:
        enrollment = factories.enrollment(Status.PENDING_PAYMENT, Status.REQUESTED)
        charge = factories.charge_opened(enrollment)
        events: list[tuple[Event, int]] = [(charge, 1), (enrollment, 2)]
        for event, sequence in events if charge_first else reversed(events):
            assert await notifications_of(session, enrollment.candidate_user_id) == []
            await service.deliver(event, sequence=sequence)
        (notification,) = await notifications_of(session, enrollment.candidate_user_id)
        assert notification.title_en == "Your request was accepted"
        assert notification.link == f"/payments/pay?charge={charge.charge_id}"
        assert "until 30 Nov 2026, 6:00 pm. Pay SAR 1,150" in notification.body_en
        assert "1,150 ر.س" in notification.body_ar

    async def test_two_copies_that_handle_enrollment_and_charge_at_once_do_not_miss_the_candidate(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        for _ in range(5):
            event = factories.enrollment(Status.PENDING_PAYMENT, Status.REQUESTED)
            charge = factories.charge_opened(event)
            await asyncio.gather(service.deliver(event, sequence=2), service.deliver(charge))
            assert len(await notifications_of(session, event.candidate_user_id)) == 1

    async def test_a_charge_of_an_enrollment_that_went_on_is_not_asked_for(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.enrollment(Status.CANCELLED, Status.PENDING_PAYMENT)
        await service.deliver(event, sequence=3)
        await service.deliver(factories.charge_opened(event))
        (notification,) = await notifications_of(session, event.candidate_user_id)
        assert notification.kind == "enrollment_cancelled"

    @pytest.mark.parametrize(
        ("status", "previous", "kind"),
        [
            (Status.PENDING_PAYMENT, None, "enrollment_pending_payment"),
            (Status.PENDING_PAYMENT, Status.WAITLISTED, "enrollment_promoted_pending_payment"),
            (Status.CONFIRMED, Status.PENDING_PAYMENT, "enrollment_confirmed"),
            (Status.CONFIRMED, None, "enrollment_confirmed"),
            (Status.CONFIRMED, Status.WAITLISTED, "enrollment_promoted"),
            (Status.REJECTED, Status.REQUESTED, "enrollment_rejected"),
            (Status.WAITLISTED, None, "enrollment_waitlisted"),
            (Status.EXPIRED, Status.PENDING_PAYMENT, "enrollment_expired"),
            (Status.CANCELLED, Status.CONFIRMED, "enrollment_cancelled"),
        ],
    )
    async def test_the_candidate_is_notified_of_each_transition(
        self,
        service: ServiceUnderTest,
        session: AsyncSession,
        status: Status,
        previous: Status | None,
        kind: str,
    ) -> None:
        event = factories.enrollment(status, previous)
        await service.deliver(factories.charge_opened(event))
        await service.deliver(event)
        assert [row.kind for row in await notifications_of(session, event.candidate_user_id)] == [
            kind
        ]

    async def test_a_promoted_request_notifies_both_sides(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.enrollment(Status.REQUESTED, Status.WAITLISTED)
        owner = factories.profile(ProfileType.ORGANIZATION, organization_id=event.organization_id)
        await service.deliver(owner)
        await service.deliver(event)
        assert len(await notifications_of(session, owner.user_id)) == 1
        (notification,) = await notifications_of(session, event.candidate_user_id)
        assert notification.kind == "enrollment_promoted_request"

    async def test_a_rejection_gives_its_reason_and_manages_without_one(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        given = factories.enrollment(Status.REJECTED, Status.REQUESTED, reason="Too young {x}")
        without = factories.enrollment(Status.REJECTED, Status.REQUESTED)
        await service.deliver(given)
        await service.deliver(without)
        (notification,) = await notifications_of(session, given.candidate_user_id)
        assert notification.body_en.endswith("\n\nReason: Too young {x}")
        assert notification.body_ar.endswith("\n\nالسبب: Too young {x}")
        (notification,) = await notifications_of(session, without.candidate_user_id)
        assert "Reason" not in notification.body_en

    async def test_a_result_is_notified_once(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.enrollment(
            Status.COMPLETED, Status.CONFIRMED, result=EnrollmentResult.FAILED
        )
        again = event.model_copy(
            update={"previous_status": Status.COMPLETED, "result": EnrollmentResult.PASSED}
        )
        await service.deliver(event, sequence=2)
        await service.deliver(again, sequence=3)
        result, survey = await notifications_of(session, event.candidate_user_id)
        assert "Your result: not passed." in result.body_en
        assert (survey.kind, survey.link) == ("survey_opened", result.link)

    async def test_whoever_was_absent_is_not_asked_how_it_was(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.enrollment(
            Status.COMPLETED, Status.CONFIRMED, result=EnrollmentResult.ABSENT
        )
        await service.deliver(event)
        (notification,) = await notifications_of(session, event.candidate_user_id)
        assert notification.kind == "enrollment_completed"

    async def test_doubled_and_shuffled_events_notify_once_and_in_order(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        chain = [None, Status.WAITLISTED, Status.PENDING_PAYMENT, Status.CONFIRMED]
        first = factories.enrollment(Status.WAITLISTED)
        events: list[tuple[Event, int]] = [
            (first.model_copy(update={"previous_status": before, "status": after}), sequence)
            for sequence, (before, after) in enumerate(itertools.pairwise(chain), start=1)
        ]
        events.append((factories.charge_opened(first), 1))
        shuffled = events * 3
        random.Random(7).shuffle(shuffled)
        for event, sequence in shuffled:
            await service.deliver(event, sequence=sequence)
        rows = await notifications_of(session, first.candidate_user_id)
        versions = [row.version for row in rows if row.topic.startswith("enrollment:")]
        assert versions == sorted(set(versions))
        assert versions[-1] == 3
        assert rows[-1].kind == "enrollment_confirmed"
        assert len(await mails(session)) == len(rows)


class TestManyEnrollments:
    """Enrollments of a bulk import arrive in one chunk."""

    async def test_are_notified_as_if_each_had_come_alone(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        pending = factories.enrollment(Status.PENDING_PAYMENT)
        confirmed = pending.model_copy(
            update={"previous_status": Status.PENDING_PAYMENT, "status": Status.CONFIRMED}
        )
        requested = factories.enrollment(Status.REQUESTED)
        others = [factories.enrollment(Status.CONFIRMED) for _ in range(3)]
        owner = factories.profile(
            ProfileType.ORGANIZATION, organization_id=requested.organization_id
        )
        await service.deliver(owner)
        await service.deliver(factories.charge_opened(pending))
        came = [(pending, 1), (requested, 1), *((each, 1) for each in others), (confirmed, 2)]
        for _ in range(2):
            await service.deliver_batch(came)
            await service.deliver_batch([(pending, 1)])
        # An enrollment with two states is notified of both, in order.
        rows = await notifications_of(session, pending.candidate_user_id)
        assert [(row.kind, row.version) for row in rows] == [
            ("enrollment_pending_payment", 1),
            ("enrollment_confirmed", 2),
        ]
        for each in others:
            (row,) = await notifications_of(session, each.candidate_user_id)
            assert row.kind == "enrollment_confirmed"
        assert len(await notifications_of(session, owner.user_id)) == 1
        assert len(await mails(session)) == 6

    async def test_wait_for_none_but_those_whose_recipients_are_unknown(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        came = [(factories.enrollment(Status.REQUESTED), 1), (factories.enrollment(), 1)]
        with pytest.raises(RecipientsUnknown):
            await service.deliver_batch(came)
        assert await mails(session) == []

    async def test_take_as_many_statements_as_one(
        self, service: ServiceUnderTest, queries: QueryCounter
    ) -> None:
        async def count(of: int, make: Callable[[], Event]) -> int:
            events = [(make(), 1) for _ in range(of)]
            with queries() as statements:
                await service.deliver_batch(events)
            return len(statements)

        bulk, organization_id = new_id(), new_id()
        owner = factories.profile(ProfileType.ORGANIZATION, organization_id=organization_id)
        await service.deliver(owner)
        for make in (
            lambda: factories.enrollment(Status.CONFIRMED, bulk_enrollment_id=bulk),
            lambda: factories.enrollment(Status.REQUESTED, organization_id=organization_id),
            factories.profile,
            factories.invitation,
            lambda: factories.charge_opened(
                factories.enrollment(), purpose=ChargePurpose.CANDIDATE_REGISTRATION
            ),
            factories.charge_paid,
        ):
            assert await count(1, make) == await count(30, make)

    async def test_hear_of_their_charges_by_as_many_statements_as_one(
        self, service: ServiceUnderTest, session: AsyncSession, queries: QueryCounter
    ) -> None:
        counts = []
        for of in (1, 30):
            pending = [factories.enrollment(Status.PENDING_PAYMENT) for _ in range(of)]
            gone = factories.enrollment(Status.CANCELLED, Status.PENDING_PAYMENT)
            await service.deliver_batch([(each, 1) for each in (*pending, gone)])
            first = factories.charge_opened(pending[0])
            # One charge reopened, one without a waiting candidate, and one of an unknown
            # enrollment.
            charges = [*map(factories.charge_opened, (*pending, gone, factories.enrollment()))]
            with queries() as statements:
                await service.deliver_batch([(each, 1) for each in (first, *charges)])
            counts.append(len(statements))
            for each, charge in zip(pending, charges, strict=False):
                (row,) = await notifications_of(session, each.candidate_user_id)
                assert row.link in {
                    f"/payments/pay?charge={of_one.charge_id}" for of_one in (charge, first)
                }
        assert counts[0] == counts[1]


class TestCharges:
    async def test_a_payment_gets_a_receipt(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.charge_paid(paid_at=factories.STARTS)
        await service.deliver(event)
        (notification,) = await notifications_of(session, event.payer_user_id)
        assert notification.body_en == (
            "We received SAR 1,150 for Forklift operation on 6 Dec 2026, 9:30 am. "
            "Your reference is ITQ-2026-000123."
        )
        assert notification.created_at == factories.STARTS
        assert notification.link == f"/candidate/my-payments/{event.charge_id}"

    async def test_one_that_came_twice_at_once_gets_one_receipt(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event, other = factories.charge_paid(), factories.charge_paid()
        await service.deliver_batch([(event, 1), (other, 1), (event, 1)])
        await service.deliver_batch([(event, 1)])
        for each in (event, other):
            assert len(await notifications_of(session, each.payer_user_id)) == 1
        assert len(await mails(session)) == 2

    async def test_an_organization_finds_its_payment_in_the_dashboard(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.charge_paid(purpose=ChargePurpose.ORGANIZATION_REGISTRATION)
        await service.deliver(event)
        (notification,) = await notifications_of(session, event.payer_user_id)
        assert notification.link == "/dashboard/payments"

    async def test_nothing_paid_is_no_receipt(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.charge_paid(amount_minor=0)
        await service.deliver(event)
        assert await notifications_of(session, event.payer_user_id) == []

    async def test_a_refund_states_how_much_went_back(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.charge_refunded()
        await service.deliver(event)
        (notification,) = await notifications_of(session, event.payer_user_id)
        assert notification.body_en.startswith("SAR 500 of your payment")

    async def test_a_refund_says_where_the_money_went(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        """The bank does not show a refund to the account, since it was never paid there."""
        user = new_id()
        for way in MoneyWay:
            await service.deliver(factories.charge_paid(payer_user_id=user, way=way))
            await service.deliver(factories.charge_refunded(payer_user_id=user, way=way))
        said = [(each.kind, each.body_en) for each in await notifications_of(session, user)]
        assert [kind for kind, _ in said] == [
            "charge_paid",
            "charge_refunded",
            "charge_paid",
            "charge_refunded_by_transfer",
            "charge_paid_on_account",
            "charge_refunded_on_account",
        ]
        assert ["your bank account" in body for _, body in said[1::2]] == [True, True, False]
        assert "We received" not in said[4][1]

    async def test_a_payment_under_review_notifies_every_admin(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        admins = [factories.profile(ProfileType.ADMIN) for _ in range(2)]
        for event in (*admins, factories.profile()):
            await service.deliver(event)
        review = factories.payment_under_review()
        await service.deliver(review)
        for admin in admins:
            (notification,) = await notifications_of(session, admin.user_id)
            assert "We received SAR 150 instead of SAR 1,150" in notification.body_en
            assert notification.link == f"/dashboard/payments/{review.payment_id}"


class TestPaymentFailed:
    async def test_links_to_paying_and_notifies_once_for_a_charge(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        failed = factories.payment_failed()
        again = factories.payment_failed(
            charge_id=failed.charge_id, payer_user_id=failed.payer_user_id
        )
        for event, sequence in ((failed, 3), (again, 7), (failed, 3)):
            await service.deliver(event, sequence=sequence)
        (notification,) = await notifications_of(session, failed.payer_user_id)
        assert notification.link == f"/payments/pay?charge={failed.charge_id}"
        assert "SAR 1,150 for Forklift operation" in notification.body_en
        assert "holding your seat until 30 Nov 2026" in notification.body_en

    async def test_of_a_registration_holds_no_seat(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        failed = factories.payment_failed(purpose=ChargePurpose.CANDIDATE_REGISTRATION, due_at=None)
        await service.deliver(failed)
        (notification,) = await notifications_of(session, failed.payer_user_id)
        assert notification.kind == "payment_failed"
        assert "seat" not in notification.body_en


class TestRefundFailed:
    async def test_every_admin_is_notified_once_with_the_reason(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        admin = factories.profile(ProfileType.ADMIN)
        await service.deliver(admin)
        failed = factories.refund_failed()
        for _ in range(2):
            await service.deliver(failed, sequence=2)
        (notification,) = await notifications_of(session, admin.user_id)
        assert "SAR 1,150 for Forklift operation" in notification.body_en
        assert "The payment provider's answer: Insufficient balance" in notification.body_en
        assert notification.link == f"/dashboard/payments/{failed.payment_id}"
