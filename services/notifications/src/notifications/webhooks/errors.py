from kit.core.errors import Conflict, NotFound


class EndpointNotFound(NotFound):
    """The endpoint does not exist, or belongs to another organization."""

    code = "webhook_endpoint.not_found"
    default_detail = "This endpoint does not exist."


class EndpointStale(Conflict):
    """Another user has changed the endpoint since the caller read it."""

    code = "webhook_endpoint.edit_conflict"
    default_detail = "This endpoint was changed meanwhile; look again."


class EndpointLimit(Conflict):
    """The organization has the maximum number of endpoints."""

    code = "webhook_endpoint.limit_reached"
    default_detail = "An organization has at most 5 endpoints."


class SecretRotating(Conflict):
    """The previous secret is still valid."""

    code = "webhook_endpoint.secret_rotating"
    default_detail = "The secret was changed within the last 24 hours."


class DeliveryNotFound(NotFound):
    """The endpoint has no such delivery."""

    code = "webhook_delivery.not_found"
    default_detail = "This delivery does not exist."


class DeliveryUnderWay(Conflict):
    """The delivery is queued or being sent already."""

    code = "webhook_delivery.in_progress"
    default_detail = "This delivery is under way already."


class AddressRefused(OSError):
    """The endpoint resolves to a non-public address."""
