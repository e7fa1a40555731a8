"""Sign-in: verifications per second on two cores, latency at a sustainable rate, and effect on
others.

`python -m bench.signin` runs it alone. Requests are those of `bench.mixture`, of demo users through
the gateway. The overload sends far more than can be answered; the rest is refused.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from bench import cpu, mixture, open_loop, rest, system
from bench.open_loop import Side
from bench.system import System

RATE, FLOOD = 50.0, 250.0
"""Sign-ins that are due in a second: as many as are promised, and more than anybody answers."""
SECONDS = 20
CORES = 1.0
"""Cores that identity may use while other processes need all."""


def main() -> None:
    """Print the rows."""
    print(run())


def run() -> str:
    """The rows that `make bench` prints."""
    with tempfile.TemporaryDirectory(prefix="itqan-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with system.running(folder, ("identity",), demo=("identity",)) as running:
            return "\n".join(_rows(running))


def _rows(running: System) -> Iterator[str]:
    ask = mixture.signing_in("/api/v1/auth/login", asyncio.run(_names(running)))
    rest.wait(running)
    idle = cpu.over(mixture.IDLE_SECONDS)

    def measured(rate: float) -> Side:
        return open_loop.measure(
            running, "sign-in", {"sign in": ask}, {"sign in": 1}, idle, rate, SECONDS
        )

    yield f"sign-in: {os.cpu_count()} cores, {SECONDS} s, open arrival"
    yield from open_loop.show(f"{RATE:.0f} a second", measured(RATE))
    flood = measured(FLOOD)
    yield from open_loop.show(f"{FLOOD:.0f} a second", flood)
    verdict = "reached" if flood.answered >= RATE * SECONDS else "MISSED"
    yield f"  {flood.answered / SECONDS:.0f} a second were answered, of {RATE:.0f}: {verdict}"
    with _others_want_all_cores():
        busy = measured(FLOOD)
    yield from open_loop.show(f"{FLOOD:.0f} a second while others want all cores", busy)
    used = busy.spent["identity"] / 1000 / SECONDS
    yield (
        f"  {busy.answered / SECONDS:.0f} a second were answered; identity used {used:.2f} cores, "
        f"of {CORES:g}: {'reached' if used <= CORES else 'MISSED'}"
    )


async def _names(running: System) -> Sequence[str]:
    async with httpx.AsyncClient(base_url=running.gateway_url, timeout=60, trust_env=False) as http:
        return await mixture.usernames(http)


@contextmanager
def _others_want_all_cores() -> Iterator[None]:
    """As many programs as there are cores, which do nothing but use one each."""
    command = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(command) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


if __name__ == "__main__":
    main()
