"""Delay from the commit of a notification until an open browser shows it.

The whole system runs with demo data, while people read the catalogue.
`python -m bench.notify_latency` runs it alone. The browser shares the machine and the clock with
everything else.
"""

import asyncio
import shutil
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, redirect_stdout
from io import StringIO
from uuid import UUID

from kit.database.db import Database
from kit.messaging.broker import Broker
from kit.messaging.relay import Relay
from notifications.notifications.service import notify

from bench import cpu
from bench.notices import VISIBLE_TARGET, a_notice, verdict
from bench.readers import people_reading
from deploy.local import build, ports
from deploy.local.layout import ROOT, node
from deploy.local.options import Options
from deploy.local.scratch import scratch_state
from deploy.local.steps import Steps
from deploy.local.system import System

SAMPLES, CLIENTS = 300, 2
PAGES = [f"/api/v1/batches?page={page}" for page in (1, 2, 3)]
PAUSE = 0.1
"""Seconds from one notice to the next."""
PATIENCE = 30.0
"""Seconds until a notice that was not drawn ends the run."""
USERNAME, PASSWORD = "sara", "Itqan-Demo-2026"


def run() -> str:
    """The lines that `make bench` prints."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return "a notice in a browser: not measured: Debian's chromium is missing"
    steps = Steps()
    with redirect_stdout(StringIO()), build.building():
        build.node_packages(steps)
        build.app(steps)
    with scratch_state("itqan-seen-") as state:
        system = System(state, Options(port=ports.choose_three()))
        with redirect_stdout(StringIO()), system.running(steps):
            return asyncio.run(_seen(system, chromium))


async def _seen(system: System, chromium: str) -> str:
    url = system.options.public_url
    database = Database(system.plan.database_url("notifications"))
    # As in the process that handles events: it publishes what it has committed at once.
    relay = Relay(database, Broker(system.plan.broker_url("notifications")))
    relay.start()
    async with _browser(url, chromium) as browser, people_reading(url, PAGES, [{}] * CLIENTS):
        assert browser.stdout
        user_id = UUID((await browser.stdout.readline()).decode().strip())
        times, began = cpu.times(), time.monotonic()
        seconds = []
        for number in range(SAMPLES):
            async with database.transaction() as session:
                await notify(session, [user_id], a_notice(number))
            committed = time.time()
            async with asyncio.timeout(PATIENCE):
                seconds.append(max(0.0, await _drawn(browser.stdout, number) - committed))
            await asyncio.sleep(PAUSE)
        busy, took = cpu.busy(times, cpu.times()), time.monotonic() - began
    await relay.stop()
    await database.close()
    seconds.sort()
    late = seconds[int(len(seconds) * 0.99)]
    return (
        f"{SAMPLES} notices in {took:.0f} s, each committed and then drawn in an open browser, the "
        f"machine {busy:.0%} busy: median {statistics.median(seconds) * 1000:.0f} ms, p99 "
        f"{late * 1000:.0f} ms, longest {seconds[-1] * 1000:.0f} ms"
        f"  at most {VISIBLE_TARGET * 1000:.0f}: {verdict(reached=late <= VISIBLE_TARGET)}"
    )


async def _drawn(lines: asyncio.StreamReader, number: int) -> float:
    """Return the time at which the notification of this number was shown, in Unix seconds."""
    async for line in lines:
        drawn, at = line.split()
        if int(drawn) == number:
            return int(at) / 1000
    msg = "the browser has ended"
    raise RuntimeError(msg)


@asynccontextmanager
async def _browser(url: str, chromium: str) -> AsyncIterator[asyncio.subprocess.Process]:
    browser = await asyncio.create_subprocess_exec(
        str(node()), str(ROOT / "bench" / "notify_latency.mjs"), url, USERNAME, PASSWORD,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**build.node_environment(), "ITQAN_CHROMIUM": chromium},
    )  # fmt: skip
    try:
        yield browser
    finally:
        assert browser.stdin
        browser.stdin.close()
        await browser.wait()


if __name__ == "__main__":
    print(run())
