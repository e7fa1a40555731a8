"""The rows of a portion are found by an index; by their enrollment nobody looks for them."""

from alembic import op

revision = "33fad8922625"
down_revision = "c2b85f1e6a94"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_bulk_rows_enrollment", table_name="bulk_rows")
    op.create_index(
        "ix_bulk_rows_portion",
        "bulk_rows",
        ["portion"],
        unique=False,
        postgresql_where="portion IS NOT NULL",
    )


def downgrade() -> None:
    op.drop_index("ix_bulk_rows_portion", table_name="bulk_rows")
    op.create_index("ix_bulk_rows_enrollment", "bulk_rows", ["enrollment_id"], unique=False)
