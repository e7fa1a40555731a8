"""Words are found as people type them, in either language."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from kit.database.db import AsyncSession, Database
from kit.database.search import (
    contains_words,
    lock_documents,
    matches,
    migration,
    search_documents,
    search_field,
    search_index,
    split_words,
)
from kit.testing import fresh_database
from sqlalchemy import Connection, MetaData, func, literal, select, text
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel, col


class Base(SQLModel, registry=registry()):
    pass


class Person(Base, table=True):
    """A person with names in two languages, and perhaps a phone number."""

    __table_args__ = (search_index("person"),)

    id: int = Field(primary_key=True)
    name_en: str
    name_ar: str
    phone: str | None = None
    search: str = search_field("name_en", "name_ar", "coalesce(phone, '')")


class Order(Base, table=True):
    """An order, found by its number and by the person's names."""

    __tablename__ = "orders"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    number: str
    person_id: int


ORDER_DOCUMENT = """
SELECT orders.id, search_fold(concat_ws(' ', person.name_en, person.name_ar, orders.number)),
  ARRAY[lower(orders.number)]
FROM orders LEFT JOIN person ON person.id = orders.person_id
"""
ORDER_SOURCES = {
    "orders": migration.Source(
        "number, person_id",
        "SELECT changed.id FROM changed",
        lock="FROM person WHERE id = NEW.person_id FOR SHARE",
        in_any_order=True,
    ),
    "person": migration.Source(
        "name_en, name_ar",
        "SELECT orders.id FROM changed JOIN orders ON orders.person_id = changed.id",
        in_any_order=True,
    ),
}


def migrate(connection: Connection) -> None:
    operations = Operations(MigrationContext.configure(connection))
    migration.upgrade(operations)
    Base.metadata.create_all(connection)
    migration.create_documents(operations)
    migration.create_triggers(operations, "order", "orders", ORDER_DOCUMENT, ORDER_SOURCES)


@pytest.fixture(scope="module")
async def database(postgres_url: str) -> AsyncIterator[Database]:
    async with fresh_database(postgres_url, "search") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(migrate)
        yield database
        await database.close()


@pytest.fixture
async def session(database: Database) -> AsyncIterator[AsyncSession]:
    async with AsyncSession(database.engine) as session:
        yield session


async def found(session: AsyncSession, words: str, where: str) -> bool:
    """Tell if the words are found in a text."""
    folded = func.search_fold(literal(where))
    return bool(await session.scalar(select(contains_words(words, folded))))


@pytest.mark.parametrize(
    ("word", "where"),
    [
        ("warehouse", "Warehouse Operations"),
        ("ware", "Warehouse Operations"),
        ("cafe", "Café"),
        ("hail", "Ḩā'il"),
        ("ahsa", "Al-Aḥsā’"),
        # Alef and hamza
        ("ادارة", "إدارة المستودعات"),
        ("أدارة", "ادارة المستودعات"),
        ("الات", "تشغيل الآلات"),
        ("مسوول", "مسؤول السلامة"),
        ("الموانيء", "إدارة الموانئ"),
        ("طواري", "خطة الطوارئ"),
        ("الاحساء", "الأحساء"),
        ("الاحسا", "الأحساء"),
        # Ta marbuta and ya
        ("سلامه", "السلامة المهنية"),
        ("سلامة", "السلامه المهنيه"),
        ("مستشفي", "مستشفى"),
        ("على", "علي"),
        # Vowel signs and the elongation stroke
        ("مستودع", "مُسْتَوْدَع"),
        ("مُسْتَوْدَعٌ", "مستودع"),
        ("رافعة", "رافعـــة شوكية"),
        ("هذا", "هٰذا"),
        # The article
        ("المستودعات", "عمليات مستودعات"),
        ("للمستودعات", "عمليات المستودعات"),
        ("والموانئ", "المطارات والموانئ"),
        ("بالموانئ", "العمل في الموانئ"),
        ("الرياض", "مدينة الرياض"),
        # Pasted text: decomposed, presentation forms, marks of direction, another keyboard
        ("ا\u0654حمد", "أحمد"),
        ("\ufefbدارة", "لادارة"),
        ("\u200fمستودع\u200e", "مستودع"),
        ("شوکیة", "شوكية"),
        # Persian and Urdu keyboards
        ("علی", "علي"),
        ("ہدیٰ", "هدى"),
        ("ہدی", "هدى"),
        ("فاطمہ", "فاطمة"),
        ("مکّہ", "مكة"),
        ("نوے", "نوي"),
        ("بھاٹ", "بهاٹ"),
        ("\ufba6دى", "هدى"),
        ("١٠١", "WHS-101"),
        ("WHS-101", "whs-١٠١"),
        ("ＷＨＳ", "WHS-101"),
        # A mobile number in any form, whole or its beginning
        ("+966500000123", "+966500000123 ITQ-2026-000001"),
        ("00966500000123", "+966500000123"),
        ("966 50 000 0123", "+966500000123"),
        ("0500000123", "+966500000123"),
        ("050 000 0123", "+966500000123"),
        ("050-000-0123", "+966500000123"),
        ("٠٥٠٠٠٠٠١٢٣", "+966500000123"),
        ("0500", "+966500000123"),
        ("500000123", "+966500000123"),
        ("0500000123 flt-110-3", "FLT-110-3 +966500000123"),
        # Words in any order
        ("qahtani  sara", "Sara Al-Qahtani"),
        ("القحطاني ساره", "سارة القحطاني"),
    ],
)
async def test_is_found(session: AsyncSession, word: str, where: str) -> None:
    assert await found(session, word, where)


