"""Copies of organizations: their names for the lists."""

import sqlalchemy as sa
from alembic import op

revision = "a3c9d0b7e512"
down_revision = "8e21b5c07f43"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "organizations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )


def downgrade() -> None:
    op.drop_table("organizations")
