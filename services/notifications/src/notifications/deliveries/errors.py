"""Reasons why a message cannot be sent."""

from kit.core.errors import Conflict, NotFound


class AddressUnverified(LookupError):
    """Identity has not yet published the user's address, or that it is verified.

    Anyone can sign up with another person's address: until its owner enters the code, only codes
    are mailed there.
    """


class DeviceGone(LookupError):
    """The push service reports that the device is unregistered or belongs to another key."""


class DeliveryNotFound(NotFound):
    """There is no such delivery."""

    code = "delivery.not_found"
    default_detail = "This message is no longer available."


class DeliveryNotRepeatable(Conflict):
    """It has not failed, is queued again already, or its content has been erased."""

    code = "delivery.not_repeatable"
    default_detail = (
        "You can't resend this message: it's already being sent, or its content was deleted."
    )
