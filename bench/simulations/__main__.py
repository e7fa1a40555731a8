"""Run simulations: `python -m bench.simulations NAME…` prints their measurements."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

from bench.simulations import archive, hot_batch, outbox, partitions, queues, replica

SIMULATIONS: Mapping[str, Callable[[Path], AsyncIterator[str]]] = {
    "archive": archive.run,
    "hot-batch": hot_batch.run,
    "outbox": outbox.run,
    "partitions": partitions.run,
    "queues": queues.run,
    "replica": replica.run,
}


def main() -> int:
    """Run those that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench.simulations", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *SIMULATIONS], default=list(SIMULATIONS))
    for name in parser.parse_args().names:
        print(name, flush=True)
        with tempfile.TemporaryDirectory(prefix="itqan-simulation-") as folder:
            # PostgreSQL has a user of its own.
            Path(folder).chmod(0o711)
            asyncio.run(_print(SIMULATIONS[name](Path(folder))))
    return 0


async def _print(lines: AsyncIterator[str]) -> None:
    async for line in lines:
        print(f"  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
