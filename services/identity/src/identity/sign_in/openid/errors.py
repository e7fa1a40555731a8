"""What is refused about accounts at the provider."""

from kit.core.errors import Conflict, FieldProblem, NotFound, Unavailable


class OpenIdOff(NotFound):
    """No provider is configured."""

    code = "identity_provider.not_configured"
    default_detail = "There is no other way to sign in here."


class OpenIdRefused(Conflict):
    """The provider has confirmed nobody, or something in its answer is not as it must be."""

    code = "connected_account.unconfirmed"
    default_detail = "Your account there could not be confirmed. Try again."


class OpenIdUnknown(Conflict):
    """Nobody here has the address that the provider has verified."""

    code = "connected_account.not_found"
    default_detail = "No account here has your address there. Create one first."


class OpenIdUnavailable(Unavailable):
    """The provider does not answer."""

    code = "identity_provider.unavailable"
    default_detail = "The provider does not answer now. Try again, or sign in with your password."


_LINKED = FieldProblem(
    field="token",
    code="connected_account.already_connected",
    message="This account is connected already.",
)
LINKED = {"uq_openid_links_issuer": _LINKED, "uq_openid_links_user_id": _LINKED}
"""The account there, or the account here, is connected with another one; by the constraint."""
