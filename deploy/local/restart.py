"""`make restart S=payments`: the copies of a part one after the other, while the others serve."""

import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from deploy.local.layout import SERVICES
from deploy.local.plan import Process
from deploy.local.problems import Problem
from deploy.local.supervisor import Supervisor
from deploy.local.system import is_healthy

SECONDS = 120.0
"""For one copy: to stop, to start and to be seen."""


def restart(
    supervisor: Supervisor,
    processes: Sequence[Process],
    gateway_metrics: str,
    ready: Mapping[str, Callable[[], bool]] = MappingProxyType({}),
) -> None:
    """Restart the processes of one part one after the other, each once the previous one serves
    again.

    `ready` checks servers without a health check, by name.

    One of several replicas gets SIGTERM and serves until the gateway has noticed. A single replica
    is stopped at once, since no other can take over.

    Raises `Problem` if one did not start again; the rest stay unchanged.
    """
    for process in processes:
        before = _pid(supervisor, process)
        if not before:
            supervisor.launch([process])
        elif len(processes) > 1:
            supervisor.retire(process)
        else:
            _stop_and_launch(supervisor, process)
        _wait_until_back(supervisor, process, before, gateway_metrics)
        wait(process, ready.get(process.name, lambda: True))


def _stop_and_launch(supervisor: Supervisor, process: Process) -> None:
    supervisor.stop_one(process)
    wait(process, lambda: _pid(supervisor, process) == 0)
    supervisor.launch([process])


def _wait_until_back(
    supervisor: Supervisor, process: Process, before: int, gateway_metrics: str
) -> None:
    wait(process, lambda: _pid(supervisor, process) not in (0, before))
    wait(process, lambda: process.health_url is None or is_healthy(process))
    if process.part in SERVICES:
        wait(process, lambda: is_used(process, gateway_metrics))


def _pid(supervisor: Supervisor, process: Process) -> int:
    return next(info.pid for info in supervisor.information() if info.name == process.name)


def is_used(process: Process, gateway_metrics: str) -> bool:
    """Tell if the gateway sends every kind of request to the replica, by its metrics."""
    uses = check_gateway_use(process, gateway_metrics)
    return bool(uses) and all(uses)


def check_gateway_use(process: Process, gateway_metrics: str) -> list[bool]:
    """Return for each kind of request whether the gateway sends it to the replica.

    The list is empty until the gateway reports it.
    """
    assert process.health_url
    copy = process.health_url.removesuffix("/health/ready")
    try:
        with urllib.request.urlopen(gateway_metrics, timeout=3) as answer:
            lines = answer.read().decode().splitlines()
    except (OSError, urllib.error.URLError):
        return []
    ups = [line for line in lines if line.startswith("traefik_service_server_up") and copy in line]
    return [line.endswith(" 1") for line in ups]


def wait(process: Process, done: Callable[[], bool]) -> None:
    """Wait until `done`; a `Problem` when that takes longer than a start or stop may."""
    end = time.monotonic() + SECONDS
    while not done():
        if time.monotonic() > end:
            raise Problem(f"{process.name} did not start again: see `make logs S={process.part}`.")
        time.sleep(0.2)


def chosen(processes: Sequence[Process]) -> list[Process]:
    """The processes of the part that `S=` names."""
    part = os.environ.get("S", "")
    found = [process for process in processes if process.part == part]
    if not found:
        parts = sorted({process.part for process in processes})
        raise Problem(f"Name a part, as in `make restart S=payments`: {', '.join(parts)}.")
    return found
