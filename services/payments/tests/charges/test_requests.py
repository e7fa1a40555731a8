"""Charge requests from enrollment."""

from collections.abc import Sequence

import pytest
from contracts import Event
from contracts.enrollment import ChargeCancelled, ChargeLine
from contracts.payments import ChargeClosed, ChargeOpened, ChargePaid, ChargeStatus
from kit.testing import QueryCounter
from payments.charges.models import Charge

from services.payments.tests.factories import (
    PRICE,
    PaymentsUnderTest,
    build_request,
    candidate,
    execute,
    get_charge,
    list_rows,
)

LINE = ChargeLine(title_en="Forklift", title_ar="رافعة", code="F", quantity=1, unit_minor=1)


def cancelled(event: object) -> ChargeCancelled:
    return ChargeCancelled.model_validate(event, from_attributes=True)


class TestChargeRequested:
    async def test_opens_a_charge(self, service: PaymentsUnderTest) -> None:
        event = build_request(candidate())
        await service.deliver(event)
        charge = await get_charge(service, event.subject_id)
        assert (charge.status, charge.amount_minor) == (ChargeStatus.OPEN, PRICE)
        assert charge.organization_id == event.organization_id
        (opened,) = await service.published(ChargeOpened)
        assert opened.due_at == event.due_at

    async def test_the_same_request_in_another_message_opens_nothing(
        self, service: PaymentsUnderTest
    ) -> None:
        event = build_request(candidate())
        for _ in range(3):
            await service.deliver(event)
        assert len(await list_rows(service, Charge)) == 1

    async def test_references_count_up(self, service: PaymentsUnderTest) -> None:
        for _ in range(3):
            await service.deliver(build_request(candidate()))
        numbers = [int(c.reference[-6:]) for c in await list_rows(service, Charge)]
        assert numbers == list(range(numbers[0], numbers[0] + 3))

    async def test_newer_terms_change_an_open_charge(self, service: PaymentsUnderTest) -> None:
        person = candidate()
        event = build_request(person)
        await service.deliver(event)
        await service.deliver(event.model_copy(update={"amount_minor": 7}), sequence=2)
        (charge,) = await list_rows(service, Charge)
        assert (charge.amount_minor, charge.version) == (7, 2)

    async def test_a_charge_of_nothing_is_paid(self, service: PaymentsUnderTest) -> None:
        await service.deliver(build_request(candidate(), amount_minor=0))
        assert [f.amount_minor for f in await service.published(ChargePaid)] == [0]

    async def test_many_open_as_if_each_had_come_alone(
        self, service: PaymentsUnderTest, queries: QueryCounter
    ) -> None:
        async def count(asked: Sequence[tuple[Event, int]]) -> int:
            with queries() as statements:
                await service.deliver_batch(asked)
            return len(statements)

        first, *others = (build_request(candidate()) for _ in range(30))
        assert await count([(first, 1)]) == await count([(each, 1) for each in others])
        charges = await list_rows(service, Charge)
        assert len(charges) == len({each.reference for each in charges}) == 30
        # The newest terms win in any order of arrival; paid charges stay unchanged.
        paid = others.pop()
        await execute(
            service, "UPDATE charges SET status = 'paid' WHERE subject_id = :it", it=paid.subject_id
        )
        news = [
            (each.model_copy(update={"amount_minor": amount}), amount)
            for each in (first, paid, *others)
            for amount in (8, 7)
        ]
        few = [pair for pair in news if pair[0].subject_id == first.subject_id]
        assert await count(few) == await count(news)
        for each in (first, *others):
            charge = await get_charge(service, each.subject_id)
            assert (charge.amount_minor, charge.version) == (8, 2)
        assert (await get_charge(service, paid.subject_id)).amount_minor == PRICE
        # Late and repeated.
        await service.deliver_batch([(each, 1) for each in (first, *others)])
        assert len(await service.published(ChargeOpened)) == 30 + 29

    async def test_one_that_does_not_add_up_holds_up_no_other(
        self, service: PaymentsUnderTest
    ) -> None:
        wrong = build_request(candidate(), lines=[LINE])
        with pytest.raises(ValueError, match="in a charge of"):
            await service.deliver_batch([(build_request(candidate()), 1), (wrong, 1)])
        # The consumer then handles each message separately.
        assert await list_rows(service, Charge) == []

    async def test_after_a_refund_the_subject_can_have_a_new_charge(
        self, service: PaymentsUnderTest
    ) -> None:
        event = build_request(candidate())
        await service.deliver(event)
        await execute(service, "UPDATE charges SET status = 'refunded'")
        await service.deliver(event, sequence=2)
        assert (await get_charge(service, event.subject_id)).status is ChargeStatus.OPEN
        assert len(await list_rows(service, Charge)) == 2


class TestChargeCancelled:
    async def test_closes_an_open_charge(self, service: PaymentsUnderTest) -> None:
        event = build_request(candidate())
        await service.deliver(event)
        await service.deliver(cancelled(event), sequence=2)
        assert (await get_charge(service, event.subject_id)).status is ChargeStatus.CANCELLED
        (closed,) = await service.published(ChargeClosed)
        assert closed.status == "cancelled"

    async def test_one_that_arrives_before_its_request_wins(
        self, service: PaymentsUnderTest
    ) -> None:
        event = build_request(candidate())
        await service.deliver(cancelled(event), sequence=2)
        await service.deliver(event, sequence=1)
        assert await list_rows(service, Charge) == []

    async def test_one_that_is_older_than_a_new_request_changes_nothing(
        self, service: PaymentsUnderTest
    ) -> None:
        event = build_request(candidate())
        await service.deliver(event, sequence=3)
        await service.deliver(cancelled(event), sequence=2)
        assert (await get_charge(service, event.subject_id)).status is ChargeStatus.OPEN

    @pytest.mark.parametrize("status", ["paid", "expired", "refunded"])
    async def test_a_charge_that_is_not_open_stays(
        self, service: PaymentsUnderTest, status: str
    ) -> None:
        event = build_request(candidate())
        await service.deliver(event)
        await execute(service, "UPDATE charges SET status = :status", status=status)
        await service.deliver(cancelled(event), sequence=2)
        assert (await get_charge(service, event.subject_id)).status == status
