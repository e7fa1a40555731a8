"""Payments of an organization and of a payer are found, counted and added up by indexes; payers by
the beginning of their mobile numbers."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "2d9f60c8e4b1"
down_revision = "e05b8d36f7a2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(
        op,
        "ix_payments_organization",
        "payments",
        ["organization_id", "created_at", "id"],
        postgresql_include=["status", "way", "currency", "amount_minor", "refunded_minor"],
    )
    create_index(
        op,
        "ix_payments_payer",
        "payments",
        ["payer_profile_id", "created_at", "id"],
        postgresql_include=["status", "way"],
    )
    create_index(
        op, "ix_payers_phone", "payers", ["phone"], postgresql_ops={"phone": "text_pattern_ops"}
    )


def downgrade() -> None:
    drop_index(op, "ix_payers_phone", "payers")
    drop_index(op, "ix_payments_payer", "payments")
    drop_index(op, "ix_payments_organization", "payments")
