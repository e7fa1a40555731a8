"""The service with a real database, called over HTTP by the provider's sandbox."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta, timezone
from functools import partial

import httpx
import pytest
import uvicorn
from kit.testing import eventually, service_fixtures
from payments.charges.models import Charge
from payments.refunds import service as refunds

from deploy.local import ports
from deploy.sandboxes.paymob.app import create_app
from deploy.sandboxes.paymob.config import Behaviour, Settings
from deploy.sandboxes.paymob.serving import KEEP_ALIVE_SECONDS, serve
from services.payments.tests.factories import (
    Pay,
    PaymentsUnderTest,
    Sandbox,
    candidate,
    get_charge,
    owe,
    settle_all,
    start,
)

PORT = ports.choose()
SANDBOX_PORT = ports.choose()

service, client, session, queries, clean = service_fixtures(
    "payments",
    public_url=f"http://127.0.0.1:{PORT}",
    paymob_api_url=f"http://127.0.0.1:{SANDBOX_PORT}",
    paymob_checkout_url=f"http://127.0.0.1:{SANDBOX_PORT}/unifiedcheckout/",
    paymob_timeout_seconds=20,
)


@pytest.fixture
def impatient(service: PaymentsUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the provider timeout to two seconds, for tests of late answers."""
    monkeypatch.setattr(service.settings, "paymob_timeout_seconds", 2)


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a timezone where it is noon now, so that no test crosses midnight."""
    here = timezone(timedelta(hours=12 - datetime.now(UTC).hour))
    monkeypatch.setattr(refunds, "RIYADH", here)


@pytest.fixture(scope="session")
def sandbox_url() -> Iterator[str]:
    settings = Settings(behaviour=Behaviour(delay_ms=0))
    with serve(create_app(settings), SANDBOX_PORT) as url:
        yield url


class _Server(uvicorn.Server):
    """Server that leaves signal handling to pytest."""

    def install_signal_handlers(self) -> None:
        return


@pytest.fixture(scope="session")
async def served(service: PaymentsUnderTest) -> AsyncIterator[None]:
    """Serve the API at its public address, so webhooks reach it."""
    config = uvicorn.Config(
        service.app,
        host="127.0.0.1",
        port=PORT,
        lifespan="off",
        log_level="warning",
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
    )
    server = _Server(config)
    task = asyncio.create_task(server._serve())
    await eventually(lambda: server.started)
    yield
    server.should_exit = True
    await task


@pytest.fixture
async def sandbox(
    sandbox_url: str, service: PaymentsUnderTest, served: None
) -> AsyncIterator[Sandbox]:
    async with Sandbox.connected(sandbox_url, partial(settle_all, service)) as sandbox:
        await sandbox.forget()
        yield sandbox


@pytest.fixture
def pay(service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox) -> Pay:
    async def run() -> Charge:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        before = len(await sandbox.callbacks())
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered(before + 1)
        return await get_charge(service, charge.subject_id)

    return run
