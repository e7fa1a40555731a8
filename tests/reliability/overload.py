"""Five times as many reads as a replica of payments can answer.

Its goodput stays, and the supervisor does not consider it hung. It is part of `make faults` only,
since it measures.

Goodput is counted per second of the replica's CPU, so that other processes do not count against it.
The load generator costs little: it writes one prepared request, reads only status and length, and
opens a connection only if all others are waiting.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from deploy.local import hung, memory
from services.payments.tests.factories import build_request, candidate
from tests.reliability.paying import request_charges
from tests.reliability.served import copies_served

CHARGES = 20
"""On a person's page of payments, which is the read."""
OVERLOAD = 5
CLIENTS = 16
"""They ask again after each answer, and keep a copy busy without refusals."""
CLOSED_SECONDS = 6.0
OPEN_SECONDS = hung.EVERY_SECONDS * (hung.QUIET_LOOKS + 2)
"""Longer than a copy may be quiet before it is killed."""
SETTLE_SECONDS = 1.0
"""Left out at the beginning of each load."""
TICK_SECONDS = 0.005


class _Connection(asyncio.Protocol):
    """One request at a time over a connection that is kept."""

    def __init__(self, request: bytes, answered: Callable[["_Connection", int], None]) -> None:
        self._request = request
        self._answered = answered
        self._transport: asyncio.Transport | None = None
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.send()

    def send(self) -> None:
        assert self._transport is not None
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found:
            return
        _, _, length = head.lower().partition(b"content-length: ")
        if len(body) == int(length.partition(b"\r\n")[0]):
            self._received = b""
            self._answered(self, int(head[9:12]))

    def connection_lost(self, exc: Exception | None) -> None:
        self._answered(self, 0)


class Goodput(NamedTuple):
    """Reads that were answered with 200."""

    per_second: float
    per_cpu_second: float


class Load:
    """Sends one request to a copy again and again, and remembers the answers."""

    def __init__(self, url: str, headers: dict[str, str], pid: int) -> None:
        parts = urlsplit(url)
        assert parts.hostname and parts.port
        self._address = parts.hostname, parts.port
        lines = [f"GET {parts.path} HTTP/1.1", f"host: {parts.netloc}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self._request = "\r\n".join([*lines, "", ""]).encode()
        self._pid = pid
        self.answers: list[tuple[int, float]] = []

    async def close_loop(self, clients: int, seconds: float) -> Goodput:
        """Ask again after each answer."""
        began = time.monotonic()

        def answered(connection: _Connection, status: int) -> None:
            self._note(status)
            if time.monotonic() < began + seconds:
                connection.send()

        for _ in range(clients):
            await self._connect(answered)
        measured = asyncio.create_task(self._measure(seconds))
        await asyncio.sleep(seconds)
        return await measured

    async def open_loop(self, rate: float, seconds: float) -> Goodput:
        """Ask on schedule, however many wait."""
        began = time.monotonic()
        idle: list[_Connection] = []

        def answered(connection: _Connection, status: int) -> None:
            self._note(status)
            if status:
                idle.append(connection)

        sent = 0
        measured = asyncio.create_task(self._measure(seconds))
        async with asyncio.TaskGroup() as connecting:
            while (elapsed := time.monotonic() - began) < seconds:
                for _ in range(round(rate * elapsed) - sent):
                    sent += 1
                    if idle:
                        idle.pop().send()
                    else:
                        connecting.create_task(self._connect(answered))
                await asyncio.sleep(TICK_SECONDS)
        return await measured

    async def _connect(self, answered: Callable[[_Connection, int], None]) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: _Connection(self._request, answered), *self._address)

    def _note(self, status: int) -> None:
        self.answers.append((status, time.monotonic()))

    async def _measure(self, seconds: float) -> Goodput:
        await asyncio.sleep(SETTLE_SECONDS)
        began, cpu = time.monotonic(), memory.tree_cpu_seconds(self._pid)
        await asyncio.sleep(seconds - SETTLE_SECONDS)
        ended, used = time.monotonic(), memory.tree_cpu_seconds(self._pid) - cpu
        good = sum(status == 200 and began <= at < ended for status, at in self.answers)
        return Goodput(good / (ended - began), good / used)


async def test_goodput_stays_at_80_percent_at_five_times_capacity(
    postgres_url: str, tmp_path: Path
) -> None:
    async with copies_served(postgres_url, tmp_path, count=1) as served:
        person = candidate()
        await request_charges(served, [build_request(person) for _ in range(CHARGES)])
        [copy] = served.copies
        assert copy.health_url
        url = copy.health_url.replace("/health/ready", "/api/v1/charges")
        pid = served.pid(copy)
        load, flood = Load(url, person.headers, pid), Load(url, person.headers, pid)
        with hung.watching(served.supervisor, lambda: served.copies):
            before = await load.close_loop(CLIENTS, CLOSED_SECONDS)
            goodput = await flood.open_loop(OVERLOAD * before.per_second, OPEN_SECONDS)
            await asyncio.sleep(SETTLE_SECONDS)
            after = await load.close_loop(CLIENTS, CLOSED_SECONDS)
            assert served.pid(copy) == pid
        answers = Counter(status for status, _ in flood.answers)
        assert {status for status, _ in load.answers} == {200}
        assert set(answers) == {200, 503}
    print(f"at most {before} and {after}, at {OVERLOAD} times that {goodput}: {answers}")
    most = (before.per_cpu_second + after.per_cpu_second) / 2
    assert goodput.per_cpu_second >= 0.8 * most
