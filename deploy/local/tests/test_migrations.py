"""Migrations that `make check` refuses."""

from collections.abc import Callable
from pathlib import Path

import pytest
from kit.web.migrations import statements

from deploy.local.layout import ROOT, SERVICES
from deploy.local.migrations import BASELINES, Migration, newest, unsafe

VERSION = '''"""one more."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index

revision = "000000000002"
down_revision = {before!r}
branch_labels = None
depends_on = None
{exceptions}

def upgrade() -> None:
    {does}
'''
Write = Callable[..., list[str]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Judges a version that does this, after one of a service that serves."""
    first = VERSION.format(before=None, exceptions="", does="pass")
    (tmp_path / "first.py").write_text(first.replace("000000000002", "000000000001"))

    def judge(does: str, exceptions: str = "") -> list[str]:
        text = VERSION.format(before="000000000001", exceptions=exceptions, does=does)
        (tmp_path / "second.py").write_text(text)
        return unsafe(Migration(*each) for each in statements(tmp_path, "000000000001"))

    return judge


@pytest.mark.parametrize(
    ("does", "rule"),
    [
        ('op.drop_column("batches", "seats")', "ban-drop-column"),
        ('op.drop_table("batches")', "ban-drop-table"),
        ('op.rename_table("batches", "groups")', "renaming-table"),
        ('op.alter_column("batches", "seats", new_column_name="places")', "renaming-column"),
        ('op.alter_column("batches", "seats", type_=sa.BigInteger())', "changing-column-type"),
        ('op.alter_column("batches", "seats", nullable=False)', "adding-not-nullable-field"),
        (
            'op.add_column("batches", sa.Column("city", sa.Text(), nullable=False))',
            "adding-required-field",
        ),
        ('op.create_index("seats", "batches", ["seats"])', "require-concurrent-index-creation"),
        (
            'op.create_check_constraint("seats", "batches", "seats > 0")',
            "constraint-missing-not-valid",
        ),
        (
            'op.create_foreign_key("place", "batches", "places", ["place_id"], ["id"])',
            "adding-foreign-key-constraint",
        ),
        (
            'op.execute("DELETE FROM batches WHERE id = %s" % op.get_bind().execute("").all())',
            "asks-the-database",
        ),
    ],
)
def test_what_stops_copies_of_before_is_refused(write: Write, does: str, rule: str) -> None:
    found = write(does)
    assert any(line.startswith(f"second.py: {rule}: ") for line in found), found
    reason = "# squawk-ignore {}: {}".format
    named = "\n".join(
        reason(line.split(": ")[1], "no copy of before reads it since October") for line in found
    )
    assert write(does, named) == []
    assert "a reason is missing" in "\n".join(write(does, reason(rule, "so")))


@pytest.mark.parametrize(
    "does",
    [
        'op.add_column("batches", sa.Column("city", sa.Text()))',
        'op.create_table("places", sa.Column("id", sa.Uuid(), primary_key=True))',
        'create_index(op, "seats", "batches", ["seats"])',
        'op.execute("ALTER TABLE batches ADD CONSTRAINT seats CHECK (seats > 0) NOT VALID")',
    ],
)
def test_what_both_live_with_is_not(write: Write, does: str) -> None:
    assert write(does) == []
    assert "does not break it" in write(does, "# squawk-ignore ban-drop-table: it did so once")[0]


@pytest.mark.parametrize("service", SERVICES)
def test_the_rules_hold_from_a_version_on_that_is_there(service: str) -> None:
    folder = ROOT / "services" / service / "migrations"
    assert f'revision = "{BASELINES[service]}"' in "".join(
        file.read_text() for file in folder.glob("*.py")
    )
    assert unsafe(newest(service)) == []
