"""One run of the invariants detects damaged rows."""

import httpx
import pytest
from contracts import Permission
from kit.testing import actor
from payments.demo.load import load
from payments.documents.service import issue_receipts

from services.payments.tests.factories import (
    Pay,
    PaymentsUnderTest,
    candidate,
    execute,
    refund,
    send_refunds,
)


class TestBroken:
    async def test_nothing_is_while_money_comes_and_goes(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, pay: Pay
    ) -> None:
        await pay()
        given_back, half = await pay(), await pay()
        assert given_back.payment_id
        assert half.payment_id
        await refund(client, given_back.payment_id)
        await refund(client, half.payment_id, amount_minor=half.amount_minor // 2)
        assert await service.broken() == {}, "requested"
        await send_refunds(service)
        assert await service.broken() == {}, "done"

    async def test_nothing_is_in_the_demo_s_data(self, service: PaymentsUnderTest) -> None:
        await load(service.database)
        async with service.database.transaction() as session:
            while await issue_receipts(session):
                pass
        assert set(await service.broken()) <= {"outbox_published"}

    @pytest.mark.parametrize(
        "damage",
        [
            "UPDATE charges SET payment_id = NULL",
            "UPDATE payments SET status = 'failed'",
            "UPDATE payments SET received_minor = received_minor - 1",
            "UPDATE charges SET amount_minor = amount_minor + 1",
        ],
    )
    async def test_a_paid_charge_without_its_settlement_is(
        self, service: PaymentsUnderTest, pay: Pay, damage: str
    ) -> None:
        charge = await pay()
        await execute(service, damage)
        assert (await service.broken())["paid_charges_are_settled"] == [str(charge.payment_id)]

    async def test_money_that_settles_nothing_and_stays_is(
        self, service: PaymentsUnderTest, pay: Pay
    ) -> None:
        charge = await pay()
        await execute(service, "UPDATE charges SET status = 'open', payment_id = NULL")
        assert await service.broken() == {"other_money_goes_back": [str(charge.payment_id)]}

    @pytest.mark.parametrize(
        "damage",
        [
            "UPDATE payments SET organization_id = NULL",
            "UPDATE payments SET payer_profile_id = gen_random_uuid()",
        ],
    )
    async def test_a_payment_that_is_not_whose_its_charge_is_is(
        self, service: PaymentsUnderTest, pay: Pay, damage: str
    ) -> None:
        charge = await pay()
        await execute(service, damage)
        assert await service.broken() == {"payments_are_their_charges": [str(charge.payment_id)]}

    @pytest.mark.parametrize(
        "damage",
        [
            "UPDATE refunds SET amount_minor = amount_minor * 3",
            "UPDATE payments SET refunded_minor = 0",
            "UPDATE charges SET refunded_minor = 1",
            "DELETE FROM refunds",
        ],
    )
    async def test_refunds_that_do_not_add_up_are(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, pay: Pay, damage: str
    ) -> None:
        charge = await pay()
        assert charge.payment_id
        await refund(client, charge.payment_id, amount_minor=charge.amount_minor // 2)
        await send_refunds(service)
        await execute(service, damage)
        assert await service.broken() == {"refunds_add_up": [str(charge.payment_id)]}

    async def test_a_callback_that_nobody_processes_is(
        self, service: PaymentsUnderTest, pay: Pay
    ) -> None:
        await pay()
        await execute(
            service,
            "UPDATE callbacks SET processed_at = NULL, received_at = now() - interval '11 minutes'",
        )
        assert list(await service.broken()) == ["callbacks_are_processed"]


class TestList:
    async def test_admins_with_the_permission_see_each_with_what_breaks_it(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, pay: Pay
    ) -> None:
        operator = actor("admin", permissions=[Permission.VIEW_HEALTH])
        charge = await pay()
        before = (await client.get("invariants/payments", headers=operator.headers)).json()
        assert {each["checked_at"] for each in before} == {None}
        await execute(service, "UPDATE charges SET payment_id = NULL")
        await service.broken()
        after = (await client.get("invariants/payments", headers=operator.headers)).json()
        assert [each["name"] for each in after] == [each["name"] for each in before]
        (broken,) = [each for each in after if each["found"] and each["name"].startswith("paid")]
        assert broken["findings"] == [
            {
                "id": str(charge.payment_id),
                "detail": f"{charge.reference}: paid, but no payment settles it",
            }
        ]

    @pytest.mark.parametrize("person", [candidate(), actor("admin"), None])
    async def test_nobody_else_does(self, client: httpx.AsyncClient, person: object) -> None:
        headers = getattr(person, "headers", {})
        answer = await client.get("invariants/payments", headers=headers)
        assert answer.status_code in (401, 403)
