"""Why a mail cannot be written yet."""


class AddressUnverified(LookupError):
    """Identity has not yet published how the person is reached, or that the address is verified.

    Anybody can sign up with anybody's address: until its owner enters the code, nothing else is
    mailed there.
    """
