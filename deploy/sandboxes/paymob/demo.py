"""Payments of the demo data, which were never made here.

Each transaction number contains its amount, so the sandbox can refund it at any time, even after a
reset. `payments.demo.load` assigns the numbers.
"""

from datetime import UTC, datetime, timedelta

from .config import Settings
from .models import BillingData, Intention, Transaction
from .store import Store

NUMBERS = range(10**9, 10**12)
"""The sandbox's own numbers begin at the clock's milliseconds, above them."""
NUMBERS_PER_AMOUNT = 100_000


def adopt(settings: Settings, store: Store, number: int) -> Transaction | None:
    """Store a demo transaction as paid yesterday; return None for other numbers."""
    if number not in NUMBERS:
        return None
    amount = number // NUMBERS_PER_AMOUNT
    made = datetime.now(UTC) - timedelta(days=1)
    intention = Intention(
        id=f"pi_test_demo_{number}",
        client_secret=f"sau_csk_test_demo_{number}",
        payment_key=f"demo_{number}",
        order_id=number,
        amount=amount,
        currency=settings.currency,
        integration_id=settings.integration_id,
        billing_data=BillingData(
            first_name="NA", last_name="NA", email="demo@itqan.example", phone_number="NA"
        ),
        items=[],
        extras={},
        special_reference=None,
        notification_url=None,
        redirection_url=None,
        created_at=made,
        expires_at=made,
    )
    transaction = Transaction(
        id=number,
        intention_id=intention.id,
        order_id=intention.order_id,
        amount_cents=amount,
        currency=intention.currency,
        integration_id=intention.integration_id,
        created_at=made.isoformat(),
        updated_at=made.isoformat(),
        card_pan="2346",
        card_brand="MasterCard",
        success=True,
        message="Approved",
        response_code="APPROVED",
    )
    store.save(intention)
    store.save(transaction)
    return transaction
