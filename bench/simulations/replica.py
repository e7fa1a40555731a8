"""A second PostgreSQL with streaming replication: its lag while people enroll, and its cost."""

import asyncio
import os
import statistics
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import asyncpg
from kit.testing import eventually

from bench import cpu
from bench.simulations.enrolling import database, enroll, make_batches, server
from deploy.local import ports
from deploy.local.servers import PrivatePostgres, postgres_bin

RATE, SECONDS = 200.0, 15.0
_LOOK_EVERY = 0.05
_BEHIND = """
    SELECT coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::float
    FROM pg_stat_replication
"""


async def run(folder: Path) -> AsyncIterator[str]:
    """The lines to print."""
    with server(folder) as first:
        async with database(first) as url:
            batches = await make_batches(url, 100)
            await enroll(url, batches, seconds=1)
            alone = await enroll(url, batches, seconds=SECONDS, rate=RATE)
            yield f"{f'alone, {RATE:.0f} a second are asked for':<44} {alone}"
            second = PrivatePostgres(folder / "replica", ports.choose({first.port}), first.password)
            began = time.monotonic()
            _copy(first, second)
            copied = time.monotonic() - began
            with second.running(folder / "replica.log"):
                replica_url = url.replace(f":{first.port}/", f":{second.port}/")
                yield f"a replica is made in {copied:.1f} s"
                for rate, name in (
                    (RATE, f"{RATE:.0f} a second are asked for"),
                    (None, "as many as can"),
                ):
                    before, delays, behind = cpu.used()["PostgreSQL"], list[float](), list[float]()
                    async with _watching(url, replica_url, delays, behind):
                        result = await enroll(url, batches, seconds=SECONDS, rate=rate)
                    spent = (cpu.used()["PostgreSQL"] - before) / len(result.took)
                    yield f"{f'with a replica, {name}':<44} {result}"
                    yield (
                        f"{'':<6}visible there after {_show(delays)}; it is "
                        f"{max(behind) / 1e3:.0f} kB behind at most; both together take "
                        f"{spent:.2f} ms of CPU of one"
                    )


def _copy(first: PrivatePostgres, second: PrivatePostgres) -> None:
    programs = postgres_bin()
    assert programs
    second.data.mkdir(mode=0o700)
    as_user: list[str] = []
    if os.geteuid() == 0:
        subprocess.run(["chown", "postgres:postgres", str(second.data)], check=True)
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"]
    subprocess.run(
        [*as_user, str(programs / "pg_basebackup"), "--host=127.0.0.1", f"--port={first.port}",
         "--username=postgres", f"--pgdata={second.data}", "--write-recovery-conf",
         "--wal-method=stream", "--checkpoint=fast", "--no-sync"],
        env={**os.environ, "PGPASSWORD": first.password}, cwd=second.data, check=True,
    )  # fmt: skip


@asynccontextmanager
async def _watching(
    url: str, replica_url: str, delays: list[float], behind: list[float]
) -> AsyncIterator[None]:
    """Write a row again and again and measure how long it takes until the replica shows it."""
    writing, reading = await asyncpg.connect(url), await asyncpg.connect(replica_url)
    await writing.execute("CREATE TABLE IF NOT EXISTS marks (number int)")

    async def watch() -> None:
        number = 0
        while True:
            number += 1
            await writing.execute("INSERT INTO marks VALUES ($1)", number)
            committed = time.monotonic()
            await eventually(partial(_shows, reading, number), every=0.001)
            delays.append(time.monotonic() - committed)
            behind.append(await writing.fetchval(_BEHIND) or 0.0)
            await asyncio.sleep(_LOOK_EVERY)

    watching = asyncio.create_task(watch())
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.wait([watching])
        await writing.execute("DROP TABLE marks")
        await writing.close()
        await reading.close()


async def _shows(connection: asyncpg.Connection, number: int) -> bool:
    return bool(await connection.fetchval("SELECT 1 FROM marks WHERE number = $1", number))


def _show(seconds: list[float]) -> str:
    *_, late = statistics.quantiles(seconds, n=100)
    return (
        f"{statistics.median(seconds) * 1000:.1f} ms in the median, {late * 1000:.1f} ms at p99, "
        f"{max(seconds) * 1000:.1f} ms at most"
    )
