"""A signing key leaks, or identity freezes: with identity and copies of payments as processes."""

import asyncio
import itertools
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from contracts.identity import KeysChanged
from identity.config import Settings
from identity.sign_in.signing.service import Keys, ensure_signer, list_master_secrets
from joserfc import jws, jwt
from joserfc.jwk import KeySet
from kit.database.db import Database
from kit.messaging import outbox
from kit.messaging.broadcast import BroadcastListener
from kit.messaging.broker import Broker
from kit.messaging.relay import Relay
from kit.security.auth import TokenInvalid
from kit.security.claims import ALGORITHM
from kit.security.sealed_keys import Signer
from kit.security.tokens import Verifier
from kit.testing import SIGNING_KEY, actor, eventually, fresh_database
from kit.testing.messaging import Run
from kit.web import migrations
from sqlalchemy import text

from deploy.local import ports
from deploy.local.servers import PrivateRabbit
from deploy.local.state import State

TEN_YEARS = 10 * 365 * 86400
TIME_LIMIT = 2
"""As in `kit.security.tokens`, for the one question that all wait for together."""


PASSWORD = "rotating-for-trying-out-only-1A"
PASS_TIME = text("""
    UPDATE signing_keys SET signs_at = signs_at - :minutes * interval '1 minute',
        verifies_until = verifies_until - :minutes * interval '1 minute'
""")


def key_of(token: str) -> str:
    kid: str = jws.extract_compact(token.encode()).headers()["kid"]
    return kid


@dataclass
class Copy:
    """A process of a service."""

    client: httpx.AsyncClient
    process: asyncio.subprocess.Process

    async def status(self, token: str) -> int:
        """Return the status of a request for all payments."""
        headers = {"Authorization": f"Bearer {token}"}
        return (await self.client.get("/api/v1/payments", headers=headers)).status_code

    async def accepts(self, token: str) -> bool:
        return await self.status(token) == 200

    async def sign_in(self) -> str:
        """A new token of the super-admin."""
        body = {"username": "admin", "password": PASSWORD}
        answer = await self.client.post("/api/v1/auth/login", json=body)
        assert answer.status_code == 200, answer.text
        token: str = answer.json()["access_token"]
        return token

    async def publishes(self, key_ids: set[str]) -> bool:
        document = (await self.client.get("/internal/jwks")).json()
        return {key["kid"] for key in document["keys"]} == key_ids

    async def is_ready(self) -> bool:
        try:
            return (await self.client.get("/health/ready")).status_code == 200
        except httpx.HTTPError:
            return False


