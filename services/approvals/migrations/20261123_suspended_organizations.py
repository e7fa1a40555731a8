"""suspended organizations."""

import sqlalchemy as sa
from alembic import op

revision = "f758662f3fc0"
down_revision = "c7d25e9f1b48"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "organizations",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("suspended", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )


def downgrade() -> None:
    op.drop_table("organizations")
