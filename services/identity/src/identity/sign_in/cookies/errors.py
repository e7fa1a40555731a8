"""Why a cookie does not count."""

from kit.core.errors import Forbidden


class OtherSite(Forbidden):
    """Another site's page made the browser send the cookie."""

    code = "request.cross_site"
