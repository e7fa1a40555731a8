"""What the tables of all services have in common."""

from enum import StrEnum
from typing import Any

from contracts.values import member_of
from sqlalchemy import Dialect, Enum, MetaData, String, TypeDecorator
from sqlmodel import Field


def named_metadata() -> MetaData:
    """Metadata in which every index and constraint has a name, so that a migration can say it."""
    return MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def text_enum(kind: type[StrEnum], *, length: int = 40, check: str | None = None) -> Enum:
    """A text column that is read as a member of `kind`; a CHECK constraint of the name `check`
    guards it.

    Not PostgreSQL's own enum type: adding a value to that is no ordinary migration.
    """
    guarded: dict[str, Any] = {"name": check, "create_constraint": True} if check else {}
    return Enum(
        kind,
        native_enum=False,
        length=length,
        values_callable=lambda members: [member.value for member in members],
        **guarded,
    )


class OpenEnum(TypeDecorator[StrEnum]):
    """A text column of a copy: it keeps values that a newer publisher has sent too, and reads them
    as `contracts.values` does. No CHECK constraint may guard it."""

    impl = String
    cache_ok = True

    def __init__(self, kind: type[StrEnum], length: int = 40) -> None:
        super().__init__(length)
        self.kind = kind

    def process_bind_param(self, value: StrEnum | None, _: Dialect) -> str | None:
        """What is stored."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, _: Dialect) -> StrEnum | None:
        """What is read."""
        return None if value is None else member_of(self.kind, value)


def choice(
    values: type[StrEnum],
    default: StrEnum | None = None,
    *,
    length: int = 40,
    nullable: bool = False,
    primary_key: bool = False,
) -> Any:
    """A field that is one of the values, stored as its text."""
    return Field(
        default=default,
        sa_type=text_enum(values, length=length),
        nullable=nullable,
        primary_key=primary_key,
    )