@dataclass
class World:
    """Addresses of the processes."""

    folder: Path
    databases: dict[str, str]
    broker_url: str
    identity_port: int = field(default_factory=ports.choose)

    def environment(self, service: str, **more: str) -> dict[str, str]:
        return {
            **os.environ,
            "ITQAN_ENV": "test",
            "ITQAN_DATABASE_URL": self.databases[service],
            "ITQAN_BROKER_URL": self.broker_url,
            "ITQAN_JWKS_URL": f"http://127.0.0.1:{self.identity_port}/internal/jwks",
            "ITQAN_FILES_URL": f"file://{self.folder}",
            "ITQAN_LOG_LEVEL": "ERROR",
            **more,
        }

    @asynccontextmanager
    async def copy(
        self, service: str, port: int | None = None, **environment: str
    ) -> AsyncIterator[Copy]:
        port = port or ports.choose()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "uvicorn", f"{service}.main:app", "--factory",
            "--host", "127.0.0.1", "--port", str(port), "--no-access-log", "--log-level", "error",
            env=self.environment(service, **environment),
        )  # fmt: skip
        try:
            url = f"http://127.0.0.1:{port}"
            async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as client:
                copy = Copy(client, process)
                await eventually(copy.is_ready)
                yield copy
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def command(self, *arguments: str, **environment: str) -> str:
        """Run one of identity's commands; what it prints."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "kit", "identity", *arguments,
            env=self.environment("identity", **environment), stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        said, _ = await process.communicate()
        assert process.returncode == 0
        return said.decode()

    async def stolen_key(self) -> Signer:
        """Return the current signing key, as an attacker with database and environment would obtain
        it.
        """
        database = Database(self.databases["identity"], pool_size=1)
        settings = Settings(database_url=self.databases["identity"])
        async with database.transaction() as session:
            signer = await ensure_signer(session, list_master_secrets(settings))
        await database.close()
        return signer

    async def pass_time(self, minutes: int) -> None:
        """Move the keys into the past, and let every process refresh as it does each minute."""
        database = Database(self.databases["identity"], pool_size=1)
        async with database.transaction() as session:
            await session.execute(PASS_TIME, {"minutes": minutes})
            event = KeysChanged(key_id="none", revoked=False)
            await outbox.publish(session, event, sequence=1)
        await database.close()


def forge(signer: Signer, **changes: object) -> str:
    """A super-admin's token that identity has not signed."""
    who = actor("admin", roles=["super-admin"])
    payload = jwt.decode(who.token, SIGNING_KEY, algorithms=[ALGORITHM]).claims
    keys = Keys("not needed for signing")
    keys.signer = signer
    return keys.sign({**payload, "exp": int(time.time()) + 600, **changes})


@pytest.fixture
def rabbit(tmp_path: Path) -> Iterator[tuple[str, ExitStack]]:
    """A node of this test's own, and what stops it."""
    state = State.load(tmp_path / ".local")
    first = ports.choose()
    second = ports.choose({first})
    chosen = (first, second, ports.choose({first, second}))
    node = PrivateRabbit(state.data / "rabbit", *chosen, "secret")
    with ExitStack() as stack:
        stack.callback(state.wipe)
        stack.enter_context(node.running(tmp_path / "rabbit.log"))
        yield node.url, stack


@pytest.fixture
async def world(
    postgres_url: str, rabbit: tuple[str, ExitStack], tmp_path: Path
) -> AsyncIterator[World]:
    async with AsyncExitStack() as stack:
        databases = {}
        for service in ("identity", "payments"):
            url = await stack.enter_async_context(fresh_database(postgres_url, f"{service}_keys"))
            declaration = import_module(f"{service}.main").app
            await asyncio.to_thread(migrations.migrate, declaration, url)
            databases[service] = url
        yield World(tmp_path, databases, rabbit[0])


class TestBroadcast:
    async def test_every_listener_refuses_a_revoked_key(
        self, database: Database, broker: Broker, relay: Relay, run: Run
    ) -> None:
        verifiers = [Verifier(keys=KeySet([SIGNING_KEY])) for _ in range(2)]
        token = actor("admin").token
        for verifier in verifiers:
            await run(BroadcastListener("payments", broker, verifier.broadcasts))
            await verifier.verify(token)

        async def refused() -> bool:
            answers = [verifier.verify(token) for verifier in verifiers]
            found = await asyncio.gather(*answers, return_exceptions=True)
            return all(isinstance(answer, TokenInvalid) for answer in found)

        async with database.transaction() as session:
            event = KeysChanged(key_id=str(SIGNING_KEY.kid), revoked=True)
            await outbox.publish(session, event, sequence=2)
        await eventually(refused)


