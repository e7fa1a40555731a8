"""search and words."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search

revision = "c51e0b7d9a34"
down_revision = "8d41f0a7c2be"
branch_labels = None
depends_on = None

COLUMNS = (
    ("charge_requests", "sequence", "source_version"),
    ("payers", "sequence", "source_version"),
    ("registration_fees", "sequence", "source_version"),
    ("payments", "hold_reason", "review_reason"),
    ("payments", "tell_at", "notify_at"),
)
INDEXES = (
    ("ix_payments_held", "ix_payments_under_review"),
    ("ix_payments_to_tell", "ix_payments_to_notify"),
)


def upgrade() -> None:
    for table, before, after in COLUMNS:
        op.alter_column(table, before, new_column_name=after)
    for before, after in INDEXES:
        op.execute(f"ALTER INDEX {before} RENAME TO {after}")
    op.create_index("ix_payers_user_id", "payers", ["user_id"])
    search.upgrade(op)
    text = "name_en || ' ' || name_ar || ' ' || email || ' ' || phone"
    op.add_column(
        "payers",
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(f"search_fold({text})", persisted=True),
            nullable=False,
        ),
    )
    op.create_index(
        "ix_payers_search",
        "payers",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )


def downgrade() -> None:
    op.drop_column("payers", "search")
    search.downgrade(op)
    op.drop_index("ix_payers_user_id", table_name="payers")
    for before, after in INDEXES:
        op.execute(f"ALTER INDEX {after} RENAME TO {before}")
    for table, before, after in COLUMNS:
        op.alter_column(table, after, new_column_name=before)
