"""Publishing everything again."""

from contracts.payments import ChargeClosed, ChargeOpened, ChargePaid, ChargeRefunded
from payments.republish import republish

from services.payments.tests.factories import PaymentsUnderTest, candidate, execute, request_of


class TestRepublish:
    async def test_publishes_each_charge_s_state_with_its_version(
        self, service: PaymentsUnderTest
    ) -> None:
        for status in ("open", "paid", "partly_refunded", "expired"):
            event = request_of(candidate())
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
