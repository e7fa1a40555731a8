"""Republishing of state, and personal data."""

from typing import Any

from contracts.identity import DataRequested, ErasureCheckRequested, UserErased
from contracts.payments import ChargeClosed, ChargeOpened, ChargePaid, ChargeRefunded
from contracts.personal_data import PaymentsDataCollected, PaymentsErasureChecked
from kit.database.db import new_id
from kit.testing import Actor
from payments.charges.models import Charge
from payments.payments.models import Payment
from payments.republish import republish

from services.payments.tests.factories import (
    PaymentsUnderTest,
    build_request,
    candidate,
    execute,
    list_rows,
    owe,
)


class TestRepublish:
    async def test_publishes_each_charge_s_state_with_its_version(
        self, service: PaymentsUnderTest
    ) -> None:
        for status in ("open", "paid", "partly_refunded", "expired"):
            event = build_request(candidate())
            await service.deliver(event)
            await execute(
                service,
                "UPDATE charges SET status = :status, paid_at = now(), version = 4"
                " WHERE subject_id = :id",
                status=status,
                id=event.subject_id,
            )
        async with service.database.transaction() as session:
            found = [pair async for pair in republish(session)]
        kinds = [type(event) for event, _ in found]
        assert kinds == [ChargeOpened, ChargePaid, ChargeRefunded, ChargeClosed]
        assert {sequence for _, sequence in found} == {4}


class TestPersonalData:
    def person(self, actor: Actor) -> dict[str, Any]:
        return {"user_id": actor.user_id, "profile_ids": [actor.profile_id]}

    async def pay(self, service: PaymentsUnderTest, charge: Charge) -> None:
        """Send the payer to the provider's page."""
        await execute(
            service,
            "INSERT INTO payments (id, charge_id, number, status, amount_minor, currency,"
            " integration_id, special_reference, refunded_minor, expires_at, inquiries, version)"
            " VALUES (:id, :charge, 1, 'redirected', :amount, 'SAR', 1, 'order-1', 0,"
            " now() + interval '1 hour', 0, 1)",
            id=new_id(),
            charge=charge.id,
            amount=charge.amount_minor,
        )

    async def test_what_is_owed_and_paid_is_given_to_the_payer_alone(
        self, service: PaymentsUnderTest
    ) -> None:
        mine, other = candidate(), candidate()
        for person in (mine, other):
            await service.deliver(build_request(person))
        asked = DataRequested(request_id=new_id(), email="", **self.person(mine))
        await service.deliver(asked)
        (answer,) = await service.published(PaymentsDataCollected)
        assert (answer.request_id, answer.part, answer.parts) == (asked.request_id, 1, 1)
        (charge,) = answer.rows["charges"]
        assert charge["payer_user_id"] == str(mine.user_id)

    async def test_what_is_owed_or_runs_stands_in_the_way_of_an_erasure(
        self, service: PaymentsUnderTest
    ) -> None:
        person = candidate()
        asked = ErasureCheckRequested(erasure_id=new_id(), check=1, **self.person(person))

        async def obstacles() -> set[str]:
            await service.deliver(asked)
            return {
                str(each)
                for each in (await service.published(PaymentsErasureChecked))[-1].obstacles
            }

        assert await obstacles() == set()
        charge = await owe(service, person)
        assert await obstacles() == {"charge_due"}
        await self.pay(service, charge)
        assert await obstacles() == {"charge_due", "payment_running"}
        await execute(service, "UPDATE charges SET status = 'paid'")
        await execute(service, "UPDATE payments SET status = 'succeeded'")
        assert await obstacles() == set()
        await execute(service, "UPDATE payments SET status = 'under_review'")
        assert await obstacles() == {"payment_running"}

    async def test_an_erasure_leaves_what_accounting_needs_and_no_card(
        self, service: PaymentsUnderTest
    ) -> None:
        person = candidate()
        await self.pay(service, await owe(service, person))
        await execute(service, "UPDATE payments SET card_brand = 'Visa', card_last4 = '1111'")
        erased = UserErased(email="", **self.person(person))
        for _ in range(2):
            await service.deliver(erased)
        (payment,) = await list_rows(service, Payment)
        (charge,) = await list_rows(service, Charge)
        assert (payment.card_brand, payment.card_last4) == (None, None)
        assert (payment.amount_minor, charge.amount_minor) == (charge.amount_minor,) * 2
