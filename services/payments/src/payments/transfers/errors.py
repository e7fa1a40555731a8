from kit.core.errors import Conflict, NotFound


class CreditDecided(Conflict):
    """Another user already matched this credit."""

    code = "bank_credit.already_matched"
    default_detail = "This credit is already matched to a charge."


class TransferReceiptNotFound(NotFound):
    """No receipt was uploaded for this transfer."""

    code = "transfer_receipt.not_found"
    default_detail = "This transfer has no receipt."


class TransferNotChosen(Conflict):
    """The payer must choose a transfer before uploading its receipt."""

    code = "bank_transfer.not_chosen"
    default_detail = "Choose bank transfer first, then upload the receipt."


class NoBankAccount(Conflict):
    """No bank account is configured."""

    code = "bank_account.not_configured"
    default_detail = "Set up a bank account before you import statements."


class TransferUnavailable(Conflict):
    """Nothing is owed, or the charge cannot be paid by a transfer."""

    code = "bank_transfer.unavailable"
    default_detail = "You can't pay this by bank transfer. Choose another payment method."
