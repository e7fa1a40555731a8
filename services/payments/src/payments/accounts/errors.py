"""Why something cannot be paid on account, or an account not be changed."""

from kit.core.errors import Conflict


class AccountUnavailable(Conflict):
    """No account, too little left of its limit, a bill is overdue, or nothing left to pay."""

    code = "payment_account.unavailable"
    default_detail = "This cannot be paid on account, or not any more."


class AccountChanged(Conflict):
    """Somebody else changed the account's terms meanwhile."""

    code = "payment_account.edit_conflict"
    default_detail = "Somebody else has changed this account meanwhile. Look at it again."
