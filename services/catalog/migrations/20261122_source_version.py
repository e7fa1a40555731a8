"""A copy's version is called as in every service."""

import sqlalchemy as sa
from alembic import op

revision = "5f0c2e9a7b14"
down_revision = "30b29b2b182b"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("organizations", "sequence", new_column_name="source_version")
    op.alter_column("organizations", "source_version", type_=sa.BigInteger())


def downgrade() -> None:
    op.alter_column("organizations", "source_version", type_=sa.Integer())
    op.alter_column("organizations", "source_version", new_column_name="sequence")
