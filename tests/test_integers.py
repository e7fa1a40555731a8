"""Every integer column is wide enough for what it holds, and money is of one type."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from kit.database.tables import Money
from kit.web.app import Service
from sqlalchemy import BigInteger, Column, Integer

from deploy.local.layout import SERVICES

TABLE = Path(__file__).with_name("integers.txt")
GREATEST = 2**31 - 1
COUNTERS = {
    *("version", "principal_version", "terms_version", "design_version", "published_version"),
    *("judged_version", "seats_sequence", "submission", "number", "last_number", "check_number"),
    *("attempts", "failures", "unanswered", "inquiries", "times", "repeats", "announced"),
    *("step", "part", "parts"),
}


def list_columns() -> Iterator[tuple[str, Column[Any]]]:
    for name in SERVICES:
        service: Service = import_module(f"{name}.main").app
        for table in service.metadata.tables.values():
            yield from ((f"{name}.{table.name}.{column.name}", column) for column in table.columns)


def is_money(column: Column[Any]) -> bool:
    return column.name.endswith("_minor")


def find_wrong_types(columns: Iterator[tuple[str, Column[Any]]]) -> list[str]:
    return [name for name, column in columns if is_money(column) != isinstance(column.type, Money)]


def test_money_columns_have_one_type() -> None:
    assert find_wrong_types(list_columns()) == []
    narrow, other = Column("fee_minor", Integer), Column("fee", Money)
    assert find_wrong_types(iter([("a", narrow), ("b", other)])) == ["a", "b"]


def test_no_four_byte_column_can_overflow() -> None:
    lines = [line.split(maxsplit=2) for line in TABLE.read_text().splitlines()]
    bounds = {name: int(bound) for name, bound, _ in (line for line in lines if line[0] != "#")}
    narrow = {
        name
        for name, column in list_columns()
        if isinstance(column.type, Integer)
        and not isinstance(column.type, BigInteger)
        and column.name not in COUNTERS
    }
    assert narrow == set(bounds)
    assert [name for name, bound in bounds.items() if bound > GREATEST] == []
