"""What registration costs, and who pays it for people in bulk."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "8f1d5a27c304"
down_revision = "2c6c086cf58d"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "registration_terms",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("payer", sa.String(length=24), nullable=False),
        sa.Column("fees", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.PrimaryKeyConstraint("scope", name=op.f("pk_registration_terms")),
    )


def downgrade() -> None:
    op.drop_table("registration_terms")
