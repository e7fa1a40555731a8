from kit.core.errors import Unauthorized


class SignatureInvalid(Unauthorized):
    """The callback lacks a valid provider signature."""

    code = "signature.invalid"
    default_detail = "The signature is missing, incorrect or expired."
