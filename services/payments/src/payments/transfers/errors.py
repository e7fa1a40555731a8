from kit.core.errors import Conflict, NotFound


class CreditDecided(Conflict):
    """Another user already matched this credit."""

    code = "bank_credit.already_matched"
    default_detail = "This credit has been matched to a charge already."


class TransferReceiptNotFound(NotFound):
    """No receipt was uploaded for this transfer."""

    code = "transfer_receipt.not_found"
    default_detail = "There is no receipt for this transfer."


class TransferNotChosen(Conflict):
    """The payer must choose a transfer before uploading its receipt."""

    code = "bank_transfer.not_chosen"
    default_detail = "Choose the bank transfer first; then its receipt can be uploaded."


class NoBankAccount(Conflict):
    """No bank account is configured."""

    code = "bank_account.not_configured"
    default_detail = "No bank account is set up, so there are no statements to import."


class TransferUnavailable(Conflict):
    """Nothing is owed, or the charge cannot be paid by a transfer."""

    code = "bank_transfer.unavailable"
    default_detail = "This cannot be paid by a bank transfer, or not any more."
