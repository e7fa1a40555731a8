from kit.core.errors import Conflict, NotFound


class EndpointNotFound(NotFound):
    """The endpoint does not exist, or belongs to another organization."""

    code = "webhook_endpoint.not_found"
    default_detail = "We couldn't find this endpoint."


class EndpointStale(Conflict):
    """Another user has changed the endpoint since the caller read it."""

    code = "webhook_endpoint.edit_conflict"
    default_detail = "Someone else changed this endpoint. Check the changes, then try again."


class EndpointLimit(Conflict):
    """The organization has the maximum number of endpoints."""

    code = "webhook_endpoint.limit_reached"
    default_detail = "An organization can have up to 5 endpoints. Remove one first."


class SecretRotating(Conflict):
    """The previous secret is still valid."""

    code = "webhook_endpoint.secret_rotating"
    default_detail = "The secret changed in the last 24 hours. Wait before you change it again."


class DeliveryNotFound(NotFound):
    """The endpoint has no such delivery."""

    code = "webhook_delivery.not_found"
    default_detail = "We couldn't find this message."


class DeliveryUnderWay(Conflict):
    """The delivery is queued or being sent already."""

    code = "webhook_delivery.in_progress"
    default_detail = "This message is already being sent."


class AddressRefused(OSError):
    """The endpoint resolves to a non-public address."""
