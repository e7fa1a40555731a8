"""What the tables of all services have in common."""

from enum import StrEnum
from typing import Any

from contracts.values import member_of
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Dialect,
    Enum,
    MetaData,
    SQLColumnExpression,
    String,
    TypeDecorator,
    cast,
    func,
    true,
)
from sqlmodel import Field


def create_metadata() -> MetaData:
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


class Money(BigInteger):
    """An amount in minor units, the type of every column `*_minor`.

    Four bytes end at 21 million riyals, which one purchase of seats exceeds.
    """


def sum_money(
    amount: SQLColumnExpression[int | None], where: ColumnElement[bool] | None = None
) -> ColumnElement[int]:
    """Sum the amounts of the rows that meet a condition, 0 of none.

    PostgreSQL's own sum of eight-byte integers is a `numeric`.
    """
    total = func.sum(amount).filter(true() if where is None else where)
    return cast(func.coalesce(total, 0), Money)


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
