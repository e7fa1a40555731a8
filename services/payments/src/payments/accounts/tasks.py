"""Bills each month, and brings what accounts owe up to payments and refunds."""

from datetime import timedelta

from kit.messaging.periodic import Sweep

from payments.accounts.billing import bill_months, credit_refunds, return_bills, settle_bills
from payments.accounts.notices import notify_bills

SWEEPS = (
    Sweep("accounts.bill", timedelta(minutes=1), bill_months),
    Sweep("accounts.notify", timedelta(minutes=1), notify_bills),
    Sweep("accounts.settle", timedelta(seconds=2), settle_bills),
    Sweep("accounts.credit", timedelta(seconds=2), credit_refunds),
    Sweep("accounts.return", timedelta(seconds=10), return_bills),
)
