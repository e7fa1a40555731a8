"""A replica that stops, and one whose event loop hangs, each in its own process."""

import asyncio
import signal
import sys
import textwrap
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from kit.testing import eventually
from kit.web.serving import SEEN_SECONDS
from kit.web.watchdog import HUNG_SECONDS

from deploy.local import ports

SERVER = """
    import asyncio, os, sys, time
    from contextlib import contextmanager
    from pathlib import Path
    from fastapi import FastAPI
    from kit.web import serving, watchdog
    from kit.web.app import LEAVING

    app = FastAPI()
    LEAVING.put(app, False)

    @app.get("/leaving")
    async def leaving() -> bool:
        return LEAVING.of(app)

    @app.get("/slow")
    async def slow() -> str:
        await asyncio.sleep(2)
        return "done"

    @app.post("/busy")
    async def busy() -> None:
        # Its share of a loop that many others keep turning.
        for _ in range(20):
            time.sleep(0.2)
            await asyncio.sleep(0)

    @app.post("/hang")
    async def hang() -> None:
        time.sleep(600)

    watched = watchdog.watched
    serving.watched = lambda heartbeat: watched(int(sys.argv[3]), heartbeat)
    serving.SEEN_SECONDS = float(sys.argv[2])
    heartbeat = Path(sys.argv[4]) if len(sys.argv) > 4 else None
    serving.serve(app, "127.0.0.1", int(sys.argv[1]), heartbeat)
"""


@asynccontextmanager
async def serving(
    *,
    seen_seconds: float = SEEN_SECONDS,
    hung_seconds: int = HUNG_SECONDS,
    heartbeat: Path | None = None,
) -> AsyncIterator[tuple[httpx.AsyncClient, asyncio.subprocess.Process]]:
    port = ports.choose()
    given = map(str, (port, seen_seconds, hung_seconds, *([heartbeat] if heartbeat else [])))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", textwrap.dedent(SERVER), *given, stderr=asyncio.subprocess.PIPE
    )
    url = f"http://127.0.0.1:{port}"
    try:
        async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as client:

            async def answers() -> bool:
                try:
                    return (await client.get("/leaving")).status_code == 200
                except httpx.TransportError:
                    return False

            await eventually(answers)
            yield client, process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_a_copy_that_is_stopped_serves_until_the_gateway_has_seen_it() -> None:
    async with serving() as (client, process):
        process.send_signal(signal.SIGTERM)
        stopped_at = time.monotonic()
        # Else the gateway would send one more on a connection that is about to be closed.
        await eventually(lambda: _says_close(client))
        assert await _leaves(client)
        assert await process.wait() == 0
        assert time.monotonic() - stopped_at >= SEEN_SECONDS


async def test_what_is_under_way_at_the_end_is_answered() -> None:
    async with serving() as (client, process):
        under_way = asyncio.create_task(client.get("/slow"))
        # Sent on a connection that was opened after the other one's.
        await client.get("/leaving")
        process.send_signal(signal.SIGINT)
        assert (await under_way).json() == "done"
        assert await process.wait() == 0


async def test_a_second_signal_stops_it_at_once() -> None:
    async with serving(seen_seconds=600) as (client, process):
        process.send_signal(signal.SIGTERM)
        await eventually(lambda: _leaves(client))
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.wait(), 60)


async def test_a_process_whose_event_loop_hangs_ends_itself_and_reports_where() -> None:
    async with serving(hung_seconds=2) as (client, process):
        hung = asyncio.create_task(client.post("/hang"))
        assert process.stderr
        errors = await process.stderr.read()
        assert await process.wait() == -signal.SIGKILL
        assert b" in hang" in errors
        await asyncio.gather(hung, return_exceptions=True)


async def test_a_busy_loop_beats_and_a_hung_one_does_not(tmp_path: Path) -> None:
    heartbeat = tmp_path / "hearts" / "copy-1"
    async with serving(hung_seconds=6, heartbeat=heartbeat) as (client, process):
        await eventually(heartbeat.exists)
        # Twenty seconds of work, behind which every answer waits.
        busy = [asyncio.create_task(client.post("/busy")) for _ in range(5)]
        beats = set()
        while not all(task.done() for task in busy):
            beats.add(heartbeat.read_text())
            await asyncio.sleep(0.5)
        assert len(beats) >= 5
        assert {beat.split()[0] for beat in beats if beat} == {str(process.pid)}
        hung = asyncio.create_task(client.post("/hang"))
        assert process.stderr
        await process.stderr.readuntil(b"most recent call first")
        # Its supervisor must kill it, by the same heartbeat.
        assert process.returncode is None
        last = heartbeat.read_text()
        await asyncio.sleep(2)
        assert heartbeat.read_text() == last
        process.kill()
        await asyncio.gather(hung, return_exceptions=True)


async def test_a_heartbeat_ends_with_its_process(tmp_path: Path) -> None:
    heartbeat = tmp_path / "copy-1"
    async with serving(heartbeat=heartbeat) as (_, process):
        await eventually(heartbeat.exists)
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0
        assert not heartbeat.exists()


async def test_one_that_was_only_frozen_goes_on() -> None:
    async with serving(hung_seconds=2) as (client, process):
        process.send_signal(signal.SIGSTOP)
        # As long as it would need to end itself, three times over.
        await asyncio.sleep(6)
        process.send_signal(signal.SIGCONT)
        for _ in range(3):
            assert (await client.get("/slow")).status_code == 200


async def _says_close(client: httpx.AsyncClient) -> bool:
    said: str | None = (await client.get("/leaving")).headers.get("connection")
    return said == "close"


async def _leaves(client: httpx.AsyncClient) -> bool:
    return bool((await client.get("/leaving")).json())
