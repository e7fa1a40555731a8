"""The audit trail is read by record, without saying of which kind."""

from alembic import op

revision = "b5d17c2e9a40"
down_revision = "e6b13f5a2c94"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_audit_entries_record", "audit_entries")
    op.create_index("ix_audit_entries_record_id", "audit_entries", ["record_id", "recorded_at"])
    op.create_index("ix_audit_entries_noun", "audit_entries", ["noun", "recorded_at"])


def downgrade() -> None:
    op.drop_index("ix_audit_entries_noun", "audit_entries")
    op.drop_index("ix_audit_entries_record_id", "audit_entries")
    op.create_index(
        "ix_audit_entries_record", "audit_entries", ["noun", "record_id", "recorded_at"]
    )
