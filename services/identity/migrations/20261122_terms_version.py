"""Which version of the terms whoever has an account accepted."""

import sqlalchemy as sa
from alembic import op

revision = "5e2b8d71c0f6"
down_revision = "c41f7be2a953"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("terms_version", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "terms_version")
