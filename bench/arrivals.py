"""Open-loop load generator: send requests when they are due, whether earlier ones were answered or
not.

Latency is measured from the due time, so waiting is not hidden. `python -m bench.arrivals FILE`
reads one request per line and prints the result of each. It is a separate process with little work
per request, so that it is not the bottleneck.
"""

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

GIVE_UP_SECONDS = 60.0


class Arrival(NamedTuple):
    """A request, and when it is due: seconds after the first."""

    kind: str
    due: float
    method: str
    path: str
    headers: Mapping[str, str]
    body: str


class Outcome(NamedTuple):
    """Result of a request; the status is 0 without an answer."""

    kind: str
    seconds: float
    status: int
    late: float
    """Seconds by which it was sent too late, which are this program's or the machine's."""


def main(file: str) -> None:
    """Send the file's requests to the address in its first line."""
    address, *lines = Path(file).read_text().splitlines()
    arrivals = [Arrival(*json.loads(line)) for line in lines]
    for outcome in asyncio.run(_send_all(address, arrivals)):
        sys.stdout.write(json.dumps(outcome) + "\n")


async def _send_all(address: str, arrivals: list[Arrival]) -> list[Outcome]:
    target = urlsplit(address)
    assert target.hostname
    assert target.port
    people = _Connections(target.hostname, target.port)
    clock = asyncio.get_running_loop().time
    # What is sent is made beforehand.
    sent = [(arrival, _request(arrival, target.netloc)) for arrival in arrivals]
    began, tasks = clock() + 0.1, []
    for arrival, request in sent:
        due = began + arrival.due
        await asyncio.sleep(max(0.0, due - clock()))
        tasks.append(asyncio.create_task(people.send(arrival.kind, request, due)))
    return list(await asyncio.gather(*tasks))


def _request(arrival: Arrival, host: str) -> bytes:
    body = arrival.body.encode()
    headers = {
        "Host": host,
        "Accept-Encoding": "gzip",
        **({"Content-Type": "application/json"} if body else {}),
        **({"Content-Length": str(len(body))} if arrival.method == "POST" else {}),
        **arrival.headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{arrival.method} {arrival.path} HTTP/1.1\r\n{head}\r\n".encode() + body


class _Connections:
    """As many as there are requests under way."""

    def __init__(self, host: str, port: int) -> None:
        self._address = host, port
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._clock = asyncio.get_running_loop().time

    async def send(self, kind: str, request: bytes, due: float) -> Outcome:
        """Send it now; its time counts from when it was due."""
        late = self._clock() - due
        status = 0
        try:
            async with asyncio.timeout(GIVE_UP_SECONDS):
                reader, writer = (
                    self._idle.pop()
                    if self._idle
                    else await asyncio.open_connection(*self._address)
                )
                writer.write(request)
                status = await _answer(reader)
                self._idle.append((reader, writer))
        except (OSError, EOFError, ValueError):
            # Nothing came, or only a part.
            status = 0
        return Outcome(kind, self._clock() - due, status, late)


async def _answer(reader: asyncio.StreamReader) -> int:
    """The status of an answer that is read to its end."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    first, *lines = head.split("\r\n")
    headers: dict[str, Any] = dict(line.split(": ", 1) for line in lines if line)
    status = int(first.split()[1])
    if headers.get("transfer-encoding") == "chunked":
        while size := int(await reader.readuntil(b"\r\n"), 16):
            await reader.readexactly(size + 2)
        await reader.readuntil(b"\r\n")
    elif status not in {204, 304}:
        await reader.readexactly(int(headers["content-length"]))
    return status


if __name__ == "__main__":
    main(sys.argv[1])
