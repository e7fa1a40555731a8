"""What seats cost that an organization takes many at once."""

import sqlalchemy as sa
from alembic import op

revision = "3e7a90c4d1b6"
down_revision = "c61d8f2ab7e3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("batches", sa.Column("price_10_minor", sa.Integer(), nullable=True))
    op.add_column("batches", sa.Column("price_50_minor", sa.Integer(), nullable=True))
    op.create_check_constraint(
        op.f("ck_batches_price_10_lower"),
        "batches",
        "price_10_minor BETWEEN 0 AND price_minor",
    )
    op.create_check_constraint(
        op.f("ck_batches_price_50_lower"),
        "batches",
        "price_50_minor BETWEEN 0 AND coalesce(price_10_minor, price_minor)",
    )


def downgrade() -> None:
    op.drop_constraint(op.f("ck_batches_price_50_lower"), "batches")
    op.drop_constraint(op.f("ck_batches_price_10_lower"), "batches")
    op.drop_column("batches", "price_50_minor")
    op.drop_column("batches", "price_10_minor")
