"""Registration fees are rows by their days; categories have a version."""

import sqlalchemy as sa
from alembic import op

revision = "a41d7e05c3b9"
down_revision = "b3d6a9e1c47f"
branch_labels = None
depends_on = None

# The fees of the settings' group, which copies of the version before go on reading.
_FEES = """
INSERT INTO registration_fees
    (id, profile_type, amount_minor, currency, valid_from, version, updated_by)
SELECT gen_random_uuid(), kind, (value ->> (kind || '_minor'))::int, value ->> 'currency',
    (value ->> 'effective_on')::date, 1, updated_by
FROM settings, unnest(ARRAY['candidate', 'staff', 'organization']) AS kind
WHERE name = 'registration_fees'
"""


def upgrade() -> None:
    op.create_table(
        "registration_fees",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("profile_type", sa.String(length=20), nullable=False),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_by", sa.Uuid(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name="pk_registration_fees"),
        sa.UniqueConstraint("profile_type", "valid_from", name="uq_registration_fees_valid_from"),
    )
    op.execute(_FEES)
    op.add_column(
        "categories", sa.Column("version", sa.Integer(), nullable=False, server_default="1")
    )


def downgrade() -> None:
    op.drop_column("categories", "version")
    op.drop_table("registration_fees")
