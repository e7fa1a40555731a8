"""Why nobody is signed in."""

from kit.core.errors import Forbidden, Unauthorized


class BadCredentials(Unauthorized):
    """Name or password is wrong, or the account may not sign in; the answer does not say which."""

    code = "auth.bad_credentials"
    default_detail = "The username or password is not right."


class SessionOver(Unauthorized):
    """The refresh token is no longer valid."""

    code = "auth.session_over"
    default_detail = "Your session has ended. Sign in again."


class OtherSite(Forbidden):
    """Another site's page made the browser send the cookie."""

    code = "auth.other_site"
