"""Administrators word messages."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "22974f37e5fe"
down_revision = "0c93e5d1a7f8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "wording_versions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("texts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("author_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wording_versions")),
        sa.UniqueConstraint("kind", "version", name="uq_wording_versions_version"),
    )


def downgrade() -> None:
    op.drop_table("wording_versions")
