from kit.core.errors import Conflict


class AccountUnavailable(Conflict):
    """The account cannot pay: none exists, the limit is too low, a bill is overdue, or nothing is
    owed.
    """

    code = "payment_account.unavailable"
    default_detail = "You can't pay this on account. Choose another payment method."


class AccountChanged(Conflict):
    """Another admin changed the account's terms after they were read."""

    code = "payment_account.edit_conflict"
    default_detail = "Someone else changed this account. Check the changes, then try again."