class TestRotation:
    async def test_replicas_change_keys_during_sign_ins_without_refusals(
        self, world: World
    ) -> None:
        first = {"ITQAN_FIRST_ADMIN": "1", "ITQAN_FIRST_ADMIN_PASSWORD": PASSWORD}
        await world.command("seed", **first)
        async with (
            world.copy("identity", world.identity_port) as one,
            world.copy("identity") as two,
            world.copy("payments") as payments,
        ):
            tokens: list[str] = []
            answers: list[int] = []

            async def go_on() -> None:
                """Sign in at both copies in turn, and use the new token and the oldest."""
                for copy in itertools.cycle((one, two)):
                    tokens.append(await copy.sign_in())
                    answers.extend([await payments.status(tokens[0]),
                                    await payments.status(tokens[-1])])  # fmt: skip

            def signed_by(key_id: str) -> bool:
                return [key_of(token) for token in tokens[-4:]] == [key_id] * 4

            going = asyncio.create_task(go_on())
            await eventually(lambda: len(tokens) >= 4)
            before = key_of(tokens[0])
            after = (await world.command("keys", "rotate")).split()[0]
            for copy in (one, two):
                await eventually(partial(copy.publishes, {before, after}))
            assert key_of(tokens[-1]) == before, "it is published before it signs"
            await world.pass_time(minutes=4)
            await eventually(lambda: signed_by(after))
            for copy in (one, two):
                assert await copy.publishes({before, after})
            tokens[0] = tokens[-1]
            # The last of what the key before has signed has expired by then.
            await world.pass_time(minutes=20)
            for copy in (one, two):
                await eventually(partial(copy.publishes, {after}))
            count = len(tokens)
            await eventually(lambda: len(tokens) >= count + 4 or going.done())
            assert not going.done()
            going.cancel()
            # Whose token it is was recognised: it is an admin who has no second factor yet.
            assert set(answers) == {403}


class TestALeakedKey:
    async def test_its_tokens_are_refused_everywhere_after_the_revocation(
        self, world: World, rabbit: tuple[str, ExitStack]
    ) -> None:
        async with (
            world.copy("identity", world.identity_port),
            world.copy("payments") as one,
            world.copy("payments") as two,
        ):

            async def are_all(token: str, status: int) -> bool:
                return [await copy.status(token) for copy in (one, two)] == [status] * 2

            leaked = await world.stolen_key()
            forged = forge(leaked)
            await eventually(lambda: are_all(forged, 200))
            assert await are_all(forge(leaked, exp=int(time.time()) + TEN_YEARS), 401)
            await world.command("keys", "revoke", leaked.id)
            await eventually(lambda: are_all(forged, 401), seconds=50)
            assert await are_all(forge(leaked), 401)

            successor = await world.stolen_key()
            assert successor.id != leaked.id
            forged = forge(successor)
            await eventually(lambda: are_all(forged, 200))
            rabbit[1].close()
            await world.command("keys", "revoke", successor.id)
            await eventually(lambda: are_all(forged, 401), seconds=180, every=0.5)
            last = forge(await world.stolen_key())
            await eventually(lambda: are_all(last, 200))


class TestAFrozenIdentity:
    async def test_a_restarted_service_uses_its_stored_keys_at_once(self, world: World) -> None:
        kept: dict[str, Any] = {"ITQAN_JWKS_FILE": str(world.folder / "keys" / "payments.json")}
        async with world.copy("identity", world.identity_port) as identity:
            tokens = [forge(await world.stolen_key()) for _ in range(20)]
            async with world.copy("payments", **kept) as copy:
                await eventually(lambda: copy.accepts(tokens[0]))
            identity.process.send_signal(signal.SIGSTOP)
            try:
                async with world.copy("payments", **kept) as copy:
                    assert await self.statuses(copy, tokens) == ({200}, True)
                async with world.copy("payments") as copy:
                    assert await self.statuses(copy, tokens) == ({503}, True)
            finally:
                identity.process.send_signal(signal.SIGCONT)

    @staticmethod
    async def statuses(copy: Copy, tokens: list[str]) -> tuple[set[int], bool]:
        """Return the statuses of all tokens, and True if they waited together instead of one after
        the other.
        """
        begun = time.monotonic()
        found = set(await asyncio.gather(*(copy.status(token) for token in tokens)))
        return found, time.monotonic() - begun < TIME_LIMIT * len(tokens) / 2
