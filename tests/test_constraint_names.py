"""Migrations make the tables of the code, with its names of constraints, in all six services."""

import asyncio
from importlib import import_module

import pytest
from kit.database.db import Database
from kit.testing import fresh_database
from kit.web import migrations
from kit.web.app import Service
from sqlalchemy import text

from deploy.local.layout import SERVICES

# Without NOT NULL, which is a constraint too, and without what the kit itself makes.
NAMES = text("""
    SELECT conrelid::regclass::text, conname FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u', 'c')
    AND conrelid::regclass::text NOT IN
        ('alembic_version', 'handled_types', 'idempotency_keys', 'inbox', 'invariant_runs',
         'outbox')
""")


@pytest.mark.parametrize("name", SERVICES)
async def test_tables_equal_those_in_code(name: str, postgres_url: str) -> None:
    service: Service = import_module(f"{name}.main").app
    known = {
        (table.name, str(constraint.name))
        for table in service.metadata.tables.values()
        for constraint in table.constraints
    }
    async with fresh_database(postgres_url, f"{name}_names") as url:
        await asyncio.to_thread(migrations.migrate, service, url)
        await asyncio.to_thread(migrations.check, service, url)
        database = Database(url)
        async with database.engine.connect() as connection:
            found = {(table, given) for table, given in await connection.execute(NAMES)}
        await database.close()
    assert found == known
