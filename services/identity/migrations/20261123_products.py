"""What the settings call the product."""

import sqlalchemy as sa
from alembic import op

revision = "b27d90c4e1f8"
down_revision = "5e2b8d71c0f6"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "products",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("scope", name="pk_products"),
    )


def downgrade() -> None:
    op.drop_table("products")
