"""Candidates as identity tells them: names for the lists and a text to search by."""

from uuid import UUID

from sqlalchemy import Column, Computed, Index, Text, func
from sqlalchemy.sql.elements import ColumnElement
from sqlmodel import Field

from enrollment.tables import Table

# Arabic is written with and without hamza and with either form of a final ya or ta marbuta;
# whoever searches does not know which form the name was entered in.
_WRITTEN, _FOLDED = "أإآٱىةؤئ", "ااااي" + "ه" + "وي"


def fold(text: ColumnElement[str] | str) -> ColumnElement[str]:
    """The form in which names are compared: lower case, one form of each Arabic letter."""
    return func.translate(func.lower(text), _WRITTEN, _FOLDED)


class Profile(Table, table=True):
    """The newest fact about a candidate's profile.

    It may come after the candidate's first enrollment: an enrollment does not wait for it.
    """

    __tablename__ = "profiles"
    __table_args__ = (
        Index(
            "ix_profiles_search",
            "search",
            postgresql_using="gin",
            postgresql_ops={"search": "gin_trgm_ops"},
        ),
    )

    id: UUID = Field(primary_key=True)
    user_id: UUID
    username: str
    email: str
    phone: str
    name_en: str
    name_ar: str
    image_url: str | None = None
    version: int
    """The sequence of the fact that the row shows; older ones are dropped."""
    search: str = Field(
        default=None,
        sa_column=Column(
            Text,
            Computed(
                "translate(lower(username || ' ' || email || ' ' || name_en || ' ' || name_ar), "
                f"'{_WRITTEN}', '{_FOLDED}')",
                persisted=True,
            ),
            nullable=False,
        ),
    )
