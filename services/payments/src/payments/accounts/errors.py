from kit.core.errors import Conflict


class AccountUnavailable(Conflict):
    """The account cannot pay: none exists, the limit is too low, a bill is overdue, or nothing is
    owed.
    """

    code = "payment_account.unavailable"
    default_detail = "This cannot be paid on account, or not any more."


class AccountChanged(Conflict):
    """Another admin changed the account's terms after they were read."""

    code = "payment_account.edit_conflict"
    default_detail = "Somebody else has changed this account meanwhile. Look at it again."
