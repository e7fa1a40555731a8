"""Deliveries are searched by the people they went to and by other addresses, by indexes."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "7b2f60c9d4e1"
down_revision = "d40b9c7e15fa"
branch_labels = None
depends_on = None

WORDS = "search_fold(name_en || ' ' || name_ar || ' ' || email || ' ' || phone)"
ADDRESS = "CASE WHEN channel <> 'push' THEN lower(address) END"


def upgrade() -> None:
    create_index(
        op,
        "ix_contacts_words",
        "contacts",
        [sa.text(f"{WORDS} gin_trgm_ops")],
        postgresql_using="gin",
    )
    create_index(op, "ix_deliveries_user", "deliveries", ["user_id", "status", "created_at"])
    create_index(
        op,
        "ix_deliveries_address",
        "deliveries",
        [sa.text(f"({ADDRESS}) gin_trgm_ops")],
        postgresql_using="gin",
        postgresql_where=sa.text(f"({ADDRESS}) IS NOT NULL"),
    )


def downgrade() -> None:
    drop_index(op, "ix_deliveries_address", "deliveries")
    drop_index(op, "ix_deliveries_user", "deliveries")
    drop_index(op, "ix_contacts_words", "contacts")
