from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from contracts.payments import ChargePaid, ChargePurpose, ChargeRefunded
from identity.config import Settings
from kit.database.db import utc_now
from kit.testing import ServiceUnderTest

from services.identity.tests.accounts.numbers.factories import (
    PASSPORT,
    paid_enrollment,
    update,
    with_fixed_number,
    with_number,
)
from services.identity.tests.factories import a_civil_number, codes_of, renew, scalar


async def fixed_at(service: ServiceUnderTest[Settings]) -> datetime | None:
    fixed: datetime | None = await scalar(service, "SELECT numbers_fixed_at FROM users")
    return fixed


def refund_of(paid: ChargePaid) -> Any:
    values = paid.model_dump(exclude={"paid_at", "late"})
    return ChargeRefunded(**values, refunded_minor=paid.amount_minor, complete=True)


class TestFixing:
    async def test_a_paid_enrollment_fixes_the_number(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await with_number(client, service)
        number = person.user["civil_number"]
        assert person.user["numbers_fixed_at"] is None
        await service.deliver(paid := paid_enrollment(person))
        answer = await update(client, person, civil_number=a_civil_number())
        assert answer.status_code == 422
        assert codes_of(answer) == {"civil_number": "identity_number.fixed"}
        await renew(client, person)
        assert person.user["civil_number"] == number
        assert datetime.fromisoformat(str(person.user["numbers_fixed_at"])) == paid.paid_at

    async def test_a_fixed_number_cannot_be_taken_away_either(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await with_fixed_number(client, service)
        answer = await update(client, person, civil_number=None, **PASSPORT)
        assert codes_of(answer) == {"civil_number": "identity_number.fixed"}

    async def test_a_fixed_passport_number_stays_too(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await with_number(client, service)
        person.use(await update(client, person, **PASSPORT))
        await service.deliver(paid_enrollment(person))
        answer = await update(client, person, **(PASSPORT | {"passport_number": "B1234567"}))
        assert codes_of(answer) == {"passport_number": "identity_number.fixed"}

    async def test_whether_the_other_number_is_known_is_not_revealed(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await with_number(client, service, known := a_civil_number())
        person = await with_fixed_number(client, service)
        answers = [await update(client, person, civil_number=n) for n in (known, a_civil_number())]
        assert [codes_of(a) for a in answers] == [{"civil_number": "identity_number.fixed"}] * 2

    async def test_the_same_number_and_the_rest_can_still_be_saved(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await with_fixed_number(client, service)
        number = person.user["civil_number"]
        answer = await update(client, person, civil_number=number, gender="male")
        assert answer.status_code == 200

    async def test_a_number_that_is_missing_can_be_added(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await with_fixed_number(client, service)
        answer = await update(client, person, **PASSPORT)
        assert answer.json()["user"]["passport_number"] == "A1234567"

    @pytest.mark.parametrize(
        "changes", [{"amount_minor": 0}, {"purpose": ChargePurpose.CANDIDATE_REGISTRATION}]
    )
    async def test_a_free_enrollment_and_a_fee_do_not_fix(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        changes: dict[str, Any],
    ) -> None:
        person = await with_number(client, service)
        await service.deliver(paid_enrollment(person, **changes))
        assert await fixed_at(service) is None

    async def test_the_earliest_payment_counts_in_any_order_and_number(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await with_number(client, service)
        now = utc_now()
        days = [now - timedelta(days=n) for n in (2, 5, 1)]
        events = [paid_enrollment(person, paid_at=day) for day in days]
        for event in [*events, *events, events[0]]:
            await service.deliver(event)
        assert await fixed_at(service) == now - timedelta(days=5)

    async def test_a_refund_before_its_payment_fixes_and_one_after_it_changes_nothing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await with_number(client, service)
        paid = paid_enrollment(person, paid_at=utc_now() - timedelta(days=3))
        await service.deliver(refund_of(paid))
        assert await fixed_at(service) is not None
        await service.deliver(paid)
        await service.deliver(refund_of(paid))
        assert await fixed_at(service) == paid.paid_at

    async def test_events_of_somebody_unknown_are_passed_over(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await with_number(client, service)
        stranger = paid_enrollment(person, payer_user_id=person.profile_id)
        assert await service.deliver(stranger)
        assert await fixed_at(service) is None

    async def test_restated_events_restore_it(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        """`python -m kit payments republish` restores an outdated identity."""
        person = await with_number(client, service)
        event = paid_enrollment(person)
        await service.deliver(event, restated=True)
        assert await fixed_at(service) == event.paid_at
