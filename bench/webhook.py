"""Callbacks of the card provider, compared with a route that inserts one row.

It measures acceptance, the delay and cost of settlement, and latency of genuine callbacks among
50,000 forged ones. `python -m bench.webhook` runs it.
"""

import asyncio
import itertools
import json
import random
import re
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import httpx
from kit.core.config import Role
from kit.testing import eventually
from payments.config import Settings

from bench import cpu, system
from bench.load import CONNECTIONS, Comparison, Target, compare
from bench.system import System
from deploy.sandboxes.paymob.signature import sign

AT_ONCE = 8_000
"""Payments that wait for their callback in each round: more than can be accepted while it lasts."""
ROUNDS = 8
"""For which there are payments: those that are measured, one to begin with, and the rest."""
SETTLED = 1_000
"""Number of accepted callbacks that a worker then settles."""
ALONE = 50
"""Number of sequential callbacks without other load."""
FORGED = 50_000
FLOOD_SECONDS = 10
GENUINE_EVERY_SECONDS = 0.2
TARGET_SECONDS = 1.0
LUA = Path(__file__).with_name("callback.lua")
AMOUNT = 150_000
_SETTINGS = Settings.model_fields
_HMAC_SECRET = _SETTINGS["paymob_hmac_secret"].default.get_secret_value()
_INTEGRATION = _SETTINGS["paymob_integration_id"].default
_ORDERS = f"generate_series(1, {AT_ONCE * ROUNDS}) AS number"
_PREPARE = f"""
    INSERT INTO charges (
        id, reference, purpose, subject_id, payer_profile_id, payer_user_id, amount_minor,
        currency, title_en, title_ar, status, due_at, waived, late, refunded_minor, version
    )
    SELECT gen_random_uuid(), 'BENCH-' || number, 'enrollment', gen_random_uuid(),
        gen_random_uuid(), gen_random_uuid(), {AMOUNT}, 'SAR', 'Warehouse operations',
        'عمليات المستودعات', 'open', now() + interval '1 day', false, false, 0, 1
    FROM {_ORDERS};
    INSERT INTO payments (
        id, charge_id, number, status, amount_minor, currency, integration_id, special_reference,
        order_id, refunded_minor, expires_at, inquiries, version
    )
    SELECT gen_random_uuid(), charges.id, 1, 'redirected', {AMOUNT}, 'SAR', {_INTEGRATION},
        charges.reference || '-1', number, 0, now() + interval '1 hour', 0, 1
    FROM {_ORDERS} JOIN charges ON charges.reference = 'BENCH-' || number
"""


