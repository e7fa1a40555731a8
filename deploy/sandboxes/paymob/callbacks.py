"""Sends processed callbacks, late, twice, out of order or not at all, as it is configured."""

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine
from typing import Any, Literal

import httpx

from .config import Settings
from .models import Callback, Intention, Transaction
from .payloads import transaction_body
from .signature import sign
from .store import Store

logger = logging.getLogger(__name__)

Order = Literal["sent", "reversed", "shuffled"]


class Dispatcher:
    """Queues callbacks and delivers them in the background."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings = settings
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()
        self._http = httpx.AsyncClient(timeout=10, trust_env=False)

    def send(self, intention: Intention, transaction: Transaction) -> None:
        """Queue the callback of a transaction's present state."""
        if not intention.notification_url:
            return
        rules = intention.behaviour or self._settings.behaviour
        obj = transaction_body(self._settings, intention, transaction)
        lost = random.random() < rules.loss
        callback = Callback(
            id=self._store.new_id(),
            intention_id=intention.id,
            transaction_id=transaction.id,
            url=intention.notification_url,
            hmac=sign(obj, self._settings.hmac_secret),
            body={
                "type": "TRANSACTION",
                "obj": obj,
                "issuer_bank": None,
                "transaction_processed_callback_responses": "",
            },
            state="lost" if lost else "held" if rules.hold else "scheduled",
        )
        self._store.save(callback)
        if callback.state == "scheduled":
            for _ in range(rules.copies):
                extra = random.randint(0, rules.jitter_ms)
                self._start(self._deliver_after(rules.delay_ms + extra, callback))

    def later(self, delay_ms: int, action: Callable[[], object]) -> None:
        """Do something after a while, unless the sandbox stops first."""

        async def run() -> None:
            await asyncio.sleep(delay_ms / 1000)
            action()

        self._start(run())

    async def release(self, order: Order, intention_id: str | None) -> list[Callback]:
        """Send held callbacks one by one, in the requested order."""
        held = [
            callback
            for callback in self._store.callbacks.values()
            if callback.state == "held" and intention_id in (None, callback.intention_id)
        ]
        if order == "reversed":
            held.reverse()
        elif order == "shuffled":
            random.shuffle(held)
        for callback in held:
            await self.deliver(callback)
        return held

    async def deliver(self, callback: Callback) -> None:
        """Send one callback now. A failure is recorded and not repeated, as at the provider."""
        try:
            answer = await self._http.post(
                callback.url, params={"hmac": callback.hmac}, json=callback.body
            )
        except httpx.HTTPError as error:
            logger.warning("callback %s to %s failed: %s", callback.id, callback.url, error)
            callback.answers.append(0)
        else:
            callback.answers.append(answer.status_code)
        callback.state = "sent" if 200 <= callback.answers[-1] < 300 else "failed"
        self._store.save(callback)

    async def close(self) -> None:
        """Drop waiting callbacks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._http.aclose()

    async def _deliver_after(self, delay_ms: int, callback: Callback) -> None:
        await asyncio.sleep(delay_ms / 1000)
        await self.deliver(callback)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
