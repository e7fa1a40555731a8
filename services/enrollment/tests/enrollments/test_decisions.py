import asyncio
from datetime import timedelta

import httpx
from contracts.audit import EnrollmentAuditRecorded
from contracts.catalog import BatchStatus
from contracts.enrollment import ChargeRequested, EnrollmentChanged, EnrollmentStatus
from kit.database.db import new_id
from kit.testing import ServiceUnderTest, actor

from services.enrollment.tests.factories import (
    candidate,
    enrolled,
    make_batch,
    move_start,
    now,
    organization_of,
    press_enroll,
    scalar,
    seats_of,
    status_of,
)

WHY = {"reason": "A valid driving licence is required."}


class TestAccept:
    async def test_takes_the_seat_and_asks_for_the_money(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        request = await enrolled(client, candidate(), batch)
        headers = organization_of(batch).headers
        answer = await client.post(f"enrollments/{request['id']}/accept", headers=headers)
        assert answer.status_code == 200
        body = answer.json()
        assert (body["status"], body["next_step"]) == ("pending_payment", "pay")
        assert body["allowed_actions"] == ["cancel"]
        assert body["version"] == 2
        assert await seats_of(service, batch) == (10, 1, 0)
        (charge,) = await service.published(ChargeRequested)
        assert str(charge.subject_id) == request["id"]
        assert charge.subject_code == request["batch"]["code"]
        last = (await service.published(EnrollmentChanged))[-1]
        assert last.previous_status is EnrollmentStatus.REQUESTED
        assert last.payment_due_at is not None

    async def test_the_audit_trail_records_who_accepted(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        request = await enrolled(client, candidate(), batch)
        organization = organization_of(batch)
        await client.post(f"enrollments/{request['id']}/accept", headers=organization.headers)
        (entry,) = await service.published(EnrollmentAuditRecorded)
        assert (entry.user_id, entry.record_id) == (organization.user_id, request["id"])
        assert (entry.before, entry.after) == (
            {"status": "requested"},
            {"status": "pending_payment"},
        )

    async def test_confirms_where_the_batch_is_free(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True, price_minor=0)
        request = await enrolled(client, candidate(), batch)
        headers = organization_of(batch).headers
        answer = await client.post(f"enrollments/{request['id']}/accept", headers=headers)
        assert answer.json()["status"] == "confirmed"

    async def test_a_full_batch_leaves_the_request_as_it_is(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True, capacity=1)
        first, second = [await enrolled(client, candidate(), batch) for _ in range(2)]
        headers = organization_of(batch).headers
        await client.post(f"enrollments/{first['id']}/accept", headers=headers)
        answer = await client.post(f"enrollments/{second['id']}/accept", headers=headers)
        assert answer.status_code == 409
        assert answer.json()["code"] == "batch.full"
        assert await status_of(service, second) == "requested"

    async def test_accepted_twice_is_a_conflict(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        request = await enrolled(client, candidate(), batch)
        headers = organization_of(batch).headers
        await client.post(f"enrollments/{request['id']}/accept", headers=headers)
        answer = await client.post(f"enrollments/{request['id']}/accept", headers=headers)
        assert answer.status_code == 409
        assert answer.json()["code"] == "enrollment.invalid_state"
        assert await seats_of(service, batch) == (10, 1, 0)

    async def test_one_who_waits_cannot_be_accepted_past_the_others(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, capacity=1)
        await enrolled(client, candidate(), batch)
        waiting = await enrolled(client, candidate(), batch, wait=True)
        headers = organization_of(batch).headers
        answer = await client.post(f"enrollments/{waiting['id']}/accept", headers=headers)
        assert answer.json()["code"] == "enrollment.invalid_state"

    async def test_not_into_a_batch_that_was_cancelled(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        request = await enrolled(client, candidate(), batch)
        await service.deliver(
            batch.model_copy(update={"status": BatchStatus.CANCELLED}), sequence=2
        )
        headers = organization_of(batch).headers
        answer = await client.post(f"enrollments/{request['id']}/accept", headers=headers)
        assert answer.json()["code"] == "enrollment.invalid_state"
        assert await service.published(ChargeRequested) == []

    async def test_not_after_the_start(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        request = await enrolled(client, candidate(), batch)
        await move_start(service, batch, now() - timedelta(minutes=1))
        headers = organization_of(batch).headers
        answer = await client.post(f"enrollments/{request['id']}/accept", headers=headers)
        assert answer.status_code == 409
        assert answer.json()["code"] == "batch.started"

    async def test_another_organizations_request_is_a_404(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        request = await enrolled(client, candidate(), batch)
        stranger = actor("organization", organization_id=new_id())
        answer = await client.post(f"enrollments/{request['id']}/accept", headers=stranger.headers)
        assert answer.status_code == 404
        assert await status_of(service, request) == "requested"

    async def test_staff_admins_and_candidates_may_not(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        person = candidate()
        request = await enrolled(client, person, batch)
        others = [
            person,
            actor("staff", organization_id=batch.organization_id),
            actor("admin", roles={"super-admin"}),
        ]
        for other in others:
            answer = await client.post(f"enrollments/{request['id']}/accept", headers=other.headers)
            assert answer.status_code == 403

    async def test_without_a_token_is_a_401(self, client: httpx.AsyncClient) -> None:
        assert (await client.post(f"enrollments/{new_id()}/accept")).status_code == 401

    async def test_an_unpaid_organization_is_a_402(self, client: httpx.AsyncClient) -> None:
        unpaid = actor("organization", organization_id=new_id(), paid=False)
        answer = await client.post(f"enrollments/{new_id()}/accept", headers=unpaid.headers)
        assert answer.status_code == 402


class TestReject:
    async def test_gives_the_candidate_the_reason(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service, requires_acceptance=True), candidate()
        request = await enrolled(client, person, batch)
        headers = organization_of(batch).headers
        answer = await client.post(f"enrollments/{request['id']}/reject", json=WHY, headers=headers)
        assert answer.status_code == 200
        assert answer.json()["status"] == "rejected"
        own = await client.get(f"enrollments/mine/{request['id']}", headers=person.headers)
        assert own.json()["reason"] == WHY["reason"]
        last = (await service.published(EnrollmentChanged))[-1]
        assert (last.status, last.reason) == (EnrollmentStatus.REJECTED, WHY["reason"])

    async def test_needs_a_reason(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        request = await enrolled(client, candidate(), batch)
        headers = organization_of(batch).headers
        answer = await client.post(
            f"enrollments/{request['id']}/reject", json={"reason": "  "}, headers=headers
        )
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == "reason"
        assert await status_of(service, request) == "requested"

    async def test_a_confirmed_one_cannot_be_rejected(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, price_minor=0)
        enrollment = await enrolled(client, candidate(), batch)
        headers = organization_of(batch).headers
        answer = await client.post(
            f"enrollments/{enrollment['id']}/reject", json=WHY, headers=headers
        )
        assert answer.status_code == 409
        assert answer.json()["code"] == "enrollment.invalid_state"

    async def test_a_rejected_candidate_may_ask_again(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service, requires_acceptance=True), candidate()
        request = await enrolled(client, person, batch)
        headers = organization_of(batch).headers
        await client.post(f"enrollments/{request['id']}/reject", json=WHY, headers=headers)
        assert (await press_enroll(client, person, batch)).status_code == 201

    async def test_another_organizations_request_is_a_404(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True)
        request = await enrolled(client, candidate(), batch)
        stranger = actor("organization", organization_id=new_id())
        answer = await client.post(
            f"enrollments/{request['id']}/reject", json=WHY, headers=stranger.headers
        )
        assert answer.status_code == 404

    async def test_without_a_token_is_a_401(self, client: httpx.AsyncClient) -> None:
        answer = await client.post(f"enrollments/{new_id()}/reject", json=WHY)
        assert answer.status_code == 401


class TestAtOnce:
    async def test_accept_and_reject_pressed_together_do_one_of_the_two(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        for _ in range(10):
            batch = await make_batch(service, requires_acceptance=True)
            request = await enrolled(client, candidate(), batch)
            path, headers = f"enrollments/{request['id']}", organization_of(batch).headers
            accepted, rejected = await asyncio.gather(
                client.post(f"{path}/accept", headers=headers),
                client.post(f"{path}/reject", json=WHY, headers=headers),
            )
            assert sorted((accepted.status_code, rejected.status_code)) == [200, 409]
            is_accepted = accepted.status_code == 200
            assert await status_of(service, request) == (
                "pending_payment" if is_accepted else "rejected"
            )
            assert await seats_of(service, batch) == (10, int(is_accepted), 0)

    async def test_five_accepted_at_once_share_two_seats(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, requires_acceptance=True, capacity=2)
        requests = [await enrolled(client, candidate(), batch) for _ in range(5)]
        headers = organization_of(batch).headers
        answers = await asyncio.gather(
            *(client.post(f"enrollments/{r['id']}/accept", headers=headers) for r in requests)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 200, 409, 409, 409]
        assert await seats_of(service, batch) == (2, 2, 0)
        held = "SELECT count(*) FROM enrollments WHERE status = 'pending_payment'"
        assert await scalar(service, held) == 2
