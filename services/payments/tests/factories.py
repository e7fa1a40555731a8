"""Helpers for the service and the provider's sandbox."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Self
from urllib.parse import parse_qs, parse_qsl, urlsplit
from uuid import UUID

import httpx
from contracts.catalog import SettingsUpdated
from contracts.enrollment import ChargeRequested
from contracts.identity import ProfileUpdated
from contracts.profiles import ProfileType
from contracts.testing import event
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor, eventually
from payments.adapters.paymob.client import Paymob
from payments.charges.models import Charge
from payments.config import Settings
from payments.payments.models import Payment
from payments.refunds.models import Refund
from payments.refunds.tasks import inquire_next, send_next
from payments.settlement.models import Callback
from payments.settlement.tasks import inquire_due, settle_callbacks
from sqlalchemy import select, text
from sqlmodel import col

GOOD = "5123456789012346"
POOR = "4000000000009995"
PENDING = "4000000000000259"
Pay = Callable[[], Awaitable[Charge]]
"""Pay a charge and return it afterwards."""
PaymentsUnderTest = ServiceUnderTest[Settings, Paymob]
PRICE = 150_000
FEE = 11_500


def now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Sandbox:
    """Control interface of the provider's sandbox."""

    http: httpx.AsyncClient
    heard: Callable[[], Awaitable[None]]
    """Processes callbacks that the service has stored."""

    @classmethod
    @asynccontextmanager
    async def connected(
        cls, url: str, heard: Callable[[], Awaitable[None]] | None = None
    ) -> AsyncIterator[Self]:
        async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as http:
            yield cls(http, heard or _nothing)

    async def forget(self) -> None:
        """Reset the sandbox to send each callback once and immediately."""
        await self.http.post("/sandbox/reset")
        await self.behave(
            delay_ms=0, jitter_ms=0, copies=1, loss=0, hold=False, refund_shape="child",
            pending_ms=None, raw_plus=False, report_amount_cents=None, report_currency=None,
            report_integration_id=None,
        )  # fmt: skip

    async def behave(self, **change: Any) -> None:
        answer = await self.http.put("/sandbox/behaviour", json=change)
        assert answer.status_code == 200, answer.text

    async def fail(self, call: str, kind: str = "error", **how: Any) -> None:
        answer = await self.http.post("/sandbox/faults", json={"call": call, "kind": kind, **how})
        assert answer.status_code == 201, answer.text

    async def intentions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.http.get("/sandbox/intentions")).json()
        return found

    async def pay(self, checkout_url: str, card: str = GOOD) -> dict[str, str]:
        """Pay on the hosted page and return the browser's return parameters."""
        secret = parse_qs(urlsplit(checkout_url).query)["clientSecret"][0]
        intention = next(i for i in await self.intentions() if i["client_secret"] == secret)
        return await self.pay_intention(intention["id"], card)

    async def pay_intention(self, intention_id: str, card: str = GOOD) -> dict[str, str]:
        answer = await self.http.post(
            f"/sandbox/intentions/{intention_id}/pay", json={"card": card}
        )
        assert answer.status_code == 200, answer.text
        query = urlsplit(answer.json()["return_url"]).query
        return dict(parse_qsl(query, keep_blank_values=True))

    async def callbacks(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.http.get("/sandbox/callbacks")).json()
        return found

    async def release(self, order: str) -> None:
        await self.http.post("/sandbox/callbacks/release", json={"order": order})
        await self.heard()

    async def delivered(self, count: int = 1) -> list[dict[str, Any]]:
        """Wait until `count` callbacks are answered and settled."""

        async def check() -> list[dict[str, Any]] | None:
            found = await self.callbacks()
            answered = [c for c in found if c["answers"]]
            return answered if len(answered) >= count else None

        found: list[dict[str, Any]] = await eventually(check)
        await self.heard()
        return found


async def _nothing() -> None:
    return


def candidate(**kwargs: Any) -> Actor:
    return actor("candidate", **kwargs)


def build_profile(person: Actor, **changes: Any) -> ProfileUpdated:
    """Build identity's event for a person who has not paid."""
    assert person.profile
    values: dict[str, Any] = {
        "profile_id": person.profile_id,
        "user_id": person.user_id,
        "profile_type": person.profile.type,
        "organization_id": person.profile.organization_id,
        "username": "sara",
        "email": "sara@example.com",
        "phone": "+966500000001",
        "name_en": "Sara Al-Harbi",
        "name_ar": "سارة الحربي",
        "locale": "en",
    }
    return event(ProfileUpdated, **values | changes)


