from kit.core.errors import Conflict, FieldProblem, Invalid, NotFound, Unauthorized


class PasskeyRefused(Unauthorized):
    """The passkey is unknown or its signature is invalid; the response does not reveal which."""

    code = "passkey.refused"
    default_detail = "We couldn't sign you in with this passkey. Use your password."


class PasskeyInvalid(Invalid):
    """The credential cannot be stored."""

    code = "passkey.invalid"
    default_detail = "We couldn't add this passkey. Try again, or use another device."


class PasskeyNotFound(NotFound):
    code = "passkey.not_found"
    default_detail = "This passkey was removed."


PASSKEY_KEPT = FieldProblem(
    field="credential", code="passkey.already_exists", message="You've already added this passkey."
)


class TooManyPasskeys(Conflict):
    code = "passkey.limit_reached"
    default_detail = "Remove a passkey before you add another one."
