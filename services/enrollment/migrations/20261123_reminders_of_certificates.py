"""Of which reminder a certificate's holder was told last."""

import sqlalchemy as sa
from alembic import op

revision = "3f0d089d374f"
down_revision = "172205a03cdc"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("certificates", sa.Column("reminded_days", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("certificates", "reminded_days")
