"""What seats cost that an organization takes many at once."""

import sqlalchemy as sa
from alembic import op

revision = "c2b85f1e6a94"
down_revision = "099905d7e254"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("batches", sa.Column("price_10_minor", sa.Integer(), nullable=True))
    op.add_column("batches", sa.Column("price_50_minor", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("batches", "price_50_minor")
    op.drop_column("batches", "price_10_minor")
