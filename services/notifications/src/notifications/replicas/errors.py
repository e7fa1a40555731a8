"""What the copies do not have yet."""


class RecipientsUnknown(LookupError):
    """Identity's events about the recipients are still on their way: handle the event again
    later."""
