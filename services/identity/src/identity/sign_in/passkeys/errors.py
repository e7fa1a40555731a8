"""What is refused about passkeys."""

from kit.core.errors import Conflict, FieldProblem, Invalid, NotFound, Unauthorized


class PasskeyRefused(Unauthorized):
    """It is none of ours, or has signed something else; the answer does not say which."""

    code = "passkey.refused"
    default_detail = "This passkey does not sign you in. Sign in with your password."


class PasskeyInvalid(Invalid):
    """What the browser has made is no passkey that can be kept."""

    code = "passkey.invalid"
    default_detail = "This passkey could not be added. Try again, or with another device."


class PasskeyNotFound(NotFound):
    """The caller has no such passkey."""

    code = "passkey.not_found"
    default_detail = "This passkey was removed."


PASSKEY_KEPT = FieldProblem(
    field="credential", code="passkey.already_exists", message="This passkey was added already."
)


class TooManyPasskeys(Conflict):
    """Nobody needs more."""

    code = "passkey.limit_reached"
    default_detail = "Remove a passkey before you add another one."
