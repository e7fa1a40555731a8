"""Periodic work, such as deadlines, clean-up and reconciliation."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

import structlog
from kit.database.db import RUN_AFTER_COMMIT, SHARE, AsyncSession, Database, Share
from kit.messaging import metrics
from kit.telemetry.request_id import REQUEST_ID, continue_requests

log = structlog.get_logger(__name__)

_FIRST_WITHIN = 5.0
_STOP_TIMEOUT = 8.0
_MAX_CAUSES = 100
"""Maximum request IDs in a run's log line."""

C_contra = TypeVar("C_contra", contravariant=True)
"""Context of a process, `kit.web.app.Context`."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """Work that any replica of a service may do, about every `every`.

    `run` gets its own transaction, processes a limited number of rows taken with
    `FOR UPDATE SKIP LOCKED`, compares deadlines with the database's `now()`, and returns the number
    of rows. It is repeated at once until it returns 0.
    """

    name: str
    every: timedelta
    run: Callable[[AsyncSession], Awaitable[int]]


@dataclass(frozen=True, slots=True)
class Job(Generic[C_contra]):
    """Work about every `every` that calls external systems and opens its own transactions.

    `run` returns the amount of work done, and is repeated at once until that is 0.
    """

    name: str
    every: timedelta
    run: Callable[[C_contra], Awaitable[int]]


class Worker(Protocol):
    """Work that keeps state between its runs, such as connections."""

    @property
    def seconds_until_due(self) -> float:
        """Return the seconds until the next run, if earlier than `every`."""

    async def run(self) -> int:
        """Run once, as in a `Job`."""

    async def close(self) -> None:
        """Stop anything that the last run left running."""


@dataclass(frozen=True, slots=True)
class WorkerJob(Generic[C_contra]):
    """A job with one `Worker` in each process."""

    name: str
    every: timedelta
    make: Callable[[C_contra], Worker]


Task = Sweep | Job[C_contra] | WorkerJob[C_contra]
"""A module declares `TASKS` at its end, and the service's `main.py` lists them."""


def run_after_commit(session: AsyncSession, name: str) -> None:
    """Run this task right after the session's commit, for users who wait for it.

    If another process runs the sweeps, it runs at its usual time.
    """
    session.info.setdefault(RUN_AFTER_COMMIT, set()).add(name)


class Periodic:
    """Run tasks concurrently until stopped."""

    def __init__(
        self, database: Database, tasks: Sequence[Task[Any]], context: object = None
    ) -> None:
        self._database = database
        self._context = context
        self._tasks = tasks
        self._stopping = asyncio.Event()
        self._woken = {task.name: asyncio.Event() for task in tasks}
        self._causes: dict[str, set[str]] = {task.name: set() for task in tasks}
        """Requests that have woken each task since its last run."""
        self._running: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start in the background; each task first runs within 5 s."""
        self._database.run_after_commit = self._wake
        self._running = [asyncio.create_task(self._open(task)) for task in self._tasks]

    async def stop(self) -> None:
        """Let running tasks finish within 8 s."""
        self._stopping.set()
        self._wake(self._woken)
        if not self._running:
            return
        _, late = await asyncio.wait(self._running, timeout=_STOP_TIMEOUT)
        for each in late:
            each.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _wake(self, names: Collection[str]) -> None:
        request_id = REQUEST_ID.get()
        for name in names:
            if request_id and len(self._causes[name]) < _MAX_CAUSES:
                self._causes[name].add(request_id)
            self._woken[name].set()

    async def _open(self, task: Task[Any]) -> None:
        SHARE.set(Share.BACKGROUND)
        match task:
            case Sweep():
                await self._repeat(task, partial(self._sweep, task))
            case Job():
                await self._repeat(task, partial(task.run, self._context))
            case WorkerJob():
                worker = task.make(self._context)
                await self._repeat(task, worker.run, lambda: worker.seconds_until_due)
                await worker.close()

    async def _sweep(self, sweep: Sweep) -> int:
        async with self._database.transaction() as session:
            return await sweep.run(session)

    async def _repeat(
        self,
        task: Task[Any],
        run: Callable[[], Awaitable[int]],
        seconds_until_due: Callable[[], float] = lambda: float("inf"),
    ) -> None:
        every = task.every.total_seconds()
        seconds = metrics.sweep_seconds.labels(task.name)
        ended = metrics.sweep_ended.labels(task.name)
        metrics.sweep_every.labels(task.name).set(every)
        ended.set_to_current_time()
        # Jitter spreads the runs of the replicas.
        pause = random.uniform(0, min(every, _FIRST_WITHIN))  # noqa: S311
        while not await self._stops_within(pause, self._woken[task.name]):
            causes, self._causes[task.name] = self._causes[task.name], set()
            with continue_requests(causes):
                try:
                    with seconds.time():
                        total = 0
                        while (count := await run()) and not self._stopping.is_set():
                            metrics.sweeps.labels(task.name).inc(count)
                            total += count
                    if total:
                        log.info("periodic work done", job=task.name, count=total)
                    ended.set_to_current_time()
                except Exception:
                    metrics.sweep_errors.labels(task.name).inc()
                    log.exception("periodic work failed", job=task.name)
            pause = min(every * random.uniform(0.9, 1.1), seconds_until_due())  # noqa: S311

    async def _stops_within(self, seconds: float, woken: asyncio.Event) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await woken.wait()
        woken.clear()
        return self._stopping.is_set()
