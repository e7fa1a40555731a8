"""Why nobody is signed in."""

from kit.core.errors import Unauthorized


class BadCredentials(Unauthorized):
    """Name or password is wrong, or the account may not sign in; the answer does not say which."""

    code = "sign_in.invalid_credentials"
    default_detail = "The username or password is not right."
