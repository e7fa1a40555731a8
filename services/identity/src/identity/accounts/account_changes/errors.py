"""Refusals of changes that other people make."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from kit.core.errors import Conflict, NotFound
from kit.domain.people import Names


@dataclass(frozen=True, slots=True)
class DetailChange:
    """One sign-in detail before and after."""

    field: str
    before: str | None
    after: str | None


class NeedsConfirmation(Exception):
    """The account is an owner's or an admin's: another admin confirms the change first."""

    def __init__(self, user_id: UUID, names: Names, changes: Sequence[DetailChange]) -> None:
        super().__init__("Another admin confirms this change.")
        self.user_id = user_id
        self.names = names
        self.changes = changes


class ChangeNotFound(NotFound):
    """No change has this link."""

    code = "account_change.not_found"
    default_detail = "No change has this link. Check that the whole link was copied."


class ChangeEnded(Conflict):
    """The change, or an earlier one, was reverted."""

    code = "account_change.already_reverted"
    default_detail = "This change was already reverted."


class ChangeExpired(Conflict):
    """Its seven days are over."""

    code = "account_change.expired"
    default_detail = "This link has expired. Contact us to get your account back."


class DetailTaken(Conflict):
    """Another account has the former email or ID number by now."""

    code = "account_change.details_taken"
    default_detail = "Another account uses these details now. Contact us to get your account back."
