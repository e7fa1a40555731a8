"""Results that are no pass are found by an index, with the certificates of theirs."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "b71d4e09c3f6"
down_revision = "0a727c823e51"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(
        op,
        "ix_outcomes_not_passed",
        "outcomes",
        ["enrollment_id"],
        postgresql_where="result <> 'passed'",
    )


def downgrade() -> None:
    drop_index(op, "ix_outcomes_not_passed", "outcomes")
