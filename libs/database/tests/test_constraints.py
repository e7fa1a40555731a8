"""Constraint violations are reported at their field."""

from collections.abc import AsyncIterator

import asyncpg
import pytest
from kit.core.errors import Conflict, FieldProblem, Invalid
from kit.database.constraints import as_field_problems, as_problems, parse_violation
from kit.database.db import AsyncSession, Database
from kit.database.tables import create_metadata
from kit.testing import fresh_database
from sqlalchemy import CheckConstraint, UniqueConstraint
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

metadata = create_metadata()


class Base(SQLModel, registry=registry(metadata=metadata)):
    metadata = metadata


class Country(Base, table=True):
    """A row that others refer to."""

    __tablename__ = "countries"

    id: int = Field(primary_key=True)


class City(Base, table=True):
    """A row that refers to another; its name is one of its country."""

    __tablename__ = "cities"
    __table_args__ = (
        UniqueConstraint("country_id", "name"),
        CheckConstraint("id > 0", "id_positive"),
    )

    id: int = Field(primary_key=True)
    country_id: int = Field(foreign_key="countries.id")
    name: str
    code: str = Field(unique=True)


class CountryInUse(Conflict):
    """A row refers to the country."""


class UsedByCities(CountryInUse):
    """A city refers to it."""


@pytest.fixture(scope="module")
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "constraints") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
        async with database.transaction() as session:
            session.add(Country(id=1))
            await session.flush()
            session.add(City(id=1, country_id=1, name="Riyadh", code="RUH"))
        yield database
        await database.close()


@pytest.fixture
async def session(database: Database) -> AsyncIterator[AsyncSession]:
    async with AsyncSession(database.engine) as session:
        yield session


def city(name: str = "Jeddah", *, code: str = "JED", country: int = 1, id_: int = 2) -> City:
    return City(id=id_, country_id=country, name=name, code=code)


class TestWrites:
    @pytest.mark.parametrize(
        ("row", "field", "code"),
        [
            (city(code="RUH"), "code", "field.taken"),
            (city("Riyadh"), "name", "field.taken"),
            (city(country=9), "country_id", "resource.not_found"),
        ],
    )
    async def test_what_is_refused_is_a_problem_of_its_field(
        self, session: AsyncSession, row: City, field: str, code: str
    ) -> None:
        with pytest.raises(Invalid) as refused, as_field_problems():
            session.add(row)
            await session.flush()
        assert [(each.field, each.code) for each in refused.value.fields or ()] == [(field, code)]

    async def test_a_constraint_may_have_a_problem_of_its_own(self, session: AsyncSession) -> None:
        problem = FieldProblem(field="address.city", code="city.code_taken", message="Taken.")
        with pytest.raises(Invalid) as refused, as_field_problems({"uq_cities_code": problem}):
            session.add(city(code="RUH"))
            await session.flush()
        assert refused.value.fields == [problem]

    async def test_what_no_field_can_mend_is_an_error(self, session: AsyncSession) -> None:
        with pytest.raises(IntegrityError), as_field_problems():
            session.add(city(id_=-1))
            await session.flush()


class TestDeletions:
    @pytest.mark.parametrize(
        ("by_table", "expected"),
        [({"cities": UsedByCities}, UsedByCities), ({}, CountryInUse)],
    )
    async def test_whoever_refers_to_it_names_the_problem(
        self,
        session: AsyncSession,
        by_table: dict[str, type[Conflict]],
        expected: type[Conflict],
    ) -> None:
        country = await session.get(Country, 1)
        with pytest.raises(CountryInUse) as refused, as_problems(by_table, CountryInUse):
            await session.delete(country)
            await session.flush()
        assert type(refused.value) is expected


async def test_the_driver_s_own_errors_are_read_too(database: Database) -> None:
    statement = "INSERT INTO cities (id, country_id, name, code) VALUES (2, 1, 'Abha', 'RUH')"
    with pytest.raises(asyncpg.UniqueViolationError) as refused:
        async with database.raw_connection() as connection:
            await connection.execute(statement)
    violation = parse_violation(refused.value)
    assert violation
    assert (violation.constraint, violation.table) == ("uq_cities_code", "cities")
