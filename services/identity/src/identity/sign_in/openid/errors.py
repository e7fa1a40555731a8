from kit.core.errors import Conflict, FieldProblem, NotFound, Unavailable


class OpenIdOff(NotFound):
    code = "identity_provider.not_configured"
    default_detail = "There is no other way to sign in here."


class OpenIdRefused(Conflict):
    """The provider confirmed no user, or its response is invalid."""

    code = "connected_account.unconfirmed"
    default_detail = "Your account there could not be confirmed. Try again."


class OpenIdUnknown(Conflict):
    """No account has the address that the provider verified."""

    code = "connected_account.not_found"
    default_detail = "No account here has your address there. Create one first."


class OpenIdUnavailable(Unavailable):
    code = "identity_provider.unavailable"
    default_detail = "The provider does not answer now. Try again, or sign in with your password."


_LINKED = FieldProblem(
    field="token",
    code="connected_account.already_connected",
    message="This account is connected already.",
)
LINKED = {"uq_openid_links_issuer": _LINKED, "uq_openid_links_user_id": _LINKED}
"""Problem to report if either account is connected already, by unique constraint."""
