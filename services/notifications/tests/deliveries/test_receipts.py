"""The mail about a payment links to the receipt once, and waits for it only briefly."""

from collections.abc import Callable

import pytest
from contracts.payments import ChargePaid, ChargeRefunded
from kit.database.db import AsyncSession
from sqlalchemy import text

from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.mailbox import Mailbox, send_due
from services.notifications.tests.factories import Service


@pytest.mark.parametrize("make", [factories.charge_paid, factories.charge_refunded])
async def test_one_mail_serves_the_payment_and_its_paper(
    service: Service, mailbox: Mailbox, make: Callable[[], ChargePaid | ChargeRefunded]
) -> None:
    money = make()
    await service.deliver(factories.profile(user_id=money.payer_user_id))
    await service.deliver(money)
    assert await send_due(service.context) == 0
    made = factories.document_made(money, token="a-secret")
    for _ in range(2):
        await service.deliver(made)
    assert await send_due(service.context) == 1
    (mail,) = mailbox.mails
    name = "receipt" if isinstance(money, ChargePaid) else "credit note"
    assert "http://app.test/api/v1/receipts/mailed/a-secret" in mail.part("text/plain")
    assert f"Open the {name} (PDF)" in mail.part("text/html")
    # Other PDFs of the charge, for example of a later refund, belong to that mail.
    await service.deliver(factories.document_made(money))
    assert await send_due(service.context) == 0


async def test_each_of_two_refunds_leads_to_its_own(
    service: Service, session: AsyncSession, mailbox: Mailbox
) -> None:
    first = factories.charge_refunded()
    await service.deliver(factories.profile(user_id=first.payer_user_id))
    await service.deliver(first, sequence=4)
    later = first.model_copy(update={"refunded_minor": 60_000})
    await service.deliver(later, sequence=5)
    for token in ("one", "two"):
        await service.deliver(factories.document_made(first, token=token))
    assert await send_due(service.context) == 2
    shown = [mail.part("text/plain") for mail in mailbox.mails]
    assert ["SAR 500" in shown[0], "mailed/one" in shown[0]] == [True, True]
    assert ["SAR 600" in shown[1], "mailed/two" in shown[1]] == [True, True]


async def test_a_paper_that_does_not_come_holds_no_mail_back(
    service: Service, session: AsyncSession, mailbox: Mailbox
) -> None:
    paid = factories.charge_paid()
    await service.deliver(factories.profile(user_id=paid.payer_user_id))
    await service.deliver(paid)
    waits = await session.scalar(
        text("SELECT next_attempt_at - created_at < interval '11 minutes' FROM deliveries")
    )
    assert waits
    await session.execute(text("UPDATE deliveries SET next_attempt_at = now()"))
    await session.commit()
    assert await send_due(service.context) == 1
    await service.deliver(factories.document_made(paid))
    assert await send_due(service.context) == 0
    (mail,) = mailbox.mails
    assert f"http://app.test/candidate/my-payments/{paid.charge_id}" in mail.part("text/plain")
