"""inquiries about attempts, and their outcomes."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "196f614211b4"
down_revision = "4b4a9df1c2d0"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "inquiries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column(
            "outcome",
            sa.Enum(
                "unpaid",
                "pending",
                "declined",
                "paid",
                "reversed",
                "unreachable",
                name="inquiryoutcome",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("error", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payments.id"], name=op.f("fk_inquiries_payment_id_payments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inquiries")),
    )
    op.create_index("ix_inquiries_payment", "inquiries", ["payment_id", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_inquiries_payment", table_name="inquiries")
    op.drop_table("inquiries")
