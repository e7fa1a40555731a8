from enum import StrEnum
from typing import Any

from contracts.values import parse_member
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
    """Create metadata that names every index and constraint, for migrations."""
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

    Four bytes overflow at 21 million riyals, which one seat purchase can exceed.
    """


def sum_money(
    amount: SQLColumnExpression[int | None], where: ColumnElement[bool] | None = None
) -> ColumnElement[int]:
    """Sum the amounts of matching rows, 0 if none, as an integer instead of `numeric`."""
    total = func.sum(amount).filter(true() if where is None else where)
    return cast(func.coalesce(total, 0), Money)


def text_enum(kind: type[StrEnum], *, length: int = 40, check: str | None = None) -> Enum:
    """Build a text column of the members of `kind`, with a CHECK constraint if `check` names one.

    PostgreSQL's enum type is not used: its values cannot be added in an ordinary migration.
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
    """A text column of a replica that also stores values from newer publishers.

    `contracts.values` reads them. No CHECK constraint may restrict it.
    """

    impl = String
    cache_ok = True

    def __init__(self, kind: type[StrEnum], length: int = 40) -> None:
        super().__init__(length)
        self.kind = kind

    def process_bind_param(self, value: StrEnum | None, _: Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, _: Dialect) -> StrEnum | None:
        return None if value is None else parse_member(self.kind, value)


def choice(
    values: type[StrEnum],
    default: StrEnum | None = None,
    *,
    length: int = 40,
    nullable: bool = False,
    primary_key: bool = False,
) -> Any:
    """Build a field that stores one of the values as text."""
    return Field(
        default=default,
        sa_type=text_enum(values, length=length),
        nullable=nullable,
        primary_key=primary_key,
    )
