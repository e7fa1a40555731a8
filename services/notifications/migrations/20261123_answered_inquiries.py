"""Inquiries have a status, an assignee and what is said in them, are searched by folded words, and
mails go to those who have asked."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search_migration
from sqlalchemy.dialects import postgresql

revision = "9d346b3f85ff"
down_revision = "f01bd62a09ee"
branch_labels = None
depends_on = None


def upgrade() -> None:
    timestamp = sa.DateTime(timezone=True)
    status = sa.Enum(
        "open", "answered", "closed", name="status_known", native_enum=False, length=40
    )
    kind = sa.Enum("message", "answer", "note", name="kind_known", native_enum=False, length=40)
    search_migration.upgrade(op)
    op.create_table(
        "inquiry_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("inquiry_id", sa.Uuid(), nullable=False),
        sa.Column("kind", kind, nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("author_id", sa.Uuid(), nullable=True),
        sa.Column("sender", sa.String(), nullable=True),
        sa.Column("message_id", sa.String(), nullable=True),
        sa.Column("created_at", timestamp, server_default=sa.func.now(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('message', 'answer', 'note')", name=op.f("ck_inquiry_entries_kind_known")
        ),
        sa.ForeignKeyConstraint(
            ["inquiry_id"],
            ["inquiries.id"],
            name=op.f("fk_inquiry_entries_inquiry_id_inquiries"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inquiry_entries")),
        sa.UniqueConstraint("inquiry_id", "message_id", name=op.f("uq_inquiry_entries_message")),
    )
    op.create_index(
        "ix_inquiry_entries_inquiry", "inquiry_entries", ["inquiry_id", "created_at"], unique=False
    )
    op.add_column("deliveries", sa.Column("inquiry_id", sa.Uuid(), nullable=True))
    op.add_column("deliveries", sa.Column("name", sa.String(), nullable=True))
    op.add_column("deliveries", sa.Column("thread", postgresql.JSONB(), nullable=True))
    op.alter_column("deliveries", "user_id", nullable=True)
    op.create_index(
        "ix_deliveries_inquiry",
        "deliveries",
        ["inquiry_id"],
        unique=False,
        postgresql_where=sa.text("inquiry_id IS NOT NULL"),
    )
    op.create_foreign_key(
        op.f("fk_deliveries_inquiry_id_inquiries"),
        "deliveries",
        "inquiries",
        ["inquiry_id"],
        ["id"],
        ondelete="CASCADE",
    )
    op.add_column("inquiries", sa.Column("status", status, nullable=False, server_default="open"))
    op.alter_column("inquiries", "status", server_default=None)
    op.create_check_constraint(
        op.f("ck_inquiries_status_known"), "inquiries", "status IN ('open', 'answered', 'closed')"
    )
    op.add_column("inquiries", sa.Column("assignee_id", sa.Uuid(), nullable=True))
    op.add_column("inquiries", sa.Column("first_answered_at", timestamp, nullable=True))
    op.add_column(
        "inquiries", sa.Column("version", sa.Integer(), nullable=False, server_default="1")
    )
    op.alter_column("inquiries", "version", server_default=None)
    op.add_column(
        "inquiries",
        sa.Column("updated_at", timestamp, server_default=sa.func.now(), nullable=False),
    )
    op.execute("UPDATE inquiries SET updated_at = created_at")
    searched = "search_fold(reference || ' ' || name || ' ' || email || ' ' || message)"
    op.add_column(
        "inquiries",
        sa.Column("search", sa.Text(), sa.Computed(searched, persisted=True), nullable=False),
    )
    op.create_index(
        "ix_inquiries_search",
        "inquiries",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_inquiries_assignee",
        "inquiries",
        ["assignee_id"],
        unique=False,
        postgresql_where=sa.text("assignee_id IS NOT NULL"),
    )
    op.create_index("ix_inquiries_sender", "inquiries", [sa.text("lower(email)")], unique=False)
    op.create_index("ix_inquiries_status", "inquiries", ["status", "created_at", "id"])
    op.create_index("ix_inquiries_updated_at", "inquiries", ["updated_at", "id"], unique=False)


def downgrade() -> None:
    for index in ("updated_at", "status", "sender", "assignee", "search"):
        op.drop_index(f"ix_inquiries_{index}", table_name="inquiries")
    op.drop_constraint(op.f("ck_inquiries_status_known"), "inquiries", type_="check")
    for column in (
        "search",
        "updated_at",
        "version",
        "first_answered_at",
        "assignee_id",
        "status",
    ):
        op.drop_column("inquiries", column)
    op.execute("DELETE FROM deliveries WHERE user_id IS NULL")
    op.alter_column("deliveries", "user_id", nullable=False)
    for column in ("thread", "name", "inquiry_id"):
        op.drop_column("deliveries", column)
    op.drop_table("inquiry_entries")
    search_migration.downgrade(op)
