"""What is refused about webhooks, and why an address is not called."""

from kit.core.errors import Conflict, NotFound


class EndpointNotFound(NotFound):
    """There is no such endpoint, or it is another organization's."""

    code = "webhook_endpoint.not_found"
    default_detail = "This endpoint does not exist."


class EndpointStale(Conflict):
    """Somebody else has changed the endpoint since the caller looked."""

    code = "webhook_endpoint.edit_conflict"
    default_detail = "This endpoint was changed meanwhile; look again."


class EndpointLimit(Conflict):
    """The organization has as many endpoints as it may have."""

    code = "webhook_endpoint.limit_reached"
    default_detail = "An organization has at most 5 endpoints."


class SecretRotating(Conflict):
    """The secret before the present one is still in use."""

    code = "webhook_endpoint.secret_rotating"
    default_detail = "The secret was changed within the last 24 hours."


class DeliveryNotFound(NotFound):
    """There is no such delivery of the endpoint."""

    code = "webhook_delivery.not_found"
    default_detail = "This delivery does not exist."


class DeliveryUnderWay(Conflict):
    """The delivery is queued or being sent already."""

    code = "webhook_delivery.in_progress"
    default_detail = "This delivery is under way already."


class AddressRefused(OSError):
    """The endpoint's name leads to an address that is not public."""