@pytest.mark.parametrize(
    ("urdu", "arabic"), [("ہدیٰ رضوان", "هدى رضوان"), ("علی بے", "علي بي"), ("زھرہ", "زهرة")]
)
async def test_letters_of_urdu_keyboards_are_found_either_way(
    session: AsyncSession, urdu: str, arabic: str
) -> None:
    assert await found(session, urdu, arabic)
    assert await found(session, arabic, urdu)


@pytest.mark.parametrize(
    ("word", "where"),
    [
        ("port", "Warehouse"),
        ("%", "Warehouse"),
        ("w%e", "Warehouse"),
        ("_", "Warehouse"),
        ("％", "Warehouse"),
        ("\\", "Warehouse"),
        ("مطار", "الموانئ"),
        # Each word must be found.
        ("sara otaibi", "Sara Al-Qahtani"),
        # What would be left of them means nothing.
        ("الى", "علي"),
        ("الو", "وصول"),
    ],
)
async def test_is_not_found(session: AsyncSession, word: str, where: str) -> None:
    assert not await found(session, word, where)


@pytest.mark.parametrize("sign", ["%", "_", "\\", "％"])
async def test_a_sign_is_meant_as_it_stands(session: AsyncSession, sign: str) -> None:
    assert await found(session, f"100{sign}", f"100{sign} safe")


def test_only_the_first_words_count() -> None:
    assert split_words(" a b  c d e f g h ") == ["a", "b", "c", "d", "e", "f"]
    assert split_words(None) == split_words("  ") == []


async def test_a_row_is_found_by_any_of_its_columns_as_they_are_now(session: AsyncSession) -> None:
    session.add(Person(id=1, name_en="Sara", name_ar="سارة القحطاني", phone="+966 5٠"))
    session.add(Person(id=2, name_en="Nora", name_ar="نورة"))
    await session.flush()

    async def ids(words: str) -> list[int]:
        condition = contains_words(words, col(Person.search))
        return list((await session.scalars(select(col(Person.id)).where(condition))).all())

    assert await ids("القحطانى SARA 50") == [1]
    assert await ids("") == [1, 2]
    await session.execute(text("UPDATE person SET name_ar = 'سارة العتيبي' WHERE id = 1"))
    assert await ids("قحطاني") == []
    assert await ids("عتيبي") == [1]


async def test_words_may_stand_in_several_columns(session: AsyncSession) -> None:
    columns = [literal("sara qahtani"), literal("itq 2026 17")]
    assert await session.scalar(select(contains_words("17 sara", *columns)))
    assert not await session.scalar(select(contains_words("18 sara", *columns)))


