"""A real server that replaces a service and records requests."""

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from kit.core.remote_address import get_client_network
from starlette.requests import Request

from deploy.local import ports

BIG = json.dumps({"data": ["the same again"] * 500}).encode()


@dataclass
class Upstream:
    """One copy of a service; `healthy` controls its health check."""

    name: str
    port: int = 0
    healthy: bool = True
    seen: list[str] = field(default_factory=list)
    """Requested paths, except health checks."""
    go_on: threading.Event = field(default_factory=threading.Event)
    """Blocks the stream's second message until set."""

    stop: Callable[[], None] = lambda: None
    """Stops the server immediately and releases its port."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "http"
        path = scope["path"]
        if path == "/health/serving":
            return await _answer(send, 200 if self.healthy else 503, b"{}")
        self.seen.append(path)
        match path.rpartition("/")[2]:
            case "stream" | "progress":
                await self._stream(send)
            case "head":
                # Catalog knows no page of this name.
                known = b"missing" not in scope["query_string"]
                await _answer(send, 200, scope["query_string"] if known else b"")
            case "big":
                await _answer(send, 200, BIG)
            case "broken":
                await _answer(send, 500, b"{}")
            case "refused":
                await _refuse(send, int(dict(scope["headers"])[b"x-status"]))
            case "policy":
                own = (b"content-security-policy", b"default-src 'none'; sandbox")
                await _answer(send, 200, b"{}", own)
            # Close without a response, as when the process is killed.
            case "dies":
                send.__self__.transport.abort()
            case "dies-once" if self.seen.count(path) == 1:
                send.__self__.transport.abort()
            case "hangs":
                await asyncio.to_thread(self.go_on.wait)
            case _:
                await self._report(scope, receive, send)
        return None

    async def _report(self, scope: Any, receive: Any, send: Any) -> None:
        size = 0
        while True:
            message = await receive()
            size += len(message.get("body", b""))
            if not message.get("more_body"):
                break
        headers = {key.decode(): value.decode() for key, value in scope["headers"]}
        report = {
            "service": self.name,
            "path": scope["path"],
            "size": size,
            "headers": headers,
            "network": await get_client_network(Request(scope)),
        }
        await _answer(send, 200, json.dumps(report).encode())

    async def _stream(self, send: Any) -> None:
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [(b"content-type", b"text/event-stream")],
            }
        )
        await send({"type": "http.response.body", "body": b"data: first\n\n", "more_body": True})
        await asyncio.to_thread(self.go_on.wait)
        await send({"type": "http.response.body", "body": b"data: second\n\n"})


async def _refuse(send: Any, status: int) -> None:
    """Respond with a problem document as a service does."""
    body = json.dumps({"status": status, "code": "services.own"}).encode()
    headers = [(b"content-type", b"application/problem+json"), (b"retry-after", b"77")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _answer(send: Any, status: int, body: bytes, *more: tuple[bytes, bytes]) -> None:
    headers = [
        (b"content-type", b"application/json"),
        (b"x-request-id", b"id-from-the-service"),
        *more,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def running(name: str) -> Iterator[Upstream]:
    """Run a copy until the block ends."""
    upstream = Upstream(name)
    # Reserve the port, so that no other process answers there after this server stops.
    upstream.port = ports.choose()
    listener = socket.create_server(("127.0.0.1", upstream.port))
    server = uvicorn.Server(
        uvicorn.Config(
            upstream,
            log_level="warning",
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=1,
            # Longer than the gateway's 90 s keep-alive.
            timeout_keep_alive=600,
            loop="asyncio",
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)

    def stop() -> None:
        server.should_exit = True
        upstream.go_on.set()
        thread.join()
        listener.close()

    upstream.stop = stop
    thread.start()
    try:
        yield upstream
    finally:
        stop()
