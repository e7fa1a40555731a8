"""Refusals of changes that other people make."""

from collections.abc import Sequence
from dataclasses import dataclass

from identity.accounts.models import User


@dataclass(frozen=True, slots=True)
class DetailChange:
    """One sign-in detail before and after."""

    field: str
    before: str | None
    after: str | None


class NeedsConfirmation(Exception):
    """The account is an owner's or an admin's: another admin confirms the change first."""

    def __init__(self, user: User, changes: Sequence[DetailChange]) -> None:
        super().__init__("Another admin confirms this change.")
        self.user_id = user.id
        self.names = {"name_en": user.name_en, "name_ar": user.name_ar}
        self.changes = changes