class TestDocuments:
    async def find(self, session: AsyncSession, words: str) -> list[str]:
        condition = matches(col(Order.id), "order", words)
        assert condition is not None
        orders = select(col(Order.number)).where(condition).order_by(col(Order.number))
        return list((await session.scalars(orders)).all())

    async def test_follow_their_rows_in_the_same_transaction(self, session: AsyncSession) -> None:
        session.add(Order(number="ITQ-1", person_id=7))
        await session.flush()
        assert await self.find(session, "itq") == ["ITQ-1"]
        # A replica may come after the row that names it.
        assert await self.find(session, "سارة") == []
        session.add(Person(id=7, name_en="Sara", name_ar="سارة القحطاني"))
        await session.flush()
        assert await self.find(session, "ساره قحطاني 1") == ["ITQ-1"]
        await session.execute(text("UPDATE person SET name_en = 'Nora' WHERE id = 7"))
        assert await self.find(session, "sara") == []
        assert await self.find(session, "nora") == ["ITQ-1"]
        await session.execute(text("UPDATE orders SET number = 'ITQ-2', person_id = 8"))
        assert await self.find(session, "nora") == await self.find(session, "itq-1") == []
        await session.execute(text("UPDATE orders SET person_id = 7"))
        await session.execute(text("DELETE FROM person WHERE id = 7"))
        assert await self.find(session, "nora") == []
        assert await self.find(session, "itq-2") == ["ITQ-2"]
        await session.execute(text("DELETE FROM orders"))
        assert await session.scalar(text("SELECT count(*) FROM search_documents")) == 0

    async def test_are_not_written_by_changes_of_other_columns(self, session: AsyncSession) -> None:
        session.add(Person(id=7, name_en="Sara", name_ar="سارة"))
        session.add(Order(number="ITQ-1", person_id=7))
        await session.flush()
        written = text("SELECT xmin::text || ctid::text FROM search_documents")
        before = await session.scalar(written)
        await session.execute(text("UPDATE person SET phone = '5', name_en = 'Sara' WHERE id = 7"))
        assert await session.scalar(written) == before

    async def test_of_many_rows_are_read_once_for_each_change(self, session: AsyncSession) -> None:
        await session.execute(
            text(
                "INSERT INTO orders (id, number, person_id)"
                " SELECT gen_random_uuid(), number, number FROM generate_series(1, 500) AS number"
            )
        )
        await session.execute(text("UPDATE orders SET number = number || $$-2$$"))
        read = await session.scalar(
            text(
                "SELECT idx_tup_fetch FROM pg_stat_xact_user_tables"
                " WHERE relname = 'search_documents'"
            )
        )
        # Each change locks its document and replaces it.
        assert read <= 500 * 4

    async def test_a_whole_code_finds_its_row_alone(self, session: AsyncSession) -> None:
        session.add_all([Order(number=number, person_id=9) for number in ("ITQ-7", "ITQ-77")])
        await session.flush()
        assert await self.find(session, " itq-٧ ") == ["ITQ-7"]
        assert await self.find(session, "tq-7") == ["ITQ-7", "ITQ-77"]

    @pytest.mark.parametrize("is_new", [True, False], ids=["inserted", "updated"])
    @pytest.mark.parametrize("is_first", [True, False], ids=["person first", "order first"])
    async def test_follow_two_changes_at_once(
        self, database: Database, is_new: bool, is_first: bool
    ) -> None:
        person = (
            "INSERT INTO person (id, name_en, name_ar) VALUES (7, 'Sara', '')"
            " ON CONFLICT (id) DO UPDATE SET name_en = excluded.name_en"
        )
        order = "INSERT INTO orders (id, number, person_id) VALUES (gen_random_uuid(), 'ITQ-1', 7)"
        first, second = (person, order) if is_first else (order, person)
        async with AsyncSession(database.engine) as one, AsyncSession(database.engine) as other:
            try:
                if not is_new:
                    one.add(Person(id=7, name_en="Nora", name_ar=""))
                    await one.commit()
                await one.execute(text(first))
                waiting = asyncio.create_task(other.execute(text(second)))
                await asyncio.sleep(0.1)
                await one.commit()
                await waiting
                await other.commit()
                assert await self.find(one, "sara") == ["ITQ-1"]
            finally:
                await other.rollback()
                await one.execute(text("TRUNCATE orders, person, search_documents"))
                await one.commit()

    async def test_many_rows_of_both_sources_are_inserted_without_a_deadlock(
        self, database: Database
    ) -> None:
        order = "INSERT INTO orders (id, number, person_id) VALUES (gen_random_uuid(), '{0}', {0})"
        people = "INSERT INTO person (id, name_en, name_ar) VALUES (2, 'Sara', ''), (1, 'Nora', '')"
        async with AsyncSession(database.engine) as one, AsyncSession(database.engine) as other:
            try:
                await lock_documents(one, "order")
                await one.execute(text(order.format(1)))
                waiting = asyncio.create_task(other.execute(text(people)))
                await asyncio.sleep(0.1)
                await one.execute(text(order.format(2)))
                await one.commit()
                await waiting
                await other.commit()
                assert await self.find(one, "sara") == ["2"]
                assert await self.find(one, "nora") == ["1"]
            finally:
                await other.rollback()
                await one.execute(text("TRUNCATE orders, person, search_documents"))
                await one.commit()

    async def test_are_written_again_by_a_function(self, session: AsyncSession) -> None:
        session.add(Order(number="ITQ-1", person_id=7))
        await session.flush()
        await session.execute(text("DELETE FROM search_documents"))
        assert await self.find(session, "itq") == []
        await session.execute(text("SELECT rebuild_order_documents()"))
        assert await self.find(session, "itq") == ["ITQ-1"]

    def test_are_not_asked_without_a_word(self) -> None:
        assert matches(col(Order.id), "order", "  ") is None

    async def test_have_the_table_of_the_migration(self, database: Database) -> None:
        def compare(connection: Connection) -> list[Any]:
            metadata = MetaData()
            search_documents(metadata)
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            return [
                each
                for each in compare_metadata(context, metadata)
                if "search_documents" in str(each)
            ]

        async with database.engine.connect() as connection:
            assert await connection.run_sync(compare) == []
