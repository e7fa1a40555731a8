"""Create monthly bills and apply payments and refunds to account balances."""

from datetime import timedelta

from kit.messaging.periodic import Sweep

from payments.accounts.billing.service import (
    bill_months,
    credit_refunds,
    notify_bills,
    reverse_refunded_bills,
    settle_bills,
)

TASKS = (
    Sweep("bill_months", timedelta(minutes=1), bill_months),
    Sweep("notify_bills", timedelta(minutes=1), notify_bills),
    Sweep("settle_bills", timedelta(seconds=2), settle_bills),
    Sweep("credit_refunds", timedelta(seconds=2), credit_refunds),
    Sweep("return_bills", timedelta(seconds=10), reverse_refunded_bills),
)