def main() -> None:
    """Print the ratio, what settling takes, and how the flood went."""
    with tempfile.TemporaryDirectory(prefix="itqan-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with system.running(folder, ("payments",), Role.API) as running:
            asyncio.run(prepare(running))
            orders = itertools.count(1)
            print(_comparison(running, orders), flush=True)
            asyncio.run(_leave(running, SETTLED))
            with system.worker(running, "payments"):
                print(asyncio.run(_settling(running)), flush=True)
                print(asyncio.run(_alone(running, orders)), flush=True)
                print(asyncio.run(_flood(running, orders)))


async def prepare(running: System) -> None:
    """Payments that wait for their callbacks, and the bare route's table."""
    connection = await asyncpg.connect(running.database_urls["payments"])
    await connection.execute(_PREPARE)
    await connection.execute("ANALYZE")
    await connection.close()
    connection = await asyncpg.connect(running.database_urls["bare"])
    await connection.execute("CREATE TABLE callbacks (id uuid PRIMARY KEY, body jsonb NOT NULL)")
    await connection.close()


def _comparison(running: System, orders: Iterator[int]) -> Comparison:
    file = running.folder / "callbacks"

    def callbacks() -> list[str]:
        file.write_text("".join(f"{callback(next(orders))}\n" for _ in range(AT_ONCE)))
        return [str(file)]

    return compare(
        running,
        "callback that is accepted / one insert",
        Target(_url(running), LUA, callbacks),
        Target(f"{running.gateway_url}/bench/callbacks", LUA, lambda: [str(file)]),
        target=0.5,
    )


def callback(order: int, secret: str = _HMAC_SECRET) -> str:
    """The signature and the body of an order's callback."""
    body = {
        "id": 1_000_000_000 + order, "order": {"id": order}, "amount_cents": AMOUNT,
        "currency": "SAR", "integration_id": _INTEGRATION, "success": True, "pending": False,
        "error_occured": False, "is_auth": False, "is_capture": False, "is_refunded": False,
        "is_voided": False, "is_3d_secure": True, "is_standalone_payment": True,
        "has_parent_transaction": False, "created_at": "2026-11-01T10:00:00", "owner": 1,
        "source_data": {"pan": "2346", "sub_type": "MasterCard", "type": "card"},
    }  # fmt: skip
    return f"{sign(body, secret)} {json.dumps({'type': 'TRANSACTION', 'obj': body})}"


async def _leave(running: System, count: int) -> None:
    """Delete accepted callbacks except this many."""
    await _execute(
        running, f"DELETE FROM callbacks WHERE id NOT IN (SELECT id FROM callbacks LIMIT {count})"
    )


async def _settling(running: System) -> str:
    """Measure the settlement of callbacks accepted before the worker started."""
    before, started = cpu.used(), time.monotonic()
    await eventually(lambda: _are_settled(running), seconds=300)
    took = time.monotonic() - started
    spent = cpu.between(before, cpu.used())
    return (
        f"{SETTLED} settled by one worker: {SETTLED / took:.0f} a second\n"
        f"  CPU milliseconds of one: "
        f"{cpu.show([{name: spent[name] / SETTLED for name in ('payments', 'PostgreSQL')}])}"
    )


async def _alone(running: System, orders: Iterator[int]) -> str:
    """Measure the time from a callback to its settlement."""
    seconds = []
    async with httpx.AsyncClient(timeout=60, trust_env=False) as http:
        for order in itertools.islice(orders, ALONE):
            # Not in step with the worker.
            await asyncio.sleep(random.uniform(0, 1))
            started = time.monotonic()
            await _call_back(http, running, order)
            await eventually(lambda: _are_settled(running), every=0.005)
            seconds.append(time.monotonic() - started)
    *_, late = statistics.quantiles(seconds, n=20)
    return (
        f"{ALONE} callbacks one after the other: settled by after "
        f"{statistics.median(seconds) * 1000:.0f} ms in the median, {late * 1000:.0f} ms at p95"
    )


async def _are_settled(running: System) -> bool:
    return not await _execute(running, "SELECT 1 FROM callbacks WHERE processed_at IS NULL LIMIT 1")


async def _execute(running: System, statement: str) -> object:
    connection = await asyncpg.connect(running.database_urls["payments"])
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


async def _flood(running: System, orders: Iterator[int]) -> str:
    forged = running.folder / "forged"
    forged.write_text("".join(f"{callback(number, 'guessed')}\n" for number in range(AT_ONCE)))
    command = [
        "wrk",
        "-t1",
        f"-c{CONNECTIONS}",
        f"-d{FLOOD_SECONDS}s",
        "-s",
        str(LUA),
        _url(running),
    ]
    began, refused, seconds = time.monotonic(), 0, list[float]()
    genuine = asyncio.create_task(_call_back_again_and_again(running, orders, seconds))
    while refused < FORGED:
        done = await asyncio.to_thread(
            subprocess.run,
            [*command, "--", str(forged)],
            capture_output=True,
            text=True,
            check=True,
        )
        found = re.search(r"Non-2xx or 3xx responses: (\d+)", done.stdout)
        if found is None:
            raise RuntimeError(f"wrk said: {done.stdout}")
        refused += int(found[1])
    genuine.cancel()
    took = time.monotonic() - began
    verdict = "reached" if max(seconds) < TARGET_SECONDS else "MISSED"
    return (
        f"{refused} forged callbacks refused in {took:.0f} s; of {len(seconds)} genuine ones, all "
        f"accepted, the median took {statistics.median(seconds) * 1000:.0f} ms and the longest "
        f"{max(seconds) * 1000:.0f} ms  {verdict}"
    )


async def _call_back_again_and_again(
    running: System, orders: Iterator[int], seconds: list[float]
) -> None:
    async with httpx.AsyncClient(timeout=60, trust_env=False) as http:
        for order in orders:
            seconds.append(await _call_back(http, running, order))
            await asyncio.sleep(GENUINE_EVERY_SECONDS)


async def _call_back(http: httpx.AsyncClient, running: System, order: int) -> float:
    """Send a genuine callback; the seconds until it was accepted."""
    signature, _, body = callback(order).partition(" ")
    answer = await http.post(
        _url(running),
        params={"hmac": signature},
        content=body,
        headers={"Content-Type": "application/json"},
    )
    answer.raise_for_status()
    return answer.elapsed.total_seconds()


def _url(running: System) -> str:
    return f"{running.gateway_url}/api/v1/webhooks/paymob"


if __name__ == "__main__":
    main()
