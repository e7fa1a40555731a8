"""All enrollments in one batch, whose seats are one row, or in a hundred.

It also measures several enrollments in one transaction.
"""

import statistics
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path

from bench.simulations.enrolling import Result, database, enroll, make_batches, server

RATE, SECONDS, ROUNDS = 200.0, 4.0, 2
CONNECTIONS = (16, 64)
TOGETHER = 20


async def run(folder: Path) -> AsyncIterator[str]:
    """The lines to print: of all rounds, the one with the middle rate."""
    results: dict[str, list[Result]] = defaultdict(list)
    with server(folder) as postgres:
        async with database(postgres) as url:
            batches = await make_batches(url, 100)
            sides = {"one batch": batches[:1], "100 batches": batches}
            for side in sides.values():
                await enroll(url, side, seconds=1)
            for _ in range(ROUNDS):
                for name, side in sides.items():
                    results[f"{name}, {RATE:.0f} a second are asked for"].append(
                        await enroll(url, side, seconds=SECONDS, rate=RATE)
                    )
                    for count in CONNECTIONS:
                        results[f"{name}, as many as {count} connections can"].append(
                            await enroll(url, side, seconds=SECONDS, count=count)
                        )
                results[f"one batch, {TOGETHER} in a transaction, 2 connections"].append(
                    await enroll(url, batches[:1], seconds=SECONDS, together=TOGETHER, count=2)
                )
    for name, each in results.items():
        middle = statistics.median_low(result.rate for result in each)
        yield f"{name:<52} {next(result for result in each if result.rate == middle)}"
