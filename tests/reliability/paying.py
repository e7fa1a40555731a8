"""Card payments while replicas of payments are killed, and the invariants afterwards.

Each payer starts a payment, pays on the provider's page and returns; every fifth gets a partial
refund. Requests without an answer are retried, those for pages a minute later. The provider calls
back twice, in any order.
"""

import asyncio
import html
import itertools
import os
import re
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import UUID

import asyncpg
import httpx
from contracts.enrollment import ChargeRequested
from kit.database.db import Database, new_id, utc_now
from kit.messaging import inbox
from kit.messaging.envelope import Meta
from kit.testing import Actor, eventually
from payments.handlers import HANDLERS
from payments.invariants import INVARIANTS

from deploy.local.plan import Process
from deploy.local.restart import check_gateway_use, is_used
from services.payments.tests.factories import GOOD, admin, build_request, candidate
from tests.reliability.served import Served

CARD = {"number": GOOD, "expiry": "01/39", "cvv": "123", "name": "Sara Al-Harbi"}
REFUND_MINOR = 1_000
"""Less than half of the price: the provider would give it back twice."""
REFUND_EVERY = 5
KILL_EVERY_SECONDS = 4.0
IN_FLIGHT_SECONDS = 3.5
"""Seconds in which requests to the killed replica fail on a busy machine."""
_PAUSE_SECONDS = 0.3
_LOOKS = 10
_NONE_KEPT = httpx.Limits(max_keepalive_connections=0)


@dataclass
class Death:
    """A copy that was killed, and when the gateway had left it out."""

    at: float
    left_out_at: float = 0.0

    @property
    def noticed_after(self) -> float:
        """In seconds."""
        return self.left_out_at - self.at


