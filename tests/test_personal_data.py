"""Every table with personal data declares its rows and the effect of an erasure."""

from importlib import import_module

import pytest
from kit.messaging.personal_data import Personal
from sqlalchemy import MetaData

SERVICES = ("identity", "catalog", "enrollment", "payments", "approvals", "notifications")
NAMING = {"user_id", "candidate_user_id", "payer_user_id", "claimant_id", "email", "phone"}
"""Columns of people."""
ELSEWHERE = {
    "identity": {
        # Erased by `erasures.service`: secrets, codes and requests of a person.
        "otps", "recovery_codes", "ceremonies", "data_requests", "number_case_entries",
        # The record of an erasure stays.
        "erasures",
        # An organization's own address and contact.
        "organizations",
    },
    # Who approves at a level is an admin, whose profile is removed before an erasure.
    "approvals": {"level_approvers"},
}  # fmt: skip


def tables_of(service: str) -> set[str]:
    """The tables of a service that have a column of people."""
    metadata: MetaData = import_module(f"{service}.main").app.metadata
    return {name for name, table in metadata.tables.items() if NAMING & set(table.columns.keys())}


@pytest.mark.parametrize("service", SERVICES)
def test_each_table_with_personal_data_is_exported_and_erased(service: str) -> None:
    personal: tuple[Personal, ...] = import_module(f"{service}.personal").PERSONAL
    declared = {str(getattr(each.table, "__tablename__")) for each in personal}  # noqa: B009
    known = declared | ELSEWHERE.get(service, set())
    assert sorted(tables_of(service) - known) == []
    assert sorted(ELSEWHERE.get(service, set()) - tables_of(service)) == []
