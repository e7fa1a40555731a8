"""Periodic work: deadlines that are due, clean-up, reconciliation."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

import structlog
from kit.database.db import HURRIED, SHARE, AsyncSession, Database, Share
from kit.messaging import metrics
from kit.telemetry.request_id import REQUEST_ID, continue_requests

log = structlog.get_logger(__name__)

_FIRST_WITHIN = 5.0
_STOP_TIMEOUT = 8.0
_MAX_CAUSES = 100
"""Request ids that a run remembers, so that its log line stays readable."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """Work that any copy of a service may do, about every `every`.

    `run` gets a transaction of its own, deals with a limited number of rows that it takes with
    `FOR UPDATE SKIP LOCKED` and compares with the database's `now()`, and returns how many
    they were. It is called again at once until it returns 0.
    """

    name: str
    every: timedelta
    run: Callable[[AsyncSession], Awaitable[int]]


@dataclass(frozen=True, slots=True)
class Job:
    """Work about every `every` that talks to the outside and makes its own transactions.

    `run` returns how much it did and is called again at once until that is 0. Then it comes after
    `until_due` seconds, if that is sooner than `every`. `close` ends what it has left running.
    """

    name: str
    every: timedelta
    run: Callable[[], Awaitable[int]]
    until_due: Callable[[], float] = lambda: float("inf")
    close: Callable[[], Awaitable[None]] | None = None


def hurry(session: AsyncSession, name: str) -> None:
    """Let this sweep or job come when the session's transaction has committed, for what somebody
    waits for. Where another process does the sweeps it comes in its own time."""
    session.info.setdefault(HURRIED, set()).add(name)


class Periodic:
    """Runs sweeps and jobs side by side until it is stopped."""

    def __init__(
        self, database: Database, sweeps: Sequence[Sweep], jobs: Sequence[Job] = ()
    ) -> None:
        self._database = database
        self._jobs = [*(self._as_job(sweep) for sweep in sweeps), *jobs]
        self._stopping = asyncio.Event()
        self._woken = {job.name: asyncio.Event() for job in self._jobs}
        self._causes: dict[str, set[str]] = {job.name: set() for job in self._jobs}
        """The requests that have woken each, since its last run."""
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin in the background; each one's first run is within 5 s."""
        self._database.hurry = self._wake
        self._tasks = [asyncio.create_task(self._repeat(job)) for job in self._jobs]

    async def stop(self) -> None:
        """Let what runs end, at most 8 s."""
        self._stopping.set()
        self._wake(self._woken)
        if not self._tasks:
            return
        _, running = await asyncio.wait(self._tasks, timeout=_STOP_TIMEOUT)
        for task in running:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _wake(self, names: Collection[str]) -> None:
        request_id = REQUEST_ID.get()
        for name in names:
            if request_id and len(self._causes[name]) < _MAX_CAUSES:
                self._causes[name].add(request_id)
            self._woken[name].set()

    def _as_job(self, sweep: Sweep) -> Job:
        async def run() -> int:
            async with self._database.transaction() as session:
                return await sweep.run(session)

        return Job(sweep.name, sweep.every, run)

    async def _repeat(self, job: Job) -> None:
        SHARE.set(Share.BACKGROUND)
        every = job.every.total_seconds()
        seconds = metrics.sweep_seconds.labels(job.name)
        ended = metrics.sweep_ended.labels(job.name)
        metrics.sweep_every.labels(job.name).set(every)
        ended.set_to_current_time()
        # Jitter keeps the copies of a service from all coming at the same moment.
        pause = random.uniform(0, min(every, _FIRST_WITHIN))  # noqa: S311
        while not await self._stops_within(pause, self._woken[job.name]):
            causes, self._causes[job.name] = self._causes[job.name], set()
            with continue_requests(causes):
                try:
                    with seconds.time():
                        total = 0
                        while (count := await job.run()) and not self._stopping.is_set():
                            metrics.sweeps.labels(job.name).inc(count)
                            total += count
                    if total:
                        log.info("periodic work done", job=job.name, count=total)
                    ended.set_to_current_time()
                except Exception:
                    metrics.sweep_errors.labels(job.name).inc()
                    log.exception("periodic work failed", job=job.name)
            pause = min(every * random.uniform(0.9, 1.1), job.until_due())  # noqa: S311
        if job.close is not None:
            await job.close()

    async def _stops_within(self, seconds: float, woken: asyncio.Event) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await woken.wait()
        woken.clear()
        return self._stopping.is_set()
