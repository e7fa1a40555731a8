"""What went back of a charge for many when one of its people left."""

import sqlalchemy as sa
from alembic import op

revision = "5d0c8f7b21e3"
down_revision = "bf87a3f540d5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("enrollments", sa.Column("returned_minor", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("enrollments", "returned_minor")
