from kit.core.errors import NotFound


class ReceiptNotMade(NotFound):
    """The receipt's PDF is not ready yet, or could not be generated."""

    code = "receipt.not_ready"
    default_detail = "The PDF of this receipt is still being made. Try again in a moment."
