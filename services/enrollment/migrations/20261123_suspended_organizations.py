"""suspended organizations."""

import sqlalchemy as sa
from alembic import op

revision = "14c50b250795"
down_revision = "5d0c8f7b21e3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "organizations",
        sa.Column("suspended", sa.Boolean(), server_default="false", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("organizations", "suspended")
