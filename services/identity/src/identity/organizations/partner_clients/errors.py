"""What is refused about partner clients."""

from kit.core.errors import Conflict, Forbidden, NotFound


class PartnerClientNotFound(NotFound):
    """There is no such client, or it is another organization's."""

    code = "api_client.not_found"
    default_detail = "This client does not exist."


class PartnerClientRevoked(Conflict):
    """A revoked client stays revoked."""

    code = "api_client.revoked"
    default_detail = "This client was revoked. Create another one."


class PartnerClientStale(Conflict):
    """Somebody else has changed the client since the caller looked."""

    code = "api_client.edit_conflict"
    default_detail = "This client was changed meanwhile; look again."


class PartnerClientLimit(Conflict):
    """An organization has a limited number of clients."""

    code = "api_client.limit_reached"
    default_detail = "There are 20 clients already. Revoke one that is not needed."


class PartnerPermissionNotHeld(Forbidden):
    """Nobody gives a client, or its secret to anybody, for what they may not do themselves."""

    code = "permission.not_held"
    default_detail = "You can only give a client what you may do yourself."


class SecretRotating(Conflict):
    """The secret before the present one is still good."""

    code = "api_client.secret_rotating"
    default_detail = "The previous secret is still good. End it first."


class NoPreviousSecret(NotFound):
    """Only the present secret is good."""

    code = "api_client.no_previous_secret"
    default_detail = "There is no previous secret any more."
