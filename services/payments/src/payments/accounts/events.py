from contracts.payments import AccountBillDue, BillNotice

from payments.accounts.models import Account, AccountBill
from payments.charges.models import Charge


def account_bill_due(
    bill: AccountBill, account: Account, charge: Charge, notice: BillNotice
) -> AccountBillDue:
    """Build the event that notifies the organization of a bill."""
    return AccountBillDue(
        bill_id=bill.id,
        account_id=account.id,
        organization_id=account.organization_id,
        notice=notice,
        reference=charge.reference,
        month=bill.month,
        amount_minor=bill.amount_minor,
        currency=account.currency,
        due_on=bill.due_on,
    )