@dataclass
class Payers:
    """All that pay: what they were answered, and who asks for a page again later."""

    served: Served
    people: dict[UUID, Actor]
    """By the charge that each of them owes."""
    answers: Counter[int] = field(default_factory=Counter)
    failed_at: list[float] = field(default_factory=list)
    """Times of requests without an answer or with a 5xx."""
    refunded: set[str] = field(default_factory=set)
    """The payments whose refund was accepted."""
    waiting: list[UUID] = field(default_factory=list)
    """Charges for which a killed copy may have left an attempt behind. Another one can follow only
    when that copy cannot be at work on it any more."""
    seconds: float = 0.0
    """Total duration."""

    async def pay(self, clients: int = 8) -> None:
        """Let all people pay, with this many clients."""
        began = time.monotonic()
        await self._pay(list(self.people), clients)
        self.seconds = time.monotonic() - began
        while self.waiting:
            # As if that time had passed.
            await self.execute(
                "UPDATE payments SET created_at = created_at - interval '1 minute'"
                " WHERE status = 'created'"
            )
            late, self.waiting = self.waiting, []
            await self._pay(late, clients)

    async def _pay(self, charge_ids: Sequence[UUID], clients: int) -> None:
        left = iter(enumerate(charge_ids))

        async def client() -> None:
            async with (
                httpx.AsyncClient(
                    base_url=f"{self.served.url}/api/v1/", timeout=60, trust_env=False
                ) as ours,
                # The sandbox keeps a connection no longer than the client: none is used again.
                httpx.AsyncClient(timeout=60, trust_env=False, limits=_NONE_KEPT) as provider,
            ):
                for number, charge_id in left:
                    await self._pay_one(ours, provider, charge_id, refund=not number % REFUND_EVERY)

        await asyncio.gather(*(client() for _ in range(clients)))

    async def _pay_one(
        self,
        ours: httpx.AsyncClient,
        provider: httpx.AsyncClient,
        charge_id: UUID,
        *,
        refund: bool,
    ) -> None:
        person = self.people[charge_id]
        started = await self._answer(ours, "POST", f"charges/{charge_id}/payments", person)
        if started is None:
            self.waiting.append(charge_id)
            return
        assert started.status_code == 201, started.text
        page = await provider.post(started.json()["checkout_url"], data=CARD)
        back = re.search(r'id="back" href="([^"]+)"', page.text)
        assert back, page.text
        params = dict(parse_qsl(urlsplit(html.unescape(back[1])).query, keep_blank_values=True))
        payment_id = started.json()["payment_id"]
        succeeded = await self._come_back(ours, person, payment_id, params)
        # Else both callbacks were lost, and the provider is asked later.
        if succeeded and refund:
            await self._give_back(ours, payment_id)

    async def _come_back(
        self, ours: httpx.AsyncClient, person: Actor, payment_id: str, params: dict[str, str]
    ) -> bool:
        """Come back with what the provider has sent along, and look for a few seconds."""
        seen = await self._ask(ours, "POST", "payments/return", person, {"params": params})
        for _ in range(_LOOKS):
            assert seen.status_code == 200, seen.text
            if seen.json()["status"] == "succeeded":
                return True
            await asyncio.sleep(_PAUSE_SECONDS)
            seen = await self._ask(ours, "GET", f"payments/{payment_id}", person)
        return False

    async def _ask(
        self, ours: httpx.AsyncClient, method: str, path: str, person: Actor, body: Any = None
    ) -> httpx.Response:
        """Ask until there is an answer."""
        while True:
            answer = await self._answer(ours, method, path, person, body)
            if answer is not None:
                return answer
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _give_back(self, ours: httpx.AsyncClient, payment_id: str) -> None:
        """Request a refund once; only the books tell if an unanswered request was accepted."""
        body = {"reason": "The batch moved", "amount_minor": REFUND_MINOR}
        path = f"payments/{payment_id}/refunds"
        answer = await self._answer(ours, "POST", path, admin(), body)
        if answer is not None:
            assert answer.status_code == 202, answer.text
            self.refunded.add(payment_id)

    async def _answer(
        self, ours: httpx.AsyncClient, method: str, path: str, person: Actor, body: Any = None
    ) -> httpx.Response | None:
        """The answer of a copy, None where there is none."""
        answer = None
        with suppress(httpx.TransportError):
            answer = await ours.request(method, path, headers=person.headers, json=body)
        self.answers[answer.status_code if answer else 0] += 1
        if answer is None or answer.status_code >= 500:
            self.failed_at.append(time.monotonic())
            return None
        return answer

    async def settled(self) -> None:
        """Wait until the books are complete, querying the provider at once for lost callbacks."""
        await self.execute(
            "UPDATE payments SET next_inquiry_at = now() WHERE status IN ('created', 'redirected')"
        )
        await self.execute("UPDATE refunds SET due_at = now() WHERE status <> 'done'")

        async def at_rest() -> bool:
            # What a killed copy was sending is sent again when the provider has denied it for ten
            # minutes. No call to the sandbox lasts as long as these seconds.
            await self.execute(
                "UPDATE refunds SET sent_at = sent_at - interval '10 minutes', due_at = now()"
                " WHERE status = 'sent' AND sent_at < now() - interval '30 seconds'"
                " AND sent_at > now() - interval '10 minutes'"
            )
            return not await self.fetch(
                "SELECT 1 FROM refunds WHERE status <> 'done'"
                " UNION ALL SELECT 1 FROM callbacks"
                "  WHERE processed_at IS NULL AND outcome IS DISTINCT FROM 'unmatched'"
                " UNION ALL SELECT 1 FROM charges WHERE status = 'open'"
                " UNION ALL SELECT 1 FROM charges WHERE NOT EXISTS"
                "  (SELECT 1 FROM documents WHERE charge_id = charges.id)"
                " UNION ALL SELECT 1 FROM refunds WHERE NOT EXISTS"
                "  (SELECT 1 FROM documents WHERE refund_id = refunds.id) LIMIT 1"
            )

        await eventually(at_rest, seconds=120)

    async def check_books(self) -> None:
        """No double effect and nothing lost, here and at the provider.

        Raises `AssertionError`.
        """
        count = len(self.people)
        for invariant in INVARIANTS:
            assert not await self.fetch(invariant.statement), invariant.name
        paid = await self.fetch("SELECT charge_id FROM payments WHERE status = 'succeeded'")
        assert sorted(row["charge_id"] for row in paid) == sorted(self.people)
        refunds = await self.fetch("SELECT payment_id::text, amount_minor, status FROM refunds")
        given_back = [row["payment_id"] for row in refunds]
        assert len(set(given_back)) == len(given_back)
        assert self.refunded <= set(given_back)
        assert {(row["amount_minor"], row["status"]) for row in refunds} == {(REFUND_MINOR, "done")}
        documents = await self.fetch("SELECT kind, count(*) FROM documents GROUP BY kind")
        assert dict(documents) == {"receipt": count, "credit_note": len(refunds)}
        for kind, times in ("paid", count), ("refunded", len(refunds)):
            published = await self.fetch(
                "SELECT subject FROM outbox WHERE type = $1", f"payments.charge.{kind}"
            )
            assert len({row["subject"] for row in published}) == len(published) == times, kind
        provider = await self._at_the_provider("transactions")
        received = [t for t in provider if t["success"] and t["parent_transaction"] is None]
        assert len(received) == len({t["order_id"] for t in received}) == count
        returned = [t for t in provider if t["is_refund"]]
        assert len(returned) == len({t["parent_transaction"] for t in returned}) == len(refunds)
        assert {t["amount_cents"] for t in returned} == {REFUND_MINOR}

    async def lost_callbacks(self) -> int:
        """Return the number of the provider's callbacks that were not accepted."""
        callbacks = await self._at_the_provider("callbacks")
        return sum(status != 200 for each in callbacks for status in each["answers"])

    async def _at_the_provider(self, what: str) -> list[dict[str, Any]]:
        async with httpx.AsyncClient(
            base_url=self.served.sandbox_url, timeout=60, trust_env=False
        ) as http:
            found: list[dict[str, Any]] = (await http.get(f"/sandbox/{what}")).json()
            return found

    async def fetch(self, statement: str, *values: object) -> list[Any]:
        """Rows of the service's database."""
        connection = await asyncpg.connect(self.served.database_url)
        try:
            return list(await connection.fetch(statement, *values))
        finally:
            await connection.close()

    async def execute(self, statement: str) -> None:
        """Change the database behind the service's back."""
        await self.fetch(statement)


