"""Errors of provider calls, grouped by their meaning for a retry."""


class ProviderError(Exception):
    """A provider call failed."""


class NotProcessed(ProviderError):
    """The provider did not process the call: it can be retried."""


class Uncertain(ProviderError):
    """No usable response: the provider may have processed the call, so inquire before a retry."""


class ConnectionBroken(Uncertain):
    """The connection ended without a response; the provider is no longer processing the call."""


class Refused(ProviderError):
    """The provider rejected the call; the message is its own."""


class Unauthenticated(NotProcessed):
    """The provider rejected our key or token."""


class UnknownObject(Refused):
    """The provider does not know the given object."""
