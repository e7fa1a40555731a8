"""A bad network between browsers and the gateway for tests: responses are late or lost.

Each connection carries one request, since browsers retry lost ones on reused connections. API
requests are forwarded at once; then the response is delayed, or the connection is reset. Streams
and app files pass unchanged.
"""

import asyncio
import random
import re
import socket
import struct
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

CUT_EVERY = 10
LONGEST_DELAY = 3.0
"""In seconds."""
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_CONNECTION = re.compile(rb"\r\nconnection:[^\r]*", re.IGNORECASE)
_RESET = struct.pack("ii", 1, 0)
"""Value of SO_LINGER that resets a connection when it is closed."""


@dataclass
class Degradation:
    """Delays and losses of responses.

    The seed decides them by a request's route and number, independently of other clients.
    """

    seed: int
    counts: Counter[str] = field(default_factory=Counter)
    cut: int = 0

    def choose(self, method: str, path: str) -> float | None:
        """Seconds by which the answer is late; None when it is lost.

        Each tenth of a route is lost. Of writes that is the first: most are made only once.
        """
        route = f"{method} {_ID.sub('*', path)}"
        number = self.counts[route]
        self.counts[route] += 1
        lost = random.Random(f"{self.seed} {route}").randrange(CUT_EVERY) if method == "GET" else 0
        if number % CUT_EVERY == lost:
            self.cut += 1
            print(f"  cut: call {number + 1} of {route}", flush=True)
            return None
        return random.Random(f"{self.seed} {route} {number}").uniform(0, LONGEST_DELAY)


@contextmanager
def degrading(port: int, gateway_port: int, seed: int) -> Iterator[Degradation]:
    """Listen on `port` within the block and pass everything on to the gateway."""
    degradation = Degradation(seed)
    loop = asyncio.new_event_loop()
    # The event loop alone does not keep them from being collected.
    calls: set[asyncio.Task[None] | None] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        call = asyncio.current_task()
        calls.add(call)
        # Streams of Python 3.11 report a cancelled call as an error of theirs.
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await _pass_on(reader, writer, gateway_port, degradation)
        writer.close()
        calls.discard(call)

    server = loop.run_until_complete(asyncio.start_server(serve, "localhost", port))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield degradation
    finally:
        asyncio.run_coroutine_threadsafe(_end(server, calls), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(server: asyncio.Server, calls: set[asyncio.Task[None] | None]) -> None:
    """Take no more connections and end those that are open."""
    server.close()
    left = [call for call in calls if call]
    for call in left:
        call.cancel()
    await asyncio.gather(*left, return_exceptions=True)


async def _pass_on(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    gateway_port: int,
    degradation: Degradation,
) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    method, target, _ = head.decode("latin-1").split(" ", 2)
    path = target.partition("?")[0]
    answers, requests = await asyncio.open_connection("127.0.0.1", gateway_port)
    sending = asyncio.create_task(_send(reader, requests))
    try:
        requests.write(_CONNECTION.sub(b"", head)[:-2] + b"connection: close\r\n\r\n")
        if path.startswith("/api/"):
            answer = await answers.readuntil(b"\r\n\r\n")
            if b"text/event-stream" not in answer.lower():
                answer += await answers.read()
                delay = degradation.choose(method, path)
                if delay is None:
                    _reset(writer)
                    return
                await asyncio.sleep(delay)
            writer.write(answer)
        await _pump(answers, writer)
    finally:
        sending.cancel()
        requests.close()


async def _send(reader: asyncio.StreamReader, requests: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        await _pump(reader, requests)
    # A browser that goes away ends its call.
    requests.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()


def _reset(writer: asyncio.StreamWriter) -> None:
    connection: socket.socket = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    writer.transport.abort()
