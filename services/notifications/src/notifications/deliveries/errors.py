"""Why something cannot be sent."""

from kit.core.errors import Conflict, NotFound


class AddressUnverified(LookupError):
    """Identity has not yet published how the person is reached, or that the address is verified.

    Anybody can sign up with anybody's address: until its owner enters the code, nothing else is
    mailed there.
    """


class DeviceGone(LookupError):
    """What reaches the device says that it is there no more, or not ours: nothing is sent to it
    again."""


class DeliveryNotFound(NotFound):
    """There is no such delivery."""

    code = "delivery.not_found"
    default_detail = "This message does not exist."


class DeliveryNotRepeatable(Conflict):
    """It has not failed, is being sent again already, or its content is kept no longer."""

    code = "delivery.not_repeatable"
    default_detail = "This message cannot be sent again."
