from kit.core.errors import Conflict, FieldProblem, NotFound, Unavailable


class OpenIdNotConfigured(NotFound):
    code = "identity_provider.not_configured"
    default_detail = "No external sign-in is configured."


class OpenIdRefused(Conflict):
    """The provider confirmed no user, or its response is invalid."""

    code = "connected_account.unconfirmed"
    default_detail = "We couldn't confirm your account there. Try again."


class OpenIdUnknown(Conflict):
    """No account has the address that the provider verified."""

    code = "connected_account.not_found"
    default_detail = "No account uses that email. Create an account first."


class OpenIdUnavailable(Unavailable):
    code = "identity_provider.unavailable"
    default_detail = "The sign-in service isn't responding. Try again, or use your password."


_LINKED = FieldProblem(
    field="token",
    code="connected_account.already_connected",
    message="This account is already connected.",
)
LINKED = {"uq_openid_links_issuer": _LINKED, "uq_openid_links_user_id": _LINKED}
"""Problem to report if either account is connected already, by unique constraint."""
