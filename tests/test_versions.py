"""Row versions are event sequences, which continue after a restore, or local to a service."""

from importlib import import_module

import pytest
from kit.messaging.replicas import Replica
from kit.web.app import Service
from sqlalchemy import Integer, inspect

from deploy.local.layout import SERVICES

OWN = {
    "catalog": {"categories", "page_versions", "registration_fees"},
    "enrollment": {"certificate_designs"},
    "notifications": {
        "canned_answers",
        "group_messages",
        "inquiries",
        "notifications",
        "webhook_endpoints",
        "wording_versions",
    },
    "payments": {"accounts", "settlement_lines"},
}
"""Tables whose version no other service compares: edit conflicts, replicas, or numbers for people.
"""


@pytest.mark.parametrize("name", SERVICES)
def test_each_version_continues_after_a_restore_or_is_not_published(name: str) -> None:
    service: Service = import_module(f"{name}.main").app
    versioned: set[str] = {inspect(model).local_table.name for model in service.versioned}
    having = {
        table.name
        for table in service.metadata.tables.values()
        if "version" in table.c and isinstance(table.c.version.type, Integer)
    }
    assert versioned == having - OWN.get(name, set())
    assert not any(issubclass(model, Replica) for model in service.versioned)
