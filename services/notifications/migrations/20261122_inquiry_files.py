"""Inquiries have a reference, a topic in place of a subject, and files."""

import sqlalchemy as sa
from alembic import op

revision = "a4c7d10be952"
down_revision = "7f1c0a92e6b4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    timestamp = sa.DateTime(timezone=True)
    op.create_table(
        "discarded_files",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("due_at", timestamp, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_discarded_files"),
    )
    op.create_index("ix_discarded_files_due_at", "discarded_files", ["due_at"])
    op.add_column("inquiries", sa.Column("reference", sa.String(12), nullable=True))
    op.add_column(
        "inquiries", sa.Column("topic", sa.String(40), nullable=False, server_default="other")
    )
    op.add_column(
        "inquiries", sa.Column("locale", sa.String(2), nullable=False, server_default="en")
    )
    op.add_column("inquiries", sa.Column("consented_at", timestamp, nullable=True))
    op.execute(
        "UPDATE inquiries SET reference = 'Q-' || upper(right(replace(id::text, '-', ''), 10)),"
        " message = subject || E'\\n\\n' || message"
    )
    op.alter_column("inquiries", "reference", nullable=False)
    op.alter_column("inquiries", "topic", server_default=None)
    op.alter_column("inquiries", "locale", server_default=None)
    op.create_unique_constraint("uq_inquiries_reference", "inquiries", ["reference"])
    op.drop_column("inquiries", "subject")
    op.create_table(
        "inquiry_files",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("inquiry_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inquiry_id"],
            ["inquiries.id"],
            name="fk_inquiry_files_inquiry_id_inquiries",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_inquiry_files"),
    )
    op.create_index("ix_inquiry_files_inquiry_id", "inquiry_files", ["inquiry_id"])


def downgrade() -> None:
    op.drop_table("inquiry_files")
    op.add_column("inquiries", sa.Column("subject", sa.String(), nullable=False, server_default=""))
    op.alter_column("inquiries", "subject", server_default=None)
    op.drop_constraint("uq_inquiries_reference", "inquiries", type_="unique")
    for column in ("consented_at", "locale", "topic", "reference"):
        op.drop_column("inquiries", column)
    op.drop_table("discarded_files")
