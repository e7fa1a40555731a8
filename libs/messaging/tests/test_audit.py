"""A change and its audit event are committed together, or neither is."""

from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID

import pytest
from contracts.audit import AuditAction
from kit.core.actor import ACTOR, Actor
from kit.database.db import AsyncSession, Database, new_id
from kit.messaging import audit, tables
from kit.messaging.audit import Audited
from kit.testing import fresh_database
from sqlalchemy import select, update
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col


class Base(SQLModel, registry=registry()):
    pass


class Course(Base, table=True):
    """An audited record."""

    id: UUID = Field(default_factory=new_id, primary_key=True)
    title: str
    secret: str = "hidden"
    number: str | None = None
    version: int = 1
    organization_id: UUID | None = None


class Visit(Base, table=True):
    """Nothing that is audited."""

    id: UUID = Field(default_factory=new_id, primary_key=True)
    page: str


ORGANIZATION, SOMEBODY = new_id(), new_id()


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "audit") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
            await connection.run_sync(tables.metadata.create_all)
        audit.install(
            "catalog",
            database,
            {
                Course: Audited(
                    "course", without=frozenset({"secret"}), masked=frozenset({"number"})
                )
            },
        )
        yield database
        await database.close()


@pytest.fixture
def actor() -> Iterator[Actor]:
    actor = Actor(SOMEBODY, new_id(), ORGANIZATION, "203.0.113.7")
    token = ACTOR.set(actor)
    yield actor
    ACTOR.reset(token)


async def entries(database: Database) -> list[dict[str, Any]]:
    """Return the published entries, oldest first."""
    async with database.transaction() as session:
        rows = await session.execute(
            select(tables.outbox.c.body)
            .where(tables.outbox.c.type == "catalog.audit.recorded")
            .order_by(tables.outbox.c.id)
        )
        return [row.body["data"] for row in rows]


async def a_course(database: Database, **fields: Any) -> UUID:
    course = Course(**({"title": "Forklifts"} | fields))
    async with database.transaction() as session:
        session.add(course)
    return course.id


async def get_course(session: AsyncSession, course_id: UUID) -> Course:
    return (await session.scalars(select(Course).where(col(Course.id) == course_id))).one()


async def test_what_a_partner_client_changes_is_recorded_with_its_id(database: Database) -> None:
    client_id = new_id()
    token = ACTOR.set(Actor(None, None, ORGANIZATION, "203.0.113.7", client_id=client_id))
    await a_course(database)
    ACTOR.reset(token)
    (entry,) = await entries(database)
    assert (entry["user_id"], entry["client_id"]) == (None, str(client_id))
    assert entry["organization_id"] == str(ORGANIZATION)


@pytest.mark.usefixtures("actor")
class TestChangesOfRows:
    async def test_a_new_row_is_recorded_with_who_and_from_where(
        self, database: Database, actor: Actor
    ) -> None:
        course_id = await a_course(database)
        (entry,) = await entries(database)
        assert entry["action"] == AuditAction.CREATED
        assert (entry["noun"], entry["record_id"]) == ("course", str(course_id))
        assert entry["user_id"] == str(actor.user_id)
        assert entry["profile_id"] == str(actor.profile_id)
        assert entry["network"] == "203.0.113.7"
        assert entry["before"] == {}
        assert entry["after"]["title"] == "Forklifts"

    async def test_a_change_has_only_what_changed(self, database: Database) -> None:
        course_id = await a_course(database)
        async with database.transaction() as session:
            course = await get_course(session, course_id)
            course.title = "Reach trucks"
            course.version += 1
            course.secret = "other"
        _, entry = await entries(database)
        assert entry["action"] == AuditAction.UPDATED
        assert entry["before"] == {"title": "Forklifts"}
        assert entry["after"] == {"title": "Reach trucks"}

    async def test_a_row_that_goes_is_recorded_as_it_was(self, database: Database) -> None:
        course_id = await a_course(database)
        async with database.transaction() as session:
            await session.delete(await get_course(session, course_id))
        _, entry = await entries(database)
        assert entry["action"] == AuditAction.DELETED
        assert entry["before"]["title"] == "Forklifts"
        assert entry["after"] == {}

    async def test_no_secret_is_in_it(self, database: Database) -> None:
        await a_course(database, secret="a hash")
        (entry,) = await entries(database)
        assert "secret" not in entry["after"]

    async def test_of_a_masked_number_the_end_is_recorded_even_when_that_stays(
        self, database: Database
    ) -> None:
        course_id = await a_course(database, number="1055501234")
        async with database.transaction() as session:
            (await get_course(session, course_id)).number = "1099901234"
        _, entry = await entries(database)
        assert (entry["before"], entry["after"]) == ({"number": "…234"}, {"number": "…234"})

    async def test_several_changes_of_a_transaction_are_one_entry(self, database: Database) -> None:
        course_id = await a_course(database)
        async with database.transaction() as session:
            course = await get_course(session, course_id)
            for title in ("Reach trucks", "Pallet jacks"):
                course.title = title
                await session.flush()
            # It is written once more, and nothing of it changes.
            course.title = title
            await session.flush()
        _, entry = await entries(database)
        assert entry["before"] == {"title": "Forklifts"}
        assert entry["after"] == {"title": "Pallet jacks"}

    async def test_what_is_changed_and_changed_back_is_no_change(self, database: Database) -> None:
        course_id = await a_course(database)
        async with database.transaction() as session:
            course = await get_course(session, course_id)
            course.title = "Reach trucks"
            await session.flush()
            course.title = "Forklifts"
        assert len(await entries(database)) == 1

    async def test_a_record_is_its_own_organizations(self, database: Database) -> None:
        other = new_id()
        await a_course(database)
        await a_course(database, organization_id=other)
        first, second = await entries(database)
        assert first["organization_id"] == str(ORGANIZATION)
        assert second["organization_id"] == str(other)

    async def test_other_tables_are_left_out(self, database: Database) -> None:
        async with database.transaction() as session:
            session.add(Visit(page="/"))
        assert await entries(database) == []

    async def test_what_is_rolled_back_is_not_recorded(self, database: Database) -> None:
        with pytest.raises(RuntimeError):
            async with database.transaction() as session:
                session.add(Course(title="Forklifts"))
                await session.flush()
                raise RuntimeError
        assert await entries(database) == []


async def test_a_change_that_nobody_signed_in_makes_is_left_out(database: Database) -> None:
    await a_course(database)
    assert await entries(database) == []


@pytest.mark.usefixtures("actor")
async def test_a_statement_is_recorded_by_whoever_runs_it(database: Database) -> None:
    course_id = await a_course(database)
    async with database.transaction() as session:
        await session.execute(update(Course).values(title="Cranes"))
        audit.record(session, "course", course_id, {"title": "Forklifts"}, {"title": "Cranes"})
    _, entry = await entries(database)
    assert (entry["action"], entry["record_id"]) == (AuditAction.UPDATED, str(course_id))
    assert entry["after"] == {"title": "Cranes"}


@pytest.mark.usefixtures("actor")
async def test_the_relay_is_woken(database: Database) -> None:
    woken: list[bool] = []
    database.after_commit.append(lambda: woken.append(True))
    await a_course(database)
    assert woken == [True]
