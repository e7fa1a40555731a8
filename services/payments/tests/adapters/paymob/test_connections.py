"""The provider closes a kept-alive connection just as the next call uses it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from payments.adapters.paymob.client import connect
from payments.config import Settings

from services.payments.tests.factories import PaymentsUnderTest, Sandbox, candidate, owe, start

ANSWER = {"id": 7, "order": {"id": 1}, "amount_cents": 5, "currency": "SAR", "integration_id": 1,
          "success": True, "pending": False, "is_refund": True}  # fmt: skip


@asynccontextmanager
async def provider() -> AsyncIterator[tuple[str, list[str]]]:
    """Run a server that processes a connection's first call and closes at the second's headers.

    Yield its URL and the calls it processed.
    """
    done: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].partition("\r")[0] or 0)
        await reader.readexactly(length)
        done.append(head.split()[1])
        body = json.dumps(ANSWER).encode()
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: keep-alive\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        )
        await writer.drain()
        await reader.read(1)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield f"http://127.0.0.1:{port}", done


async def test_no_call_reuses_a_connection() -> None:
    async with provider() as (url, done):
        settings = Settings(database_url="postgresql://nobody@127.0.0.1/none", paymob_api_url=url)
        async with connect(settings) as paymob:
            for _ in range(3):
                assert (await paymob.refund(7, 5)).id == 7
        assert done == ["/api/acceptance/void_refund/refund"] * 3


async def test_opening_a_page_is_repeated_after_a_broken_connection(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    person = candidate()
    charge = await owe(service, person)
    await sandbox.fail("intention", "cut_answer")
    started = await start(client, person, charge)
    first, second = await sandbox.intentions()
    assert first["special_reference"] != second["special_reference"]
    assert second["client_secret"] in started["checkout_url"]
