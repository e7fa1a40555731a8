"""The index for the list of candidates of one nationality."""

import sqlalchemy as sa
from alembic import op

revision = "b90e3d64f1a7"
down_revision = "e85b20d6c9f1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_users_nationality",
        "users",
        ["nationality", "created_at", "id"],
        postgresql_where=sa.text("NOT decoy"),
    )


def downgrade() -> None:
    op.drop_index("ix_users_nationality", "users")
