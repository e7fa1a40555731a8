"""The organizations that are invoiced."""

import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "07d9f2c41bef"
down_revision = "f80059d13bbc"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "organizations",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("tax_number", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("address", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )


def downgrade() -> None:
    op.drop_table("organizations")
