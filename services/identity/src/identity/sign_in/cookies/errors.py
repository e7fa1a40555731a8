from kit.core.errors import Forbidden


class OtherSite(Forbidden):
    """A page of another site made the browser send the cookie."""

    code = "request.cross_site"
