from kit.core.errors import NotFound


class ReceiptNotMade(NotFound):
    """The receipt's PDF is not ready yet, or could not be generated."""

    code = "receipt.not_ready"
    default_detail = "We're still preparing this receipt. Try again in a moment."
