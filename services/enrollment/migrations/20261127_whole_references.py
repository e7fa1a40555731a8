"""Whoever quotes a whole reference finds its enrollment by an index that holds nothing else."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "5d27b0e8c914"
down_revision = "a94f0e2d7b63"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(op, "ix_charges_whole_reference", "charges", ["reference"])


def downgrade() -> None:
    drop_index(op, "ix_charges_whole_reference", "charges")
