"""Loading places in bulk: new ones are added, and those that nobody has edited are brought up to
date. What an admin changed or deleted stays as the admin left it."""

from collections.abc import Iterable
from typing import Any

import asyncpg

from catalog.reference.places import CityRow, CountryRow, StateRow

# The order in which their references allow loading them.
_TABLES: tuple[tuple[str, type[Any]], ...] = (
    ("countries", CountryRow),
    ("states", StateRow),
    ("cities", CityRow),
)


async def load_places(
    connection: asyncpg.Connection,
    countries: Iterable[CountryRow],
    states: Iterable[StateRow],
    cities: Iterable[CityRow],
) -> int:
    """Load all three within the connection's transaction; how many rows were new or changed."""
    changed = 0
    for (table, row), rows in zip(_TABLES, (countries, states, cities), strict=True):
        changed += await _load(connection, table, row._fields, rows)
    return changed


async def _load(
    connection: asyncpg.Connection, table: str, columns: tuple[str, ...], rows: Iterable[Any]
) -> int:
    """Copy the rows beside the table, then update and insert with one statement each."""
    names = ", ".join(columns)
    values = ", ".join(f"loaded.{column}" for column in columns)
    await connection.execute(
        f"CREATE TEMPORARY TABLE loaded ON COMMIT DROP AS SELECT {names} FROM {table} LIMIT 0"  # noqa: S608 - names of our own
    )
    await connection.copy_records_to_table("loaded", records=rows, columns=columns)
    updated = await connection.execute(f"""
        UPDATE {table} SET ({names}) = ROW({values}) FROM loaded
        WHERE {table}.id = loaded.id AND {table}.edited_at IS NULL
          AND ({", ".join(f"{table}.{column}" for column in columns)})
              IS DISTINCT FROM ({values})
    """)  # noqa: S608 - names of our own
    # A unique code that an admin has given to another row wins over the loaded row.
    inserted = await connection.execute(f"""
        INSERT INTO {table} ({names}, active)
        SELECT {values}, true FROM loaded
        WHERE NOT EXISTS (SELECT FROM removed_references r WHERE r.id = loaded.id)
          AND {_references_exist(table)}
        ON CONFLICT DO NOTHING
    """)  # noqa: S608 - names of our own
    await connection.execute("DROP TABLE loaded")
    return _count(updated) + _count(inserted)


def _references_exist(table: str) -> str:
    """Nothing is loaded into a country or state that an admin has deleted."""
    in_country = "EXISTS (SELECT FROM countries c WHERE c.id = loaded.country_id)"
    in_state = (
        "(loaded.state_id IS NULL OR EXISTS (SELECT FROM states s WHERE s.id = loaded.state_id))"
    )
    return {
        "countries": "true",
        "states": in_country,
        "cities": f"{in_country} AND {in_state}",
    }[table]


def _count(status: str) -> int:
    """The rows of a command tag such as `INSERT 0 249`."""
    return int(status.rsplit(" ", 1)[-1])
