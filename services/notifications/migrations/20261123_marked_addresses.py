"""Addresses at which nobody is reached are marked."""

import sqlalchemy as sa
from alembic import op

revision = "a1c5f7e20b94"
down_revision = "7d2a4f90c6b1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "marked_addresses",
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("mark", sa.String(length=40), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.Column(
            "marked_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_marked_addresses")),
    )


def downgrade() -> None:
    op.drop_table("marked_addresses")
