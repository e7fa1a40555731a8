"""A mixture of 200 users through the gateway, on all services with demo data.

Users think for a second before each request. They browse (80 %), sign in (5 %) and enroll (10 %),
while the provider calls back (5 %). Bare routes with the same SQL are the reference.
`python -m bench.mixture` runs it alone, and again at the rate of the goals.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, cycle
from pathlib import Path

import asyncpg
import httpx
from identity.demo.people import EVERYBODY, PASSWORD
from kit.testing import actor

from bench import bare, cpu, open_loop, rest, system, webhook
from bench.open_loop import Ask, Side
from bench.system import System
from deploy.local.layout import SERVICES

PEOPLE, SECONDS = 200, 60
THOUGHT_SECONDS = 1.0
SHARES = {"browse": 80, "sign in": 5, "enroll": 10, "webhooks": 5}
GOALS = {"browse": 0.25, "enroll": 0.5}
"""Goals in seconds at p99 on two quiet cores. The rate is `PART` of that at which the bare mixture
needs `FULL`.
"""
FULL, PART = 0.7, 0.6
PAGES = ("batches?page=1", "batches?page=2", "batches?page=3", "trainings?page=1")
PAGE_SIZE = 24
SEATS = 1_000_000
PAYERS = 5_000
"""Enrollments that wait for the callback of their payment: more than come."""
IDLE_SECONDS = 5


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--seconds", type=int, default=SECONDS)
    options = parser.parse_args()
    print(run(options.people, options.seconds))


def run(people: int = PEOPLE, seconds: int = SECONDS) -> str:
    """The rows that `make bench` prints."""
    with tempfile.TemporaryDirectory(prefix="itqan-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with system.running(folder, SERVICES, demo=SERVICES) as running:
            return "\n".join(_rows(running, people, seconds))


def _rows(running: System, people: int, seconds: int) -> Iterator[str]:
    # What catalog says of its demo's seats would come after what is written here.
    rest.wait(running)
    ours, theirs = asyncio.run(_prepare(running))
    rest.wait(running)
    idle = cpu.over(IDLE_SECONDS)

    def measured(name: str, asks: Mapping[str, Ask], rate: float) -> Side:
        return open_loop.measure(running, name, asks, SHARES, idle, rate, seconds)

    rate = people / THOUGHT_SECONDS
    yield f"mixture: {people} people, {THOUGHT_SECONDS:g} s of thought, {seconds} s, open arrival"
    bare_side = measured("bare", theirs, rate)
    yield from open_loop.show("bare", bare_side)
    yield from open_loop.show("ours", measured("ours", ours, rate))
    full = bare_side.rate * FULL / bare_side.load
    yield f"  the bare mixture would take {FULL:.0%} of all cores at {full:.0f} a second"
    side = measured("goals", ours, full * PART)
    yield from open_loop.show(f"ours at {PART:g} of that", side)
    for kind, goal in GOALS.items():
        p99 = side.p99(kind)
        verdict = "reached" if p99 <= goal else "MISSED"
        yield f"  p99 of {kind}: {p99 * 1000:.0f} ms of {goal * 1000:.0f}, {verdict}"


async def _prepare(running: System) -> tuple[Mapping[str, Ask], Mapping[str, Ask]]:
    """Prepare the requests to our routes and to the bare routes."""
    await webhook.prepare(running)
    async with httpx.AsyncClient(base_url=running.gateway_url, timeout=60, trust_env=False) as http:
        batches = await _open_batches(running, http)
        names = await usernames(http)
        found = await http.get("/api/v1/batches", params={"page_size": PAGE_SIZE})
        shown = [each["id"] for each in found.raise_for_status().json()["data"]]
    await _prepare_payers(running, batches)
    await _prepare_bare(running, batches, shown)
    orders = count(1)
    pages = [f"{page}&page_size={PAGE_SIZE}" for page in PAGES]
    singles = [f"batches/{batch_id}" for batch_id in shown]
    return (
        {
            "browse": _browsing([f"/api/v1/{path}" for path in _alternating(pages, singles)]),
            "sign in": signing_in("/api/v1/auth/login", names),
            "enroll": _enrolling("/api/v1/enrollments", batches),
            "webhooks": _calling_back("/api/v1/webhooks/paymob", orders),
        },
        {
            "browse": _browsing([f"/bench/{path}" for path in _alternating(pages, singles)]),
            "sign in": signing_in("/bench/login", names),
            "enroll": _enrolling("/bench/enrollments", batches),
            "webhooks": _calling_back("/bench/callbacks", count(1)),
        },
    )


def _alternating(pages: Sequence[str], singles: Sequence[str]) -> list[str]:
    """Two lists to each single batch, as people look at them."""
    again = cycle(pages)
    return [path for single in singles for path in (next(again), next(again), single)]


def _browsing(paths: Sequence[str]) -> Ask:
    again = cycle(paths)
    return lambda: ("GET", next(again), {}, "")


def signing_in(path: str, names: Sequence[str]) -> Ask:
    """One after the other, so that no two sign in as the same person at once."""
    again = cycle(names)
    return lambda: (
        "POST", path, {}, json.dumps({"username": next(again), "password": PASSWORD})
    )  # fmt: skip


def _enrolling(path: str, batches: Sequence[str]) -> Ask:
    """Create requests of people who never enrolled before."""
    again = cycle(batches)

    def ask() -> tuple[str, str, Mapping[str, str], str]:
        bearer = {"Authorization": f"Bearer {actor('candidate').token}"}
        return "POST", path, bearer, json.dumps({"batch_id": next(again)})

    return ask


def _calling_back(path: str, orders: Iterator[int]) -> Ask:
    def ask() -> tuple[str, str, Mapping[str, str], str]:
        signature, _, body = webhook.callback(next(orders)).partition(" ")
        return "POST", f"{path}?hmac={signature}", {}, body

    return ask


async def _open_batches(running: System, http: httpx.AsyncClient) -> list[str]:
    """The batches that one can enroll in, with room for everybody."""
    async with asyncpg.create_pool(running.database_urls["enrollment"], min_size=1) as pool:
        await pool.execute("UPDATE seats SET capacity = $1", SEATS)
        found = await pool.fetch("SELECT batch_id FROM seats ORDER BY batch_id")
    somebody = {"Authorization": f"Bearer {actor('candidate').token}"}
    return [
        str(row["batch_id"])
        for row in found
        if (
            await http.post(
                "/api/v1/enrollments", json={"batch_id": str(row["batch_id"])}, headers=somebody
            )
        ).is_success
    ]


async def _prepare_payers(running: System, batches: Sequence[str]) -> None:
    """Prepare enrollments whose callbacks confirm seats and publish events."""
    async with asyncpg.create_pool(running.database_urls["payments"], min_size=1) as pool:
        charges = await pool.fetch(
            "SELECT subject_id, charges.payer_profile_id, payer_user_id FROM charges "
            "JOIN payments ON charge_id = charges.id WHERE order_id <= $1",
            PAYERS,
        )
    chosen = cycle(batches)
    rows = [(*charge.values(), next(chosen)) for charge in charges]
    async with asyncpg.create_pool(running.database_urls["enrollment"], min_size=1) as pool:
        await pool.executemany(
            "INSERT INTO enrollments (id, candidate_profile_id, candidate_user_id, batch_id, "
            "training_id, organization_id, status, price_minor, currency, payment_due_at, version) "
            "SELECT $1, $2, $3, id, training_id, organization_id, 'pending_payment', price_minor, "
            "currency, now() + interval '1 day', 1 FROM batches WHERE id = $4",
            rows,
        )
        await pool.execute(
            "UPDATE seats SET taken = (SELECT count(*) FROM enrollments WHERE "
            "enrollments.batch_id = seats.batch_id AND "
            "status IN ('pending_payment', 'confirmed', 'completed')), version = version + 1 "
            "WHERE batch_id = ANY($1)",
            batches,
        )


async def usernames(http: httpx.AsyncClient) -> list[str]:
    """Those of the demo who sign in by their password alone."""
    names = []
    for person in EVERYBODY:
        form = {"username": person.username, "password": PASSWORD}
        answer = await http.post("/api/v1/auth/login", json=form)
        if answer.is_success and "access_token" in answer.json():
            names.append(person.username)
    return names


async def _prepare_bare(running: System, batches: Sequence[str], shown: Sequence[str]) -> None:
    connection = await asyncpg.connect(running.database_urls["bare"])
    await connection.execute(bare.SCHEMA + bare.SIGN_IN_SCHEMA)
    await connection.executemany(
        "INSERT INTO seats VALUES ($1, $2, 0)", [(batch_id, SEATS) for batch_id in batches]
    )
    await connection.executemany(
        "INSERT INTO batches VALUES ($1, 'Warehouse operations', 'عمليات المستودعات', 'Riyadh', "
        "125000, now())",
        [(batch_id,) for batch_id in {*batches, *shown}],
    )
    hashed = bare.HASHER.hash(PASSWORD)
    await connection.executemany(
        "INSERT INTO users VALUES (gen_random_uuid(), $1, $2)",
        [(person.username, hashed) for person in EVERYBODY],
    )
    await connection.close()


if __name__ == "__main__":
    main()
