from kit.core.errors import Conflict, Forbidden, NotFound


class PartnerClientNotFound(NotFound):
    """The client does not exist or belongs to another organization."""

    code = "api_client.not_found"
    default_detail = "This client does not exist."


class PartnerClientRevoked(Conflict):
    """A revoked client cannot be reactivated."""

    code = "api_client.revoked"
    default_detail = "This client was revoked. Create another one."


class PartnerClientStale(Conflict):
    """Another user changed the client since the caller read it."""

    code = "api_client.edit_conflict"
    default_detail = "This client was changed meanwhile; look again."


class PartnerClientLimit(Conflict):
    code = "api_client.limit_reached"
    default_detail = "There are 20 clients already. Revoke one that is not needed."


class PartnerPermissionNotHeld(Forbidden):
    """The caller lacks a permission that the client has or should get."""

    code = "permission.not_held"
    default_detail = "You can only give a client what you may do yourself."


class SecretRotating(Conflict):
    """The previous secret is still valid."""

    code = "api_client.secret_rotating"
    default_detail = "The previous secret is still good. End it first."


class NoPreviousSecret(NotFound):
    code = "api_client.no_previous_secret"
    default_detail = "There is no previous secret any more."
