"""The service as a process, killed between its own commits and the provider's calls.

No broker runs: payments do not depend on one.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import httpx
import pytest
from fastapi import FastAPI
from joserfc.jwk import KeySet
from kit.database.db import Database, new_id, utc_now
from kit.messaging import inbox
from kit.messaging.envelope import Meta
from kit.testing import SIGNING_KEY, Actor, actor, eventually, fresh_database
from kit.web import migrations
from payments.handlers import HANDLERS
from payments.main import app as declaration

from deploy.local import ports
from deploy.sandboxes.paymob.serving import serve
from services.payments.tests.conftest import SANDBOX_PORT
from services.payments.tests.factories import PRICE, Sandbox, build_request, candidate

KILLED = 9


@pytest.fixture(scope="module")
def keys_url() -> Iterator[str]:
    """Serve identity's public keys, the only data payments fetches from identity."""
    identity = FastAPI()

    @identity.get("/internal/jwks")
    async def jwks() -> dict[str, object]:
        return {**KeySet([SIGNING_KEY]).as_dict(private=False), "revocations": []}

    with serve(identity) as url:
        yield f"{url}/internal/jwks"


@dataclass
class Machine:
    """Runs processes of the service on one database."""

    database_url: str
    keys_url: str
    folder: Path

    @asynccontextmanager
    async def process(
        self, failpoint: str = ""
    ) -> AsyncIterator[tuple[httpx.AsyncClient, asyncio.subprocess.Process]]:
        """Yield a running process with a client, and stop it afterwards if it is alive."""
        port = ports.choose()
        environment = {
            **os.environ,
            "ITQAN_ENV": "test",
            "ITQAN_DATABASE_URL": self.database_url,
            "ITQAN_BROKER_URL": f"amqp://nobody@127.0.0.1:{ports.choose()}/",
            "ITQAN_JWKS_URL": self.keys_url,
            "ITQAN_FILES_URL": f"file://{self.folder}",
            "ITQAN_PUBLIC_URL": f"http://127.0.0.1:{port}",
            "ITQAN_PAYMOB_API_URL": f"http://127.0.0.1:{SANDBOX_PORT}",
            # The failpoint is reached, however slow the sandbox is.
            "ITQAN_PAYMOB_TIMEOUT_SECONDS": "20",
            "ITQAN_FAILPOINT": failpoint,
            "ITQAN_LOG_LEVEL": "ERROR",
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "kit", "payments", "serve", "--port", str(port),
            env=environment,
        )  # fmt: skip
        try:
            url = f"http://127.0.0.1:{port}"
            async with httpx.AsyncClient(base_url=url, timeout=30, trust_env=False) as client:

                async def ready() -> bool:
                    try:
                        return (await client.get("/health/ready")).status_code == 200
                    except httpx.HTTPError:
                        return False

                await eventually(ready, seconds=60)
                yield client, process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def query(self, statement: str) -> object:
        """Return the single value of a statement."""
        connection = await asyncpg.connect(self.database_url)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    async def is_paid(self) -> bool:
        return await self.query("SELECT status FROM charges") == "paid"

    async def owe(self, person: Actor) -> str:
        """Create an enrollment charge for the person and return its ID."""
        event = build_request(person)
        meta = Meta(new_id(), utc_now(), 1, "enrollment", event.subject)
        database = Database(self.database_url, pool_size=1)
        await inbox.handle_once(database, HANDLERS, event, meta)
        await database.close()
        return str(await self.query("SELECT id FROM charges"))


@pytest.fixture
async def machine(postgres_url: str, keys_url: str, tmp_path: Path) -> AsyncIterator[Machine]:
    async with fresh_database(postgres_url, "payments_process") as database_url:
        await asyncio.to_thread(migrations.migrate, declaration, database_url)
        yield Machine(database_url, keys_url, tmp_path)


async def start_payment(client: httpx.AsyncClient, person: Actor, charge_id: str) -> httpx.Response:
    return await client.post(f"/api/v1/charges/{charge_id}/payments", headers=person.headers)


class TestKilled:
    async def test_between_the_provider_and_the_books_when_a_payment_starts(
        self, machine: Machine, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge_id = await machine.owe(person)
        async with machine.process("payments.after_intention") as (client, process):
            with pytest.raises(httpx.HTTPError):
                answer = await start_payment(client, person, charge_id)
                pytest.fail(f"answered {answer.status_code}: {answer.text}")
            assert await process.wait() == KILLED
        (lost,) = await sandbox.intentions()
        assert await machine.query("SELECT status FROM payments") == "created"

        await sandbox.pay_intention(lost["id"])
        async with machine.process() as (client, _):
            await machine.query("UPDATE payments SET next_inquiry_at = now() RETURNING 1")
            await eventually(machine.is_paid)
            again = await start_payment(client, person, charge_id)
            assert (again.status_code, again.json()["code"]) == (409, "charge.already_paid")

    async def test_between_the_provider_and_the_books_when_a_refund_is_sent(
        self, machine: Machine, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge_id = await machine.owe(person)
        async with machine.process("refunds.after_call") as (client, process):
            started = (await start_payment(client, person, charge_id)).json()
            await sandbox.pay(started["checkout_url"])
            await eventually(machine.is_paid)
            admin = actor("admin", roles=["super-admin"])
            answer = await client.post(
                f"/api/v1/payments/{started['payment_id']}/refunds",
                json={"reason": "The batch moved"},
                headers=admin.headers,
            )
            assert answer.status_code == 202, answer.text
            async with asyncio.timeout(60):
                assert await process.wait() == KILLED
        assert await machine.query("SELECT status FROM refunds") == "sent"

        async with machine.process():
            await machine.query("UPDATE refunds SET due_at = now() RETURNING 1")

            async def returned() -> bool:
                return await machine.query("SELECT refunded_minor FROM charges") == PRICE

            await eventually(returned, seconds=60)
        (intention,) = await sandbox.intentions()
        seen = (await sandbox.http.get(f"/sandbox/intentions/{intention['id']}")).json()
        assert len(seen["transactions"]) == 2, "the refund was sent once"
