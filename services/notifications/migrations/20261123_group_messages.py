"""Organizations and admins write to groups, with copies of batches and organizations for it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "4b4a0d3c33f4"
down_revision = "33bbb3f0d821"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "batches",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
    )
    op.create_table(
        "organizations",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )
    _create_messages()


def _create_messages() -> None:
    searched = sa.Computed("search_fold(subject_en || ' ' || subject_ar)", persisted=True)
    op.create_table(
        "group_messages",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("author_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=True),
        sa.Column("audience", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("subject_en", sa.String(), nullable=False),
        sa.Column("subject_ar", sa.String(), nullable=False),
        sa.Column("text_en", sa.String(), nullable=False),
        sa.Column("text_ar", sa.String(), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("send_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expected", sa.Integer(), nullable=False),
        sa.Column("receivers", sa.Integer(), nullable=False),
        sa.Column("passed_over", sa.Integer(), nullable=False),
        sa.Column("last_user_id", sa.Uuid(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("search", sa.Text(), searched, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_group_messages")),
        sa.CheckConstraint(
            "status IN ('scheduled', 'sending', 'sent', 'cancelled')",
            name=op.f("ck_group_messages_status_known"),
        ),
    )
    op.create_index(
        "ix_group_messages_batch",
        "group_messages",
        ["batch_id", "send_at"],
        postgresql_where=sa.text("batch_id IS NOT NULL"),
    )
    op.create_index(
        "ix_group_messages_due",
        "group_messages",
        ["next_at"],
        postgresql_where=sa.text("status IN ('scheduled', 'sending')"),
    )
    op.create_index(
        "ix_group_messages_organization", "group_messages", ["organization_id", "send_at", "id"]
    )
    op.create_index("ix_group_messages_send_at", "group_messages", ["send_at", "id"])
    op.create_index(
        "ix_group_messages_search",
        "group_messages",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )


def downgrade() -> None:
    op.drop_table("group_messages")
    op.drop_table("organizations")
    op.drop_table("batches")
