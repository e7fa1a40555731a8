"""One process prepares the databases of several services."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from deploy.local.layout import ROOT

# The services with the table that their demo counts.
SERVICES = {"approvals": "requests", "notifications": "notifications"}


Environments = dict[str, dict[str, str]]


@pytest.fixture
async def environments(postgres_url: str, broker_url: str) -> AsyncIterator[Environments]:
    """The variables of two services, with an empty database for each."""
    server = await asyncpg.connect(f"{postgres_url}/postgres")
    names = {service: f"preparing_{service}" for service in SERVICES}
    for name in names.values():
        await server.execute(f"DROP DATABASE IF EXISTS {name}")
        await server.execute(f"CREATE DATABASE {name}")
    yield {
        service: {
            "ITQAN_DATABASE_URL": f"{postgres_url}/{name}",
            "ITQAN_BROKER_URL": broker_url,
            "ITQAN_DEMO": "1",
        }
        for service, name in names.items()
    }
    for name in names.values():
        await server.execute(f"DROP DATABASE {name}")
    await server.close()


def prepare(environments: Environments) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "deploy.local.preparing"],
        cwd=ROOT,
        input=json.dumps(environments),
        capture_output=True,
        text=True,
        check=True,
    )
    reports: dict[str, Any] = json.loads(done.stdout)
    return reports


async def test_each_service_has_its_own_tables_and_reports_its_own_demo(
    environments: Environments,
) -> None:
    reports = prepare(environments)
    assert set(reports) == set(SERVICES)
    for service, table in SERVICES.items():
        database = await asyncpg.connect(environments[service]["ITQAN_DATABASE_URL"])
        count = await database.fetchval(f"SELECT count(*) FROM {table}")
        tables = await database.fetchval(
            "SELECT count(*) FROM pg_tables WHERE tablename IN ('levels', 'deliveries')"
        )
        await database.close()
        assert reports[service]["said"] == f"{service}: {count} {table} of the demo are new"
        assert list(reports[service]["seconds"]) == ["migrate", "seed", "demo"]
        assert tables == 1
    again = prepare(environments)
    assert [" 0 " in again[service]["said"] for service in SERVICES] == [True, True]


async def test_the_failure_of_one_is_reported_and_the_others_go_on(
    environments: Environments,
) -> None:
    environments["approvals"]["ITQAN_DATABASE_URL"] += "_missing"
    reports = prepare(environments)
    assert "preparing_approvals_missing" in reports["approvals"]["failure"]
    assert reports["notifications"]["said"]
