"""suspended organizations."""

import sqlalchemy as sa
from alembic import op

revision = "4685acf43312"
down_revision = "1c38108ce7fb"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "organizations",
        sa.Column("suspended", sa.Boolean(), server_default="false", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("organizations", "suspended")
