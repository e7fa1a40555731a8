from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from kit.core.errors import Conflict, NotFound
from kit.domain.people import Names


@dataclass(frozen=True, slots=True)
class DetailChange:
    field: str
    before: str | None
    after: str | None


class NeedsConfirmation(Exception):
    """The account has an owner or admin profile, so another admin must confirm the change."""

    def __init__(self, user_id: UUID, names: Names, changes: Sequence[DetailChange]) -> None:
        super().__init__("Another admin confirms this change.")
        self.user_id = user_id
        self.names = names
        self.changes = changes


class ChangeNotFound(NotFound):
    code = "account_change.not_found"
    default_detail = "We couldn't find this link. Check that you copied the whole link."


class ChangeEnded(Conflict):
    """The change, or an earlier one of the same account, was already reverted."""

    code = "account_change.already_reverted"
    default_detail = "This change was already undone."


class ChangeExpired(Conflict):
    code = "account_change.expired"
    default_detail = "This link has expired. Contact us to get your account back."


class DetailTaken(Conflict):
    """The former email or ID number now belongs to another account."""

    code = "account_change.details_taken"
    default_detail = "Another account now uses these details. Contact us to get your account back."
