"""Memory used by exports with few and many rows."""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

Message = MutableMapping[str, Any]
App = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Any
]
_OF_PROCESS = Path("/proc/self")


async def memory_of(
    app: App, path: str, query: str, headers: Mapping[str, str]
) -> tuple[int, float]:
    """Return the number of CSV lines, and the maximum growth of this process in million bytes."""
    gc.collect()
    before = _size("VmRSS")
    # Forgets how large the process has been.
    (_OF_PROCESS / "clear_refs").write_text("5")
    lines = await _read(app, path, query, headers)
    return lines, (_size("VmHWM") - before) / 1_000_000


async def _read(app: App, path: str, query: str, headers: Mapping[str, str]) -> int:
    """The client that the other cases use would gather the whole file."""
    lines = 0

    async def send(message: Message) -> None:
        nonlocal lines
        if message["type"] == "http.response.start" and message["status"] != 200:
            raise RuntimeError(f"{path}?{query}: {message['status']}")
        lines += message.get("body", b"").count(b"\n")

    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()
        asked = True
        return {"type": "http.request"}

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), text.encode()) for name, text in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    await app(scope, receive, send)
    return lines


def _size(name: str) -> int:
    """Bytes of this process, now (`VmRSS`) or at most so far (`VmHWM`)."""
    for line in (_OF_PROCESS / "status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError(f"no {name}")
