"""What can go wrong with a call to the provider, by what it means for the next one."""


class ProviderError(Exception):
    """A call that did not give what was asked for."""


class NotReached(ProviderError):
    """The provider has not worked on the call: it can be repeated."""


class Uncertain(ProviderError):
    """No usable answer: the provider may have done it. Ask before repeating."""


class Broken(Uncertain):
    """The connection ended without an answer: whatever the provider did, it has done by now."""


class Refused(ProviderError):
    """The provider has said no, in its own words."""


class Unauthenticated(NotReached):
    """Our key or token was not accepted."""


class Unknown(Refused):
    """The provider does not know what was named."""