async def payers(served: Served, count: int) -> Payers:
    """Create people who each owe for an enrollment."""
    await call_back_twice(served)
    requests = requested(count)
    await request_charges(served, [event for _, event in requests])
    return await owing(served, requests)


async def request_charges(served: Served, events: Sequence[ChargeRequested]) -> None:
    """Have payments open charges, as the events from enrollment do."""
    database = Database(served.database_url, pool_size=1)
    for event in events:
        meta = Meta(new_id(), utc_now(), 1, "enrollment", event.subject)
        await inbox.handle_once(database, HANDLERS, event, meta)
    await database.close()


async def call_back_twice(served: Served) -> None:
    """Have the provider send each callback twice, in any order."""
    async with httpx.AsyncClient(base_url=served.sandbox_url, timeout=60, trust_env=False) as http:
        await http.put("/sandbox/behaviour", json={"delay_ms": 0, "jitter_ms": 200, "copies": 2})


def requested(count: int) -> list[tuple[Actor, ChargeRequested]]:
    """Create the events that enrollment would publish for these people."""
    people = [candidate() for _ in range(count)]
    return [(person, build_request(person)) for person in people]


async def owing(served: Served, requests: Sequence[tuple[Actor, ChargeRequested]]) -> Payers:
    """The people, with the charges that were opened for them."""
    found = Payers(served, {})
    rows = await found.fetch("SELECT id, payer_user_id FROM charges")
    charges = {row["payer_user_id"]: row["id"] for row in rows}
    found.people = {charges[person.user_id]: person for person, _ in requests}
    return found


@asynccontextmanager
async def killing(served: Served) -> AsyncIterator[list[Death]]:
    """Kill a copy every four seconds within the block, each in turn, never the last one in use."""
    deaths: list[Death] = []
    stopping = asyncio.Event()

    async def kill_one_after_the_other() -> None:
        for copy in itertools.cycle(served.copies):
            others = [each for each in served.copies if each is not copy]
            while not (
                await asyncio.to_thread(is_used, copy, served.metrics)
                and any([await asyncio.to_thread(is_used, o, served.metrics) for o in others])
            ):
                if await _stopped(stopping, 0.2):
                    return
            death = Death(time.monotonic())
            os.kill(served.pid(copy), signal.SIGKILL)
            deaths.append(death)
            await eventually(partial(_is_left_out, served, copy), every=0.05)
            death.left_out_at = time.monotonic()
            if await _stopped(stopping, death.at + KILL_EVERY_SECONDS - time.monotonic()):
                return

    task = asyncio.create_task(kill_one_after_the_other())
    try:
        yield deaths
    finally:
        stopping.set()
        await task


def _is_left_out(served: Served, copy: Process) -> bool:
    return not any(check_gateway_use(copy, served.metrics))


async def _stopped(stopping: asyncio.Event, seconds: float) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stopping.wait()
    return stopping.is_set()
