from kit.core.errors import Unauthorized


class BadCredentials(Unauthorized):
    """Name or password is wrong, or the account is disabled; the response does not reveal which."""

    code = "sign_in.invalid_credentials"
    default_detail = "Incorrect username or password."