def fees(candidate_minor: int = FEE, **changes: Any) -> SettingsUpdated:
    values: dict[str, Any] = {
        "registration_fees": {
            ProfileType.CANDIDATE: candidate_minor,
            ProfileType.STAFF: 23_000,
            ProfileType.ORGANIZATION: 115_000,
        },
        "effective_on": date(2026, 1, 1),
    }
    return event(SettingsUpdated, **values | changes)


def build_request(person: Actor, **changes: Any) -> ChargeRequested:
    """Build enrollment's charge request for a person."""
    values: dict[str, Any] = {
        "payer_profile_id": person.profile_id,
        "payer_user_id": person.user_id,
        "organization_id": new_id(),
        "amount_minor": PRICE,
        "title_en": "Forklift operation",
        "title_ar": "تشغيل الرافعة الشوكية",
        "subject_code": "FLT-110-3",
        "due_at": now() + timedelta(hours=2),
    }
    return event(ChargeRequested, **values | changes)


async def owe(service: PaymentsUnderTest, person: Actor, **changes: Any) -> Charge:
    """Open an enrollment charge for a known person."""
    await service.deliver(build_profile(person, paid=True))
    request = build_request(person, **changes)
    await service.deliver(request)
    return await get_charge(service, request.subject_id)


async def get_charge(service: PaymentsUnderTest, subject_id: UUID) -> Charge:
    """Return the newest charge of a subject."""
    async with service.database.transaction() as session:
        found = await session.scalar(
            select(Charge)
            .where(col(Charge.subject_id) == subject_id)
            .order_by(col(Charge.id).desc())
            .limit(1)
        )
    assert found is not None
    return found


async def list_rows(service: PaymentsUnderTest, table: type[Any]) -> list[Any]:
    """Return all rows, oldest first."""
    async with service.database.transaction() as session:
        return list((await session.scalars(select(table).order_by(table.id))).all())


async def the_payment(service: PaymentsUnderTest) -> Payment:
    (payment,) = await list_rows(service, Payment)
    assert isinstance(payment, Payment)
    return payment


async def the_refund(service: PaymentsUnderTest) -> Refund:
    (refund,) = await list_rows(service, Refund)
    assert isinstance(refund, Refund)
    return refund


async def callbacks_of(service: PaymentsUnderTest) -> list[Callback]:
    return await list_rows(service, Callback)


async def start(client: httpx.AsyncClient, person: Actor, charge: Charge) -> dict[str, str]:
    answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
    assert answer.status_code == 201, answer.text
    started: dict[str, str] = answer.json()
    return started


async def settle_all(service: PaymentsUnderTest) -> None:
    """Settle all due callbacks."""
    while await settle_callbacks(service.context):
        pass


async def execute(service: PaymentsUnderTest, statement: str, **values: Any) -> None:
    """Change rows directly in the database, for example their timestamps."""
    async with service.database.engine.begin() as connection:
        await connection.execute(text(statement), values)


async def inquire_all(service: PaymentsUnderTest) -> int:
    """Make every attempt's inquiry due and run it."""
    await execute(
        service, "UPDATE payments SET next_inquiry_at = now() WHERE next_inquiry_at IS NOT NULL"
    )
    return await inquire_due(service.context)


async def send_refunds(service: PaymentsUnderTest) -> int:
    """Send due refunds and return their number."""
    count = 0
    while await send_next(service.context):
        count += 1
    return count


async def inquire_refunds(service: PaymentsUnderTest) -> int:
    """Make every sent refund's inquiry due and run it once."""
    await execute(service, "UPDATE refunds SET due_at = now() WHERE status = 'sent'")
    return await inquire_next(service.context)


def admin() -> Actor:
    return actor("admin", permissions=["refund-payments", "review-payments"])


async def refund(
    client: httpx.AsyncClient,
    payment_id: UUID,
    person: Actor | None = None,
    *,
    in_review: bool = False,
    **body: object,
) -> httpx.Response:
    return await client.post(
        f"payments/{payment_id}/{'return' if in_review else 'refunds'}",
        json={"reason": "The batch moved", **body},
        headers=(person or admin()).headers,
    )
