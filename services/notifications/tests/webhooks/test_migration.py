"""Secrets that were stored readable are sealed."""

import asyncio

import pytest
from alembic import command
from kit.database.db import Database, new_id
from kit.testing import fresh_database
from kit.web import migrations
from notifications.config import Settings
from notifications.main import app
from notifications.webhooks.secrets import unseal_secret
from sqlalchemy import text

BEFORE, AFTER = "3369261c747f", "6b1f04d9e7a2"


async def test_secrets_are_sealed(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with fresh_database(postgres_url, "notifications_sealed") as url:
        monkeypatch.setenv("ITQAN_DATABASE_URL", url)
        await asyncio.to_thread(command.upgrade, migrations._config(app, url), BEFORE)
        database, endpoint_id = Database(url), new_id()
        async with database.engine.begin() as connection:
            await connection.execute(
                text(
                    "INSERT INTO webhook_endpoints (id, organization_id, url, events, active,"
                    " secret, version) VALUES (:id, :id, '', '{}', true, 'readable', 1)"
                ),
                {"id": endpoint_id},
            )
        await asyncio.to_thread(command.upgrade, migrations._config(app, url), AFTER)
        async with database.engine.begin() as connection:
            rows = await connection.execute(
                text("SELECT sealed_secret, previous_sealed_secret FROM webhook_endpoints")
            )
            sealed, previous = rows.one()
        await database.close()
        assert unseal_secret(Settings().sealing_secrets, endpoint_id, sealed) == "readable"
        assert previous is None
