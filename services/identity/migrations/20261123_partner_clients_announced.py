"""Partner clients announced."""

import sqlalchemy as sa
from alembic import op

revision = "c3305c6c0a1f"
down_revision = "ec0fd8514e2d"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("partner_clients", sa.Column("announced", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("partner_clients", "announced")
