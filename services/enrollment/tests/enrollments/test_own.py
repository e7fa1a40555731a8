from datetime import datetime, timedelta
from typing import Any

import httpx
from contracts.catalog import BatchUpdated
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.factories import (
    candidate,
    enrolled,
    make_batch,
    organization_of,
    paid,
)


class TestMine:
    async def test_shows_ones_own_by_status(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        person = candidate()
        batches: list[BatchUpdated] = [await make_batch(service) for _ in range(2)]
        await paid(service, client, person, batches[0])
        await enrolled(client, person, batches[1])
        await enrolled(client, candidate(), batches[1])
        answer = await client.get("enrollments/mine", headers=person.headers)
        assert [row["status"] for row in answer.json()["data"]] == ["pending_payment", "confirmed"]
        query = {"status": "confirmed"}
        answer = await client.get("enrollments/mine", params=query, headers=person.headers)
        (row,) = answer.json()["data"]
        assert row["batch"]["id"] == str(batches[0].batch_id)
        assert row["allowed_actions"] == ["cancel"]
        expected = batches[0].starts_at - timedelta(hours=48)
        assert row["refundable_until"] == expected.isoformat().replace("+00:00", "Z")

    async def test_somebody_elses_is_a_404(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        enrollment = await enrolled(client, candidate(), await make_batch(service))
        path = f"enrollments/mine/{enrollment['id']}"
        assert (await client.get(path, headers=candidate().headers)).status_code == 404
        assert (await client.get(path)).status_code == 401

    async def test_only_for_candidates_who_have_paid(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("enrollments/mine")).status_code == 401
        staff = actor("staff", organization_id=new_id())
        assert (await client.get("enrollments/mine", headers=staff.headers)).status_code == 403
        unpaid = actor("candidate", paid=False)
        assert (await client.get("enrollments/mine", headers=unpaid.headers)).status_code == 402


class TestEligibility:
    async def ask(
        self, client: httpx.AsyncClient, batch: BatchUpdated, who: Actor | None = None
    ) -> dict[str, Any]:
        answer = await client.get(
            "enrollments/eligibility",
            params={"batch_id": str(batch.batch_id)},
            headers=who.headers if who else {},
        )
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    async def test_shows_a_visitor_the_batch(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        await enrolled(client, candidate(), batch)
        body = await self.ask(client, batch)
        assert (body["can_enroll"], body["obstacles"]) == (True, [])
        assert (body["capacity"], body["seats_left"], body["waiting"]) == (10, 9, 0)
        assert body["enrollment"] is None
        assert body["payment_window_minutes"] == 60
        refundable_until = datetime.fromisoformat(body["refundable_until"])
        assert batch.starts_at - refundable_until == timedelta(hours=48)

    async def test_promises_no_money_back_where_none_is_paid(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        body = await self.ask(client, await make_batch(service, price_minor=0))
        assert body["refundable_until"] is None

    async def test_shows_an_enrolled_candidate_the_enrollment(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person = await make_batch(service), candidate()
        enrollment = await enrolled(client, person, batch)
        body = await self.ask(client, batch, person)
        assert body["enrollment"]["id"] == enrollment["id"]
        assert body["can_enroll"] is False
        assert body["obstacles"][0]["code"] == "enrollment.already_exists"

    async def test_needs_no_paid_registration(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        unpaid = actor("candidate", paid=False, image=False)
        assert (await self.ask(client, await make_batch(service), unpaid))["can_enroll"] is True

    async def test_others_than_candidates_cannot_enroll(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        body = await self.ask(client, batch, organization_of(batch))
        assert body["can_enroll"] is False
        assert body["obstacles"][0]["code"] == "enrollment.candidates_only"

    async def test_an_unheard_of_batch_is_a_404(self, client: httpx.AsyncClient) -> None:
        answer = await client.get(f"enrollments/eligibility?batch_id={new_id()}")
        assert answer.status_code == 404
        assert answer.json()["code"] == "batch.not_found"

    async def test_a_bad_token_is_a_401(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        answer = await client.get(
            f"enrollments/eligibility?batch_id={batch.batch_id}",
            headers={"Authorization": "Bearer forged"},
        )
        assert answer.status_code == 401
