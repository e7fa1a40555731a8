"""Roles permit deciding on requests, and admins are eligible by them."""

import sqlalchemy as sa
from alembic import op

revision = "5f0c81d7a3e2"
down_revision = "b49488c32d7e"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("roles", sa.Column("approves", sa.Boolean(), nullable=True))
    op.add_column(
        "approvers",
        sa.Column("eligible", sa.Boolean(), server_default=sa.true(), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("approvers", "eligible")
    op.drop_column("roles", "approves")
