"""Each status column has one state machine, and nothing else writes the column."""

import ast
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path

import pytest
import sqlalchemy as sa
from kit.database.transitions import MACHINES
from kit.messaging.replicas import Replica

from deploy.local.layout import SERVICES

NOT_MACHINES = {
    ("catalog", "organizations.status"): "a copy of identity's",
    ("enrollment", "bulk_rows.state"): "computed anew from the row's cells by each check",
}
FIRST_STATE = {
    "payments/src/payments/reconciliation/matching/service.py": "opens the tasks of a new report",
}
WRITERS = {"values", "sqlmodel_update", "on_conflict_do_update", "setattr", "Personal"}
SOURCES = sorted(path for path in Path("services").glob("*/src/**/*.py"))


def _status_columns(service: str) -> Iterator[tuple[str, type[Enum]]]:
    replicas = {
        each.__tablename__
        for each in Replica.__subclasses__()
        if each.__module__.startswith(f"{service}.")
    }
    for table in import_module(f"{service}.main").app.metadata.tables.values():
        for column in table.columns:
            kind = isinstance(column.type, sa.Enum) and column.type.enum_class
            if table.name not in replicas and kind and kind.__name__.endswith(("Status", "State")):
                yield f"{table.name}.{column.name}", kind


@pytest.mark.parametrize("service", SERVICES)
def test_each_status_column_has_its_machine(service: str) -> None:
    columns = dict(_status_columns(service))
    machines = {
        f"{each.column.class_.__tablename__}.{each.column.key}": each
        for (name, _), each in MACHINES.items()
        if name == service
    }
    exempt = {column for name, column in NOT_MACHINES if name == service}
    assert machines.keys() == columns.keys() - exempt
    for column, machine in machines.items():
        assert machine.transitions.keys() == set(columns[column]), column


def _machine_columns() -> set[str]:
    for service in SERVICES:
        import_module(f"{service}.main")
    return {machine.column.key for machine in MACHINES.values()}


def find_writers(source: str, names: set[str]) -> list[int]:
    """Lines that write an attribute or column of one of these names."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Assign(targets=targets):
                written = [each for target in targets for each in ast.walk(target)]
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
                written = [target]
            # Rows are inserted with their first state.
            case ast.Call(func=ast.Attribute(value=on, attr="values")) if _inserts(on):
                continue
            case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called)) if (
                called in WRITERS
            ):
                found += [node.lineno for each in node.keywords if each.arg in names]
                found += [
                    node.lineno
                    for each in ast.walk(node)
                    if isinstance(each, ast.Dict)
                    for key in each.keys
                    if isinstance(key, ast.Constant) and key.value in names
                ]
                found += [
                    node.lineno
                    for each in node.args
                    if isinstance(each, ast.Constant) and each.value in names
                ]
                continue
            case ast.Constant(value=str(text)) if any(
                re.search(rf"\bUPDATE\b[^;]*\bSET\b(?:(?!\bWHERE\b)[^;])*\b{name}\s*=", text)
                for name in names
            ):
                found.append(node.lineno)
                continue
            case _:
                continue
        found += [
            node.lineno
            for each in written
            if isinstance(each, ast.Attribute)
            and isinstance(each.ctx, ast.Store)
            and each.attr in names
        ]
    return found


def test_only_state_machines_write_a_status() -> None:
    names = _machine_columns()
    found = {
        f"{path}:{line}"
        for path in SOURCES
        if path.relative_to("services").as_posix() not in FIRST_STATE
        for line in find_writers(path.read_text(), names)
    }
    assert found == set()


def _inserts(statement: ast.expr) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "insert" for each in ast.walk(statement))


@pytest.mark.parametrize(
    "source",
    [
        "charge.status = ChargeStatus.PAID",
        "charge.status, charge.paid_at = ChargeStatus.PAID, now",
        "update(Charge).where(x).values(status=ChargeStatus.PAID)",
        "update(Charge).values({'status': 'paid'})",
        "charge.sqlmodel_update({'status': ChargeStatus.PAID})",
        "setattr(charge, 'status', ChargeStatus.PAID)",
        "text(\"UPDATE charges SET paid_at = now(), status = 'paid' WHERE id = :id\")",
        "insert(Charge).on_conflict_do_update(set_={'status': 'paid'})",
    ],
)
def test_other_writers_are_found(source: str) -> None:
    assert find_writers(source, {"status"})
