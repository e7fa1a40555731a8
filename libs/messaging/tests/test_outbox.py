"""Contents and order of the outbox."""

import json
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa
from contracts import ApprovalStatus
from contracts.identity import OrganizationUpdated, OtpRequested, PrincipalChanged
from contracts.payments import ChargeOpened, ChargePurpose
from contracts.people import PeopleAdmitted
from contracts.testing import event as make
from kit.database.db import Database, new_id
from kit.database.raw import compile_statement
from kit.messaging import outbox
from kit.messaging.envelope import decode
from kit.testing import count_queries
from kit.testing.messaging import organization_updated, waiting
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider

NAME = "a \"b\" \\ 'c' %s :d"


async def bodies(database: Database) -> list[dict[str, Any]]:
    async with database.engine.connect() as connection:
        rows = await connection.execute(sa.text("SELECT body FROM outbox ORDER BY id"))
        return [row.body for row in rows]


class TestPublish:
    async def test_an_event_of_a_transaction_that_fails_does_not_exist(
        self, database: Database
    ) -> None:
        with pytest.raises(ZeroDivisionError):
            async with database.transaction() as session:
                await outbox.publish(session, organization_updated(), sequence=1)
                raise ZeroDivisionError
        assert await waiting(database) == 0

    async def test_the_body_is_a_cloud_event(self, database: Database) -> None:
        event = organization_updated("Jeddah Cold Chain")
        async with database.transaction() as session:
            await outbox.publish(session, event, sequence=7)
        (body,) = await bodies(database)
        assert body["specversion"] == "1.0"
        assert body["type"] == "identity.organization.updated"
        assert body["source"] == "identity"
        assert body["subject"] == str(event.organization_id)
        assert body["sequence"] == 7
        assert body["dataschema"] == "urn:itqan:identity.organization.updated:1"
        assert body["datacontenttype"] == "application/json"
        assert body["data"]["name_en"] == "Jeddah Cold Chain"
        read, meta = decode(json.dumps(body).encode())
        assert read == event
        assert (meta.sequence, meta.source, meta.subject) == (7, "identity", event.subject)

    async def test_the_relay_is_woken_after_the_commit_and_only_then(
        self, database: Database
    ) -> None:
        woken = []
        database.after_commit.append(lambda: woken.append(True))
        async with database.transaction() as session:
            await outbox.publish(session, organization_updated(), sequence=1)
            assert not woken
        assert woken == [True]
        async with database.transaction() as session:
            await session.execute(sa.text("SELECT 1"))
        assert woken == [True]

    async def test_many_events_take_one_statement(self, database: Database) -> None:
        with count_queries(database) as statements:
            async with database.transaction() as session:
                await outbox.publish_many(session, [(organization_updated(), n) for n in range(50)])
        assert len(statements) == 1
        assert await waiting(database) == 50

    async def test_nobody_needs_to_listen_to_a_broadcast(self, database: Database) -> None:
        changed = PrincipalChanged(user_id=new_id(), principal_version=1)
        assert outbox.build_row(changed, sequence=1)["mandatory"] is False
        assert outbox.build_row(organization_updated(), sequence=1)["mandatory"] is True

    async def test_the_trace_goes_with_the_event(self, database: Database) -> None:
        tracer = TracerProvider().get_tracer("test")
        with tracer.start_as_current_span("request") as span:
            async with database.transaction() as session:
                await outbox.publish(session, organization_updated(), sequence=1)
        (body,) = await bodies(database)
        trace_id = trace.format_trace_id(span.get_span_context().trace_id)
        assert body["traceparent"].split("-")[1] == trace_id


