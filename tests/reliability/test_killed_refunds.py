"""A process that sends a refund is killed at any time, and the provider refunds exactly once."""

import asyncio
import logging
import multiprocessing
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from uuid import UUID

import httpx
import pytest
import structlog
from kit.core.config import Environment
from kit.testing import eventually, fresh_database, running
from kit.web import migrations
from payments.config import Settings
from payments.main import app as declaration
from payments.refunds.models import Refund, RefundStatus
from payments.refunds.tasks import inquire_next, send_next

from deploy.sandboxes.paymob.app import create_app
from deploy.sandboxes.paymob.config import Behaviour
from deploy.sandboxes.paymob.config import Settings as SandboxSettings
from deploy.sandboxes.paymob.serving import serve
from services.payments.tests.factories import (
    PaymentsUnderTest,
    Sandbox,
    candidate,
    execute,
    inquire_all,
    inquire_refunds,
    list_rows,
    owe,
    refund,
    send_refunds,
    start,
    the_payment,
)

SECONDS = 0.04
"""Approximate duration of a refund on an idle machine, from claiming it to storing the provider's
answer.
"""

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([__name__])


@pytest.fixture(scope="module")
def sandbox_url() -> Iterator[str]:
    # No callback: only who sends a refund, or asks about it, learns what became of it.
    with serve(create_app(SandboxSettings(behaviour=Behaviour(loss=1)))) as url:
        yield url


@pytest.fixture(scope="module")
async def service(
    postgres_url: str, sandbox_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[PaymentsUnderTest]:
    folder: Path = tmp_path_factory.mktemp("refunds")
    async with fresh_database(postgres_url, "refunds") as database_url:
        await asyncio.to_thread(migrations.migrate, declaration, database_url)
        settings = Settings(
            env=Environment.TEST,
            database_url=database_url,
            files_url=folder.as_uri(),
            paymob_api_url=sandbox_url,
        )
        async with running(declaration, settings) as service:
            yield service


@dataclass
class Paid:
    """A payment that is refunded repeatedly."""

    service: PaymentsUnderTest
    client: httpx.AsyncClient
    provider: Sandbox
    id: UUID

    async def given_back(self) -> list[int]:
        """Return the provider's refunds in order."""
        children = (await self.provider.http.get("/sandbox/transactions")).json()
        return [each["amount_cents"] for each in children if each["is_refund"]]


@pytest.fixture
async def paid(service: PaymentsUnderTest, sandbox_url: str) -> AsyncIterator[Paid]:
    transport = httpx.ASGITransport(app=service.app)
    async with (
        httpx.AsyncClient(transport=transport, base_url="http://test/api/v1/") as client,
        Sandbox.connected(sandbox_url) as provider,
    ):
        person = candidate()
        started = await start(client, person, await owe(service, person))
        await provider.pay(started["checkout_url"])
        await inquire_all(service)
        yield Paid(service, client, provider, (await the_payment(service)).id)


async def test_a_refund_killed_at_any_moment_is_paid_once(paid: Paid, rounds: int) -> None:
    """As often as other processes die at a failpoint: 10 times, 200 in `make faults`."""
    killed: list[RefundStatus] = []
    longest = SECONDS
    while killed.count(RefundStatus.SENT) < rounds:
        assert len(killed) < 10 * rounds, "the moments are not those of a refund"
        amount = 1 + len(killed)
        answer = await refund(paid.client, paid.id, amount_minor=amount)
        assert answer.status_code == 202, answer.text
        await _die_sending(paid.service, random.uniform(0, longest))
        (*_, last) = await list_rows(paid.service, Refund)
        killed.append(last.status)
        # As long as it takes on this machine now.
        longest *= {RefundStatus.REQUESTED: 1.25, RefundStatus.DONE: 0.8}.get(last.status, 1)
        await _recover(paid.service)
        assert await paid.given_back() == list(range(1, amount + 1))
    refunds = await list_rows(paid.service, Refund)
    assert {one.status for one in refunds} == {RefundStatus.DONE}
    assert (await the_payment(paid.service)).refunded_minor == sum(range(1, len(killed) + 1))
    print(f"killed {len(killed)} times, of which {killed.count(RefundStatus.SENT)} in the refund")


async def _die_sending(service: PaymentsUnderTest, seconds: float) -> None:
    begun = _forks.Event()
    given = (service.settings.database_url, service.settings.paymob_api_url, begun)
    process = _forks.Process(target=_send, args=given, daemon=True)
    process.start()
    assert await asyncio.to_thread(begun.wait, 60)
    await asyncio.sleep(seconds)
    process.kill()
    await asyncio.to_thread(process.join)


async def _recover(service: PaymentsUnderTest) -> None:
    """Run another replica as if ten minutes had passed, when every call has ended."""
    await asyncio.sleep(0.1)

    async def done() -> bool:
        await execute(
            service,
            "UPDATE refunds SET due_at = now(), sent_at = sent_at - interval '11 minutes'"
            " WHERE status <> 'done'",
        )
        await inquire_refunds(service)
        await execute(service, "UPDATE refunds SET due_at = now() WHERE status <> 'done'")
        await send_refunds(service)
        return all(one.status is RefundStatus.DONE for one in await list_rows(service, Refund))

    await eventually(done)


def _send(database_url: str, paymob_url: str, begun: Event) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    settings = Settings(env=Environment.TEST, database_url=database_url, paymob_api_url=paymob_url)
    asyncio.run(_send_what_is_due(settings, begun))


async def _send_what_is_due(settings: Settings, begun: Event) -> None:
    async with running(declaration, settings) as service:
        # Connected, so that the moments that follow are the refund's.
        await inquire_next(service.context)
        begun.set()
        await send_next(service.context)
        await asyncio.Event().wait()
