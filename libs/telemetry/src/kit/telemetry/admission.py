"""Admission of requests to a busy replica: places for each lane, a bounded queue, then
`Overloaded`.

An immediate refusal is retried; users who wait too long repeat the request, and the replica works
for clients that have left. Reads and writes have limited places, so that sign-in, enrollment,
payments and callbacks always find some. One route never takes all places of its lane.

A request holds its place until its response starts, so streams and downloads hold none. Cached
responses, health and metrics need none.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Any, NamedTuple

from fastapi import Depends, Request
from fastapi.routing import APIRoute
from kit.core.errors import Overloaded, Unavailable
from kit.core.state import StateKey
from kit.telemetry.instrumentation import LongRunning, is_upload
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

WAIT_SECONDS = 3.0
"""Maximum wait for a place: half of `ANSWER_SECONDS`."""


WAITING_PER_CONNECTION = 20
"""Essential requests queued per connection: the number served within `WAIT_SECONDS` at 150 ms each.
"""


class Lane(StrEnum):
    """Group of requests with places of its own."""

    ESSENTIAL = "essential"
    READ = "read"
    WRITE = "write"
    UPLOAD = "upload"
    PATIENT = "patient"
    """Requests that wait for an external system and hold few resources while they do."""


class _Size(NamedTuple):
    at_once: int
    waiting: int


async def _take_first() -> None:
    """Mark a route as `Lane.ESSENTIAL`; it does nothing itself."""


Essential = Depends(_take_first)
"""For routes that still answer when others are refused: `dependencies=[Essential]`."""


class _Places:
    """Counts of running and waiting requests of a lane or of one route in it."""

    def __init__(self, at_once: int) -> None:
        self.free = asyncio.Semaphore(at_once)
        self.waiting = 0


class _Lane(_Places):
    def __init__(self, size: _Size) -> None:
        super().__init__(size.at_once)
        self.most_waiting = size.waiting
        self._at_once_of_kind = max(1, size.at_once * 3 // 4)
        self._kinds: dict[Callable[..., Any], _Places] = {}

    def kind(self, endpoint: Callable[..., Any]) -> _Places:
        """Return the counts of one route."""
        return self._kinds.setdefault(endpoint, _Places(self._at_once_of_kind))

    def is_free(self, kind: _Places) -> bool:
        """Tell if another request of this route may start now."""
        return not kind.free.locked() and not self.free.locked()

    def is_full(self, kind: _Places) -> bool:
        """Tell if the queue has no room for another request of this route."""
        if self.is_free(kind):
            return False
        return self.waiting >= self.most_waiting or kind.waiting >= self.most_waiting // 2


class Admission:
    """The places of one process.

    Reads and writes each get two fifths of the requests' `sessions`. The essential lane has one
    place for each of the requests' `connections`.
    """

    def __init__(self, sessions: int, connections: int, registry: CollectorRegistry) -> None:
        share = max(1, round(sessions * 2 / 5))
        sizes = {
            Lane.ESSENTIAL: _Size(connections, connections * WAITING_PER_CONNECTION),
            Lane.READ: _Size(share, 100),
            Lane.WRITE: _Size(share, 100),
            # Each upload has its file in memory.
            Lane.UPLOAD: _Size(4, 20),
            Lane.PATIENT: _Size(100, 20),
        }
        self._lanes = {lane: _Lane(size) for lane, size in sizes.items()}
        self._route_lanes: dict[Callable[..., Any], Lane] = {}
        self._refused = Counter(
            "itqan_requests_refused",
            "Requests refused because too many wait",
            ["lane"],
            registry=registry,
        )
        for lane in Lane:
            # Export the counter before the first refusal, since rates need a start value.
            self._refused.labels(lane)
        registry.register(_Waiting(self._lanes))

    @asynccontextmanager
    async def place(self, request: Request) -> AsyncIterator[None]:
        """Hold a place of the request's lane within the block.

        Raises `Overloaded` at once if the queue is full, `Unavailable` after `WAIT_SECONDS`.
        """
        route: APIRoute = request.scope["route"]
        name = self._name_of(route, request)
        lane = self._lanes[name]
        kind = lane.kind(route.endpoint)
        try:
            await _enter(lane, kind)
        except Unavailable:
            self._refused.labels(name).inc()
            raise
        try:
            yield
        finally:
            lane.free.release()
            kind.free.release()

    @property
    def is_crowded(self) -> bool:
        """Tell if reads of any route may be refused at once."""
        reads = self._lanes[Lane.READ]
        return reads.waiting >= reads.most_waiting // 2

    def refuses_read(self, route: APIRoute) -> bool:
        """Tell if a read must be refused at once, and count the refusal."""
        name = self._lane_by_route(route)
        if name is not Lane.READ:
            return False
        lane = self._lanes[name]
        if not lane.is_full(lane.kind(route.endpoint)):
            return False
        self._refused.labels(name).inc()
        return True

    def _lane_by_route(self, route: APIRoute) -> Lane:
        lane = self._route_lanes.get(route.endpoint)
        if lane is None:
            lane = self._route_lanes[route.endpoint] = _get_lane(route)
        return lane

    def _name_of(self, route: APIRoute, request: Request) -> Lane:
        lane = self._lane_by_route(route)
        return Lane.UPLOAD if lane is Lane.WRITE and is_upload(request.scope) else lane


async def _enter(lane: _Lane, kind: _Places) -> None:
    if lane.is_free(kind):
        await kind.free.acquire()
        await lane.free.acquire()
        return
    if lane.is_full(kind):
        raise Overloaded
    lane.waiting += 1
    kind.waiting += 1
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            await kind.free.acquire()
            try:
                await lane.free.acquire()
            except BaseException:
                kind.free.release()
                raise
    except TimeoutError as error:
        # Perhaps the queue is not full, but the database does not answer.
        raise Unavailable from error
    finally:
        lane.waiting -= 1
        kind.waiting -= 1


def _get_lane(route: APIRoute) -> Lane:
    if LongRunning in route.dependencies:
        return Lane.PATIENT
    if Essential in route.dependencies:
        return Lane.ESSENTIAL
    return Lane.READ if "GET" in (route.methods or ()) else Lane.WRITE


class _Waiting(Collector):
    def __init__(self, lanes: dict[Lane, _Lane]) -> None:
        self._lanes = lanes

    def collect(self) -> Iterable[Metric]:
        """Yield the number of waiting requests by lane."""
        family = GaugeMetricFamily(
            "itqan_requests_waiting", "Requests that wait for a place", labels=["lane"]
        )
        for name, lane in self._lanes.items():
            family.add_metric([name], lane.waiting)
        return (family,)


ADMISSION: StateKey[Admission] = StateKey("admission")


async def _admit(request: Request) -> AsyncIterator[None]:
    async with ADMISSION.of(request.app).place(request):
        yield


Admitted = Depends(_admit, scope="function")
"""The first dependency of every public route. The place is released after commit, before the
response is sent.
"""