class TestInsertFrom:
    def statement(
        self, subject: sa.ColumnElement[UUID], id_: sa.ColumnElement[UUID], **changes: Any
    ) -> sa.Insert:
        rows = sa.select(subject.label("id")).subquery()
        data: dict[str, Any] = {
            "organization_id": rows.c.id,
            "name_en": NAME,
            "name_ar": "موانئ",
            "email": sa.literal("office@ports.example", sa.Text),
            "image_url": None,
            "status": ApprovalStatus.APPROVED,
            "suspended": sa.false(),
            "tax_number": None,
            "address": None,
        }
        return outbox.build_event_insert(
            rows,
            OrganizationUpdated,
            data | changes,
            id_=id_,
            sequence=sa.literal(3),
            where=rows.c.id != UUID(int=0),
        )

    @pytest.mark.parametrize("raw", [True, False])
    async def test_writes_what_the_event_would(self, database: Database, raw: bool) -> None:
        id_, subject = new_id(), new_id()
        if raw:
            names = (sa.bindparam(name, type_=sa.Uuid) for name in ("subject", "event"))
            raw_statement = compile_statement(self.statement(*names))
            async with database.raw_connection() as connection:
                await raw_statement.fetch_row(
                    connection, event=id_, subject=subject, request_id=None
                )
        else:
            async with database.transaction() as session:
                statement = self.statement(sa.literal(subject), sa.literal(id_))
                assert await outbox.run_event_insert(session, statement) == 1
        async with database.engine.connect() as connection:
            (row,) = await connection.execute(sa.text("SELECT * FROM outbox"))
        event, meta = decode(json.dumps(row.body).encode())
        assert event == OrganizationUpdated(
            organization_id=subject,
            name_en=NAME,
            name_ar="موانئ",
            email="office@ports.example",
            image_url=None,
            status=ApprovalStatus.APPROVED,
        )
        expected = outbox.build_row(event, sequence=3)
        for name in ("type", "subject", "mandatory"):
            assert getattr(row, name) == expected[name]
        body = json.loads(expected["body"])
        assert {**row.body, "id": body["id"], "time": body["time"]} == {
            **body,
            "traceparent": None,
            "requestid": None,
        }
        assert (meta.id, row.id) == (id_, id_)

    async def test_writes_nothing_where_the_condition_does_not_hold(
        self, database: Database
    ) -> None:
        statement = self.statement(sa.literal(UUID(int=0)), sa.literal(new_id()))
        async with database.transaction() as session:
            assert await outbox.run_event_insert(session, statement) == 0
        assert await waiting(database) == 0

    def test_refuses_other_fields_than_the_events(self) -> None:
        with pytest.raises(TypeError, match="has other fields: phone"):
            self.statement(sa.literal(new_id()), sa.literal(new_id()), phone="")


async def test_what_is_urgent_goes_before_what_waits_already(database: Database) -> None:
    """Each way of writing: one event, several, or by a statement."""
    registration = make(ChargeOpened, purpose=ChargePurpose.CANDIDATE_REGISTRATION)
    admitted = make(PeopleAdmitted, people=())
    async with database.transaction() as session:
        await outbox.publish_many(session, [(organization_updated(), 1), (registration, 1)])
        # No user waits for events republished to rebuild replicas.
        await outbox.publish(session, admitted, sequence=1, restated=True)
    async with database.transaction() as session:
        await outbox.publish(session, make(OtpRequested), sequence=1)
        enrollment = make(ChargeOpened, purpose=ChargePurpose.ENROLLMENT)
        await outbox.publish_many(session, [(organization_updated(), 2), (enrollment, 1)])
        rows = sa.select(sa.literal(new_id()).label("id")).subquery()
        data = {"bulk_enrollment_id": rows.c.id, "portion": rows.c.id, "people": sa.null()}
        statement = outbox.build_event_insert(
            rows, PeopleAdmitted, data, id_=rows.c.id, sequence=sa.literal(1)
        )
        assert await outbox.run_event_insert(session, statement) == 1
    async with database.engine.connect() as connection:
        found = await connection.execute(sa.text("SELECT type FROM outbox ORDER BY due_at, id"))
        types = [row.type for row in found]
    assert set(types[:3]) == {OtpRequested.type, ChargeOpened.type, PeopleAdmitted.type}
    assert len(types) == 7
