"""Contacts are searched by the words that are stored, and what they did not get found by them."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "4f81d7ca3e60"
down_revision = "c6a20f5d9b83"
branch_labels = None
depends_on = None

WORDS = "search_fold(name_en || ' ' || name_ar || ' ' || email || ' ' || phone)"


def upgrade() -> None:
    create_index(
        op,
        "ix_contacts_search",
        "contacts",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    drop_index(op, "ix_contacts_words", "contacts")
    create_index(
        op,
        "ix_deliveries_unsent_user",
        "deliveries",
        ["user_id", "id"],
        postgresql_where=sa.text("status IN ('failed', 'suppressed')"),
    )


def downgrade() -> None:
    drop_index(op, "ix_deliveries_unsent_user", "deliveries")
    create_index(
        op,
        "ix_contacts_words",
        "contacts",
        [sa.text(f"{WORDS} gin_trgm_ops")],
        postgresql_using="gin",
    )
    drop_index(op, "ix_contacts_search", "contacts")
