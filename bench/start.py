"""CPU time and memory from the start of a service's process to its first "ready".

The six start one after the other as in `make up`, and keep running. Shared memory counts in parts,
for the bare reference too. `python -m bench.start` runs it alone.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from bench import cpu
from deploy.local import databases, ports
from deploy.local.layout import ROOT
from deploy.local.memory import proportional_set_size
from deploy.local.options import Options
from deploy.local.plan import Plan, Process
from deploy.local.scratch import scratch_state
from deploy.local.servers import wait_until
from deploy.local.steps import Steps
from deploy.local.system import is_healthy

CPU_TARGET = 3.0
"""Seconds, user and system."""
MEMORY_TARGET = 85.0
"""Million bytes of private and, in parts, of shared memory."""


class Started(NamedTuple):
    """A process that is ready, and the CPU seconds that it took until then."""

    name: str
    pid: int
    seconds: float

    @property
    def megabytes(self) -> float:
        """Its memory now."""
        return proportional_set_size(self.pid) / 1e6


def run() -> str:
    """The rows of the table that `make bench` prints; less is better."""
    with plan() as running, ExitStack() as stack:
        bare, *ours = [
            stack.enter_context(started(process, running.state.folder / f"{process.name}.log"))
            for process in (_bare(), *running.services())
        ]
        return "\n".join(_rows(ours, bare))


@contextmanager
def plan() -> Iterator[Plan]:
    """Yield the plan of `make up` without demo data, with its servers running and prepared."""
    with scratch_state("itqan-start-") as state:
        made = Plan(Options(demo=False), state)
        state.assign_ports(made.port_names())
        log = state.folder / "servers.log"
        with made.postgres().running(log), made.rabbit().running(log):
            # It also compiles what is imported, which is not what is measured here.
            with redirect_stdout(StringIO()):
                databases.make_ready(made, Steps())
            yield made


def _bare() -> Process:
    port = ports.choose()
    return Process(
        "bare",
        "bare",
        [sys.executable, "-m", "uvicorn", "bench.bare_start:app", "--port", str(port),
         "--no-access-log"],
        {"MALLOC_ARENA_MAX": "2"},
        health_url=f"http://127.0.0.1:{port}/health/ready",
    )  # fmt: skip


@contextmanager
def started(process: Process, log: Path) -> Iterator[Started]:
    """A process that is ready, until the block ends."""
    with log.open("ab") as output:
        child = subprocess.Popen(
            process.command,
            env={**os.environ, **process.environment},
            cwd=ROOT,
            stdout=output,
            stderr=output,
        )
    try:
        wait_until(lambda: is_healthy(process), process.name)
        yield Started(process.part, child.pid, cpu.of(child.pid) / 1000)
    finally:
        child.send_signal(signal.Signals[f"SIG{process.stop_signal}"])
        try:
            child.wait(60)
        except subprocess.TimeoutExpired:
            # What was measured, or why nothing was, is to be said all the same.
            child.kill()
            child.wait()


def _rows(ours: Sequence[Started], bare: Started) -> Iterator[str]:
    for service in ours:
        yield _row(f"start of {service.name}, CPU (s)", service.seconds, bare.seconds, CPU_TARGET)
    for service in ours:
        mine, theirs = service.megabytes, bare.megabytes
        yield _row(f"start of {service.name}, memory (MB)", mine, theirs, MEMORY_TARGET)


def _row(title: str, ours: float, bare: float, target: float) -> str:
    figures = f"{ours:>11.3g} {bare:>11.3g} {ours / bare:>7.2f} {target:>7.1f}"
    return f"{title:<44} {figures}  {'reached' if ours <= target else 'MISSED'}"


if __name__ == "__main__":
    print(run())
