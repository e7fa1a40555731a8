"""Refusals of changes that other people make."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

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
