"""Why a receipt is not to be had."""

from kit.core.errors import NotFound


class ReceiptNotMade(NotFound):
    """It was issued a moment ago, or cannot be made."""

    code = "receipt.not_ready"
    default_detail = "The PDF of this receipt is still being made. Try again in a moment."
