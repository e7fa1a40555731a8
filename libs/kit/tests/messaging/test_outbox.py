"""What goes into the outbox, and when."""

import json

import pytest
import sqlalchemy as sa
from contracts.identity import SessionEnded
from kit.db import new_id
from kit.messaging import outbox
from kit.messaging.envelope import decode
from kit.messaging.testing import fact, waiting
from kit.testing import count_queries
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider


async def bodies(database) -> list[dict]:
    async with database.engine.connect() as connection:
        rows = await connection.execute(sa.text("SELECT body FROM outbox ORDER BY id"))
        return [row.body for row in rows]


class TestPublish:
    async def test_an_event_of_a_transaction_that_fails_does_not_exist(self, database):
        with pytest.raises(ZeroDivisionError):
            async with database.transaction() as session:
                await outbox.publish(session, fact(), sequence=1)
                raise ZeroDivisionError
        assert await waiting(database) == 0

    async def test_the_body_is_a_cloud_event(self, database):
        event = fact("Jeddah Cold Chain")
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

    async def test_the_relay_is_woken_after_the_commit_and_only_then(self, database):
        woken = []
        database.after_commit.append(lambda: woken.append(True))
        async with database.transaction() as session:
            await outbox.publish(session, fact(), sequence=1)
            assert not woken
        assert woken == [True]
        async with database.transaction() as session:
            await session.execute(sa.text("SELECT 1"))
        assert woken == [True]

    async def test_many_events_take_one_statement(self, database):
        with count_queries(database) as statements:
            async with database.transaction() as session:
                await outbox.publish_many(session, [(fact(), n) for n in range(50)])
        assert len(statements) == 1
        assert await waiting(database) == 50

    async def test_nobody_needs_to_listen_to_a_broadcast(self, database):
        ended = SessionEnded(session_id=new_id(), user_id=new_id())
        assert outbox.row_for(ended, sequence=1)["mandatory"] is False
        assert outbox.row_for(fact(), sequence=1)["mandatory"] is True

    async def test_the_trace_goes_with_the_event(self, database):
        tracer = TracerProvider().get_tracer("test")
        with tracer.start_as_current_span("request") as span:
            async with database.transaction() as session:
                await outbox.publish(session, fact(), sequence=1)
        (body,) = await bodies(database)
        trace_id = trace.format_trace_id(span.get_span_context().trace_id)
        assert body["traceparent"].split("-")[1] == trace_id


class TestInsertSql:
    async def test_writes_the_same_row_with_bare_asyncpg(self, database):
        event = fact()
        row = outbox.row_for(event, sequence=3)
        async with database.raw_transaction() as connection:
            await connection.execute(outbox.INSERT_SQL, *row.values())
        (body,) = await bodies(database)
        assert body["id"] == str(row["id"])
        assert body["sequence"] == 3
