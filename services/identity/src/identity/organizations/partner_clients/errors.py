"""What is refused about partner clients."""

from kit.core.errors import Conflict, Forbidden, NotFound


class PartnerClientNotFound(NotFound):
    """There is no such client, or it is another organization's."""

    code = "partner_client.not_found"
    default_detail = "This client does not exist."


class PartnerClientRevoked(Conflict):
    """A revoked client stays revoked."""

    code = "partner_client.revoked"
    default_detail = "This client was revoked. Create another one."


class PartnerClientStale(Conflict):
    """Somebody else has changed the client since the caller looked."""

    code = "partner_client.changed"
    default_detail = "This client was changed meanwhile; look again."


class PartnerClientLimit(Conflict):
    """An organization has a limited number of clients."""

    code = "partner_client.limit"
    default_detail = "There are 20 clients already. Revoke one that is not needed."


class PartnerPermissionNotHeld(Forbidden):
    """Nobody gives a client, or its secret to anybody, for what they may not do themselves."""

    code = "partner_client.permission_not_held"
    default_detail = "You can only give a client what you may do yourself."


class SecretRotating(Conflict):
    """The secret before the present one is still good."""

    code = "partner_client.rotating"
    default_detail = "The previous secret is still good. End it first."


class NoPreviousSecret(NotFound):
    """Only the present secret is good."""

    code = "partner_client.no_previous_secret"
    default_detail = "There is no previous secret any more."
