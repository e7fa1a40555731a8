"""The address that a code is to prove, where it is not the user's yet."""

import sqlalchemy as sa
from alembic import op

revision = "d4c19e07a6b3"
down_revision = "b27d90c4e1f8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("otps", sa.Column("email", sa.String(length=254), nullable=True))
    op.create_index(
        "ix_otps_email",
        "otps",
        ["email"],
        postgresql_where=sa.text("email IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_otps_email", table_name="otps")
    op.drop_column("otps", "email")
