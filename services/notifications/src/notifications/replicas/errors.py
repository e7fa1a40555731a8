class RecipientsUnknown(LookupError):
    """The recipients' events from identity have not arrived yet: retry the event later."""
