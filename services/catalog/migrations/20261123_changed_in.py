"""Rows of the catalogue say which transaction wrote them last."""

import sqlalchemy as sa
from alembic import op

revision = "9d4be07a6c15"
down_revision = "1fb79c6bee5c"
branch_labels = None
depends_on = None

TABLES = ("batches", "organizations", "trainings")
# A transaction's number of 64 bits, which only grows; as a bigint, since it is compared with what
# a process has read.
NOTE = """
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := CAST(CAST(pg_current_xact_id() AS text) AS bigint);
  RETURN NEW;
END
$$
"""


def upgrade() -> None:
    op.execute(NOTE)
    for table in TABLES:
        op.add_column(
            table, sa.Column("changed_in", sa.BigInteger(), server_default="0", nullable=False)
        )
        op.create_index(f"ix_{table}_changed_in", table, ["changed_in"])
        op.execute(
            f"CREATE TRIGGER note_change BEFORE INSERT OR UPDATE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION note_change()"
        )


def downgrade() -> None:
    for table in TABLES:
        op.execute(f"DROP TRIGGER note_change ON {table}")
        op.drop_index(f"ix_{table}_changed_in", table)
        op.drop_column(table, "changed_in")
    op.execute("DROP FUNCTION note_change()")
