"""Content pages: a row for each version."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "b3d6a9e1c47f"
down_revision = "7c1e94b2d05f"
branch_labels = None
depends_on = None


def upgrade() -> None:
    timestamp = sa.DateTime(timezone=True)
    op.create_table(
        "page_versions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("slug", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("summary_en", sa.String(), nullable=False),
        sa.Column("summary_ar", sa.String(), nullable=False),
        sa.Column("blocks", postgresql.JSONB(), nullable=False),
        sa.Column("publish_at", timestamp, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_by", sa.Uuid(), nullable=True),
        sa.Column("created_at", timestamp, server_default=sa.func.now(), nullable=False),
        sa.Column("updated_at", timestamp, server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_page_versions"),
        sa.UniqueConstraint("slug", "number", name="uq_page_versions_slug"),
    )
    op.create_index("ix_page_versions_public", "page_versions", ["slug", "publish_at"])
    op.create_index(
        "uq_page_versions_draft",
        "page_versions",
        ["slug"],
        unique=True,
        postgresql_where=sa.text("publish_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_table("page_versions")
