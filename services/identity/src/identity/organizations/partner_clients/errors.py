from kit.core.errors import Conflict, Forbidden, NotFound


class PartnerClientNotFound(NotFound):
    """The client does not exist or belongs to another organization."""

    code = "api_client.not_found"
    default_detail = "We couldn't find this API client."


class PartnerClientRevoked(Conflict):
    """A revoked client cannot be reactivated."""

    code = "api_client.revoked"
    default_detail = "This API client was revoked. Add another one."


class PartnerClientStale(Conflict):
    """Another user changed the client since the caller read it."""

    code = "api_client.edit_conflict"
    default_detail = "Someone else changed this API client. Check the changes, then try again."


class PartnerClientLimit(Conflict):
    code = "api_client.limit_reached"
    default_detail = "You already have 20 API clients. Revoke one you don't need."


class PartnerPermissionNotHeld(Forbidden):
    """The caller lacks a permission that the client has or should get."""

    code = "permission.not_held"
    default_detail = "You can only give a client permissions that you have."


class SecretRotating(Conflict):
    """The previous secret is still valid."""

    code = "api_client.secret_rotating"
    default_detail = "The previous secret is still valid. End it first."


class NoPreviousSecret(NotFound):
    code = "api_client.no_previous_secret"
    default_detail = "There's no previous secret to end."
