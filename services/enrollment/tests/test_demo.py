from importlib import import_module
from typing import Any

import httpx
from contracts.enrollment import ChargeRequested, EnrollmentChanged, RefundRequested, SeatsChanged
from contracts.payments import ChargePurpose
from enrollment.certificates.models import CertificateState
from enrollment.credentials.adapters.did_web import Issuer
from enrollment.demo.certificates import FINISHED, HOLDERS, load_certificates
from enrollment.demo.feedback import load_feedback
from enrollment.demo.load import load_demo
from kit.database.db import utc_now
from kit.domain.demo import demo_id
from kit.domain.demo.enrollments import CANDIDATES, demo_batches
from kit.testing import ServiceUnderTest, actor

from services.enrollment.tests.factories import make_batch, miscounted, scalar, seats_of


async def load(service: ServiceUnderTest) -> int:
    async with service.database.transaction() as session:
        return await load_demo(session)


class TestLoadDemo:
    async def test_twice_is_once(self, service: ServiceUnderTest) -> None:
        count = await load(service)
        assert count == sum(len(batch.enrollments) for batch in demo_batches())
        published = await scalar(service, "SELECT count(*) FROM outbox")
        assert await load(service) == 0
        assert await scalar(service, "SELECT count(*) FROM outbox") == published

    async def test_needs_no_event_and_is_shown_when_the_events_come(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await load(service)
        organization_id = demo_id("organization", "gla")
        who = actor("organization", organization_id=organization_id)
        assert (await client.get("enrollments", headers=who.headers)).json()["data"] == []
        batch_id = demo_id("batch", "FLT-110-2")
        batch = await make_batch(
            service,
            batch_id=batch_id,
            organization_id=organization_id,
            capacity=4,
        )
        params = {"batch_id": str(batch_id)}
        answer = await client.get("enrollments", params=params, headers=who.headers)
        rows = answer.json()["data"]
        statuses = sorted(row["status"] for row in rows)
        assert statuses == ["confirmed"] * 3 + ["pending_payment"] + ["waitlisted"] * 3
        assert await seats_of(service, batch) == (4, 4, 3)

    async def test_counts_as_many_seats_as_there_are_enrollments(
        self, service: ServiceUnderTest
    ) -> None:
        await load(service)
        assert await miscounted(service) == []

    async def test_publishes_it_to_the_other_services(self, service: ServiceUnderTest) -> None:
        count = await load(service)
        assert len(await service.published(EnrollmentChanged)) == count
        await service.sweep("publish_seats")
        assert len(await service.published(SeatsChanged)) == len(list(demo_batches()))
        pending = "SELECT count(*) FROM enrollments WHERE status = 'pending_payment'"
        assert len(await service.published(ChargeRequested)) == await scalar(service, pending)

    async def test_payments_demo_restated_changes_nothing_but_the_references(
        self, service: ServiceUnderTest
    ) -> None:
        """The demos of enrollment and payments must agree, or confirmed seats would request
        refunds.
        """
        load_payments = import_module("payments.demo.load")
        make_charge = import_module("payments.charges.models").Charge
        event_of = import_module("payments.charges.events").charge_event
        await load(service)
        published = len(await service.published(EnrollmentChanged))
        charges: list[Any] = []
        for terms in load_payments.planned_charges(utc_now()):
            times = {"paid_at": utc_now(), "closed_at": utc_now()}
            row = make_charge(reference=f"ITQ-{len(charges)}", currency="SAR", **terms | times)
            charges.append(row)
            for _ in range(2):
                await service.deliver(event_of(row, None), sequence=2, restated=True)
        enrollment_charges = [c for c in charges if c.purpose is ChargePurpose.ENROLLMENT]
        assert await service.published(RefundRequested) == []
        assert len(await service.published(EnrollmentChanged)) == published
        # Charges and enrollments refer to each other.
        linked = await scalar(
            service,
            """
            SELECT count(*) FROM enrollments e JOIN charges c ON c.id = e.charge_id
            WHERE c.enrollment_id = e.id AND c.amount_minor = e.price_minor
              AND CASE c.status WHEN 'paid' THEN e.status IN ('confirmed', 'completed')
                                ELSE e.status = c.status END
            """,
        )
        assert linked == len(enrollment_charges)
        assert set(await service.broken()) <= {"outbox_published"}
        unlinked = await scalar(
            service,
            """
            SELECT count(*) FROM enrollments e LEFT JOIN charges c ON c.id = e.charge_id
            WHERE c.id IS NULL AND e.price_minor > 0
              AND e.status IN ('confirmed', 'completed', 'cancelled', 'expired')
            """,
        )
        assert unlinked == 0

    async def test_takes_no_seat_that_is_not_there(self, service: ServiceUnderTest) -> None:
        batch = await make_batch(service, batch_id=demo_id("batch", "FLT-110-2"), capacity=2)
        await load(service)
        assert await seats_of(service, batch) == (2, 0, 0)

    async def test_keeps_the_visitors_batches_empty(self, service: ServiceUnderTest) -> None:
        await load(service)
        for key in ("journey", "lastseat", "free"):
            assert (
                await scalar(
                    service,
                    "SELECT count(*) FROM enrollments WHERE batch_id = :id",
                    id=demo_id("batch", key),
                )
                == 0
            )

    def test_nobody_is_in_a_batch_twice(self) -> None:
        assert len(set(CANDIDATES)) == len(CANDIDATES)
        assert all(len(batch.enrollments) <= len(CANDIDATES) for batch in demo_batches())


class TestLoadCertificates:
    async def test_show_each_state_and_somebody_without_one(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await load(service)
        issuer = Issuer("https://itqan.example", ["secret-of-the-tests"])
        counts = []
        for _ in range(2):
            async with service.database.transaction() as session:
                counts.append(await load_certificates(session, issuer))
        assert counts == [11, 0]
        admin = actor("admin", permissions={"view-certificates"})
        listed = (await client.get("certificates", headers=admin.headers)).json()["data"]
        assert {each["state"] for each in listed} == set(CertificateState)
        unsigned = "SELECT count(*) FROM certificates WHERE credential IS NULL"
        assert await scalar(service, unsigned) == 0
        passed = "SELECT count(*) FROM outcomes WHERE result = 'passed'"
        assert await scalar(service, passed) == len(HOLDERS) + 2
        # Certificates whose name differs from identity's demo can be reissued.
        people = {each.username: each for each in import_module("identity.demo.people").EVERYBODY}
        assert [
            username for username, each in HOLDERS.items()
            if (each.name_en, each.name_ar) != (people[username].name_en, people[username].name_ar)
        ] == ["noura"]  # fmt: skip

    async def test_agree_with_the_marks_and_are_judged_and_appealed_against(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await load(service)
        counts = []
        for _ in range(2):
            async with service.database.transaction() as session:
                await load_certificates(session, Issuer("https://itqan.example", ["a-secret"]))
                counts.append(await load_feedback(session))
        assert counts == [10, 0]
        differing = """
            SELECT count(*) FROM outcomes o WHERE attended <> (
                SELECT count(*) FROM attendance_marks m
                WHERE m.enrollment_id = o.enrollment_id AND m.attendance IN ('present', 'late')
            )
        """
        assert await scalar(service, differing) == 0
        catalog = import_module("catalog.demo.schedule").plan_batches(utc_now())
        (sessions,) = [rows for columns, rows in catalog if columns["code"] == FINISHED]
        marked = (
            "SELECT count(DISTINCT session_id) FROM attendance_marks WHERE session_id = ANY(:ids)"
        )
        ids = [each["id"] for each in sessions]
        assert await scalar(service, marked, ids=ids) == len(sessions) == 5
        gla = demo_id("organization", "gla")
        batch_id = demo_id("batch", FINISHED)
        await make_batch(service, batch_id=batch_id, organization_id=gla, capacity=20)
        who = actor("organization", organization_id=gla)
        appeals = (await client.get("appeals", headers=who.headers)).json()["data"]
        assert sorted(each["status"] for each in appeals) == ["open", "upheld"]
        # Everyone who appealed has failed.
        failed = """
            SELECT count(*) FROM appeals a JOIN outcomes o USING (enrollment_id)
            WHERE o.result = 'failed' AND a.created_at - o.decided_at < interval '14 days'
        """
        assert await scalar(service, failed) == len(appeals)
