"""Load places in bulk: insert new ones and update unedited ones.

Rows changed or deleted by an admin are kept as they are.
"""

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any
from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession
from sqlalchemy import ARRAY, Uuid, bindparam, func, select
from sqlmodel import col

from catalog.batches.events import publish_batches
from catalog.batches.models import Batch
from catalog.pages.models import PageSlug, PageVersion
from catalog.pages.schemas import PageContent
from catalog.reference.adapters.places import CityRow, CountryRow, StateRow

# In order of their foreign keys.
_TABLES: tuple[tuple[str, type[Any]], ...] = (
    ("countries", CountryRow),
    ("states", StateRow),
    ("cities", CityRow),
)


async def load_places(
    session: AsyncSession,
    countries: Iterable[CountryRow],
    states: Iterable[StateRow],
    cities: Iterable[CityRow],
) -> int:
    """Load all three within the transaction; return the number of new and changed rows.

    Batches in a renamed city are published again.
    """
    updated: dict[str, list[UUID]] = {}
    changed = 0
    for (table, row), rows in zip(_TABLES, (countries, states, cities), strict=True):
        updated[table], inserted = await _load_table(session, table, row._fields, rows)
        changed += len(updated[table]) + inserted
    if updated["cities"]:
        # One array, as a statement has at most 32,767 parameters.
        renamed = bindparam("cities", updated["cities"], ARRAY(Uuid))
        await publish_batches(session, col(Batch.city_id) == func.any(renamed))
    return changed


async def _load_table(
    session: AsyncSession, table: str, columns: tuple[str, ...], rows: Iterable[Any]
) -> tuple[list[UUID], int]:
    """Copy the rows to a temporary table, then update and insert with one statement each.

    Returns the IDs of updated rows and the number of new ones.
    """
    connection = await session.connection()
    names = ", ".join(columns)
    values = ", ".join(f"loaded.{column}" for column in columns)
    await connection.exec_driver_sql(
        f"CREATE TEMPORARY TABLE loaded ON COMMIT DROP AS SELECT {names} FROM {table} LIMIT 0"  # noqa: S608 - names of our own
    )
    # COPY is specific to asyncpg; the previous statement has begun the transaction.
    driver: Any = (await connection.get_raw_connection()).driver_connection
    await driver.copy_records_to_table("loaded", records=rows, columns=columns)
    updated = await connection.exec_driver_sql(f"""
        UPDATE {table} SET ({names}) = ROW({values}) FROM loaded
        WHERE {table}.id = loaded.id AND {table}.edited_at IS NULL
          AND ({", ".join(f"{table}.{column}" for column in columns)})
              IS DISTINCT FROM ({values})
        RETURNING {table}.id
    """)  # noqa: S608 - names of our own
    # A unique code that an admin has given to another row wins over the loaded row.
    inserted = await connection.exec_driver_sql(f"""
        INSERT INTO {table} ({names}, active)
        SELECT {values}, true FROM loaded
        WHERE NOT EXISTS (SELECT FROM removed_references r WHERE r.id = loaded.id)
          AND {_references_exist(table)}
        ON CONFLICT DO NOTHING
    """)  # noqa: S608 - names of our own
    await connection.exec_driver_sql("DROP TABLE loaded")
    return list(updated.scalars()), inserted.rowcount


def _references_exist(table: str) -> str:
    """Skip rows whose country or state an admin has deleted."""
    in_country = "EXISTS (SELECT FROM countries c WHERE c.id = loaded.country_id)"
    in_state = (
        "(loaded.state_id IS NULL OR EXISTS (SELECT FROM states s WHERE s.id = loaded.state_id))"
    )
    return {
        "countries": "true",
        "states": in_country,
        "cities": f"{in_country} AND {in_state}",
    }[table]


def read_page_content(slug: PageSlug) -> PageContent:
    """Return the initial content of a page, from `texts/<slug>.toml`."""
    text = files("catalog.reference").joinpath("texts", f"{slug}.toml").read_text("utf-8")
    return PageContent.model_validate(tomllib.loads(text))


async def load_pages(session: AsyncSession) -> int:
    """Publish the first version of each page without one; return their number."""
    there = set(await session.scalars(select(col(PageVersion.slug)).distinct()))
    missing = [slug for slug in PageSlug if slug not in there]
    now = await db.now(session)
    for slug in missing:
        content = read_page_content(slug).model_dump(mode="json")
        session.add(PageVersion(slug=slug, number=1, publish_at=now, **content))
    return len(missing)
