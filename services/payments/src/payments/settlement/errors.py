"""Why a callback is refused."""

from kit.core.errors import Unauthorized


class SignatureInvalid(Unauthorized):
    """The callback is not the provider's."""

    code = "signature.invalid"
    default_detail = "The signature does not fit."
