"""Announcements and their documents."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "75be42a46fca"
down_revision = "d7b20e94c1a5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "announcements",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("category_id", sa.Uuid(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("summary_en", sa.String(), nullable=False),
        sa.Column("summary_ar", sa.String(), nullable=False),
        sa.Column("description_en", sa.String(), nullable=False),
        sa.Column("description_ar", sa.String(), nullable=False),
        sa.Column("eligibility_en", sa.String(), nullable=False),
        sa.Column("eligibility_ar", sa.String(), nullable=False),
        sa.Column("fee_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("staff_needed", sa.Integer(), nullable=False),
        sa.Column("opens_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "draft",
                "submitted",
                "returned",
                "rejected",
                "published",
                "closed",
                name="announcementstatus",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("submitted_by", sa.Uuid(), nullable=True),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column(
            "remarks",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_by", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "search_fold(title_en || ' ' || title_ar || ' ' || summary_en || ' ' || summary_ar)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["category_id"], ["categories.id"], name=op.f("fk_announcements_category_id_categories")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
    )
    op.create_index("ix_announcements_category", "announcements", ["category_id"], unique=False)
    op.create_index(
        "ix_announcements_closes_at", "announcements", ["closes_at", "id"], unique=False
    )
    op.create_index(
        "ix_announcements_search",
        "announcements",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_announcements_status", "announcements", ["status", "closes_at", "id"], unique=False
    )
    op.create_index(
        "ix_announcements_updated_at", "announcements", ["updated_at", "id"], unique=False
    )
    op.create_table(
        "announcement_attachments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("announcement_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("size_bytes", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["announcement_id"],
            ["announcements.id"],
            name=op.f("fk_announcement_attachments_announcement_id_announcements"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcement_attachments")),
    )
    op.create_index(
        op.f("ix_announcement_attachments_announcement_id"),
        "announcement_attachments",
        ["announcement_id"],
        unique=False,
    )


def downgrade() -> None:
    op.drop_table("announcement_attachments")
    op.drop_table("announcements")
