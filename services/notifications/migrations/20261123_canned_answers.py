"""Canned answers."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "00d93c790d6c"
down_revision = "c9541f16662d"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "canned_answers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=False),
        sa.Column("name_ar", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=False),
        sa.Column("text_en", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("text_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_canned_answers")),
    )


def downgrade() -> None:
    op.drop_table("canned_answers")
