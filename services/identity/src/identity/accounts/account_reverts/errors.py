"""Refusals of reverts. None of them changes anything."""

from kit.core.errors import Conflict, NotFound


class ChangeNotFound(NotFound):
    """No change has this link."""

    code = "account_change.not_found"
    default_detail = "No change has this link. Check that the whole link was copied."


class ChangeEnded(Conflict):
    """The change, or an earlier one, was reverted."""

    code = "account_change.ended"
    default_detail = "This change was already reverted."


class ChangeExpired(Conflict):
    """Its seven days are over."""

    code = "account_change.expired"
    default_detail = "This link has expired. Contact us to get your account back."


class DetailTaken(Conflict):
    """Another account has the former email or ID number by now."""

    code = "account_change.taken"
    default_detail = "Another account uses these details now. Contact us to get your account back."
