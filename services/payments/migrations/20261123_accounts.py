"""Accounts of organizations, their entries and bills."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "d68fafd62c87"
down_revision = "07d9f2c41bef"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("currency", sqlmodel.sql.sqltypes.AutoString(length=3), nullable=False),
        sa.Column("limit_minor", sa.BigInteger(), nullable=False),
        sa.Column("days_to_pay", sa.Integer(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("owed_minor", sa.BigInteger(), nullable=False),
        sa.Column("allowed_by", sa.Uuid(), nullable=False),
        sa.Column(
            "allowed_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint("days_to_pay > 0", name=op.f("ck_accounts_days_to_pay_positive")),
        sa.CheckConstraint("limit_minor >= 0", name=op.f("ck_accounts_limit_not_negative")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint(
            "organization_id", "currency", name=op.f("uq_accounts_organization_id")
        ),
    )
    op.create_index("ix_accounts_created", "accounts", ["created_at", "id"], unique=False)
    op.create_table(
        "account_bills",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint("amount_minor > 0", name=op.f("ck_account_bills_amount_positive")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_account_bills_account_id_accounts")
        ),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["charges.id"], name=op.f("fk_account_bills_charge_id_charges")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_bills")),
        sa.UniqueConstraint("account_id", "month", name=op.f("uq_account_bills_account_id")),
        sa.UniqueConstraint("charge_id", name=op.f("uq_account_bills_charge_id")),
    )
    op.create_index(
        "ix_account_bills_unsettled",
        "account_bills",
        ["id"],
        unique=False,
        postgresql_where="settled_at IS NULL",
    )
    op.create_table(
        "account_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column(
            "kind",
            sa.Enum(
                "charged",
                "refunded",
                "returned",
                name="accountentrykind",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("refund_id", sa.Uuid(), nullable=True),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("bill_id", sa.Uuid(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "(kind = 'charged') = (refund_id IS NULL)", name=op.f("ck_account_entries_refund_known")
        ),
        sa.CheckConstraint(
            "(kind = 'refunded') = (amount_minor < 0)",
            name=op.f("ck_account_entries_less_by_refund"),
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_account_entries_account_id_accounts")
        ),
        sa.ForeignKeyConstraint(
            ["bill_id"], ["account_bills.id"], name=op.f("fk_account_entries_bill_id_account_bills")
        ),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["charges.id"], name=op.f("fk_account_entries_charge_id_charges")
        ),
        sa.ForeignKeyConstraint(
            ["refund_id"], ["refunds.id"], name=op.f("fk_account_entries_refund_id_refunds")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_entries")),
        sa.UniqueConstraint("refund_id", name=op.f("uq_account_entries_refund_id")),
    )
    op.create_index(
        "ix_account_entries_account",
        "account_entries",
        ["account_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_account_entries_bill_id"), "account_entries", ["bill_id"], unique=False
    )
    op.create_index(
        "ix_account_entries_unbilled",
        "account_entries",
        ["account_id"],
        unique=False,
        postgresql_where="bill_id IS NULL",
    )
    op.create_index(
        "uq_account_entries_charged",
        "account_entries",
        ["charge_id"],
        unique=True,
        postgresql_where="kind = 'charged'",
    )
    op.create_index(
        "ix_refunds_to_account",
        "refunds",
        ["id"],
        unique=False,
        postgresql_where="method = 'account' AND status = 'requested'",
    )


def downgrade() -> None:
    op.drop_index(
        "ix_refunds_to_account",
        table_name="refunds",
        postgresql_where="method = 'account' AND status = 'requested'",
    )
    op.drop_index(
        "uq_account_entries_charged",
        table_name="account_entries",
        postgresql_where="kind = 'charged'",
    )
    op.drop_index(
        "ix_account_entries_unbilled",
        table_name="account_entries",
        postgresql_where="bill_id IS NULL",
    )
    op.drop_index(op.f("ix_account_entries_bill_id"), table_name="account_entries")
    op.drop_index("ix_account_entries_account", table_name="account_entries")
    op.drop_table("account_entries")
    op.drop_index(
        "ix_account_bills_unsettled",
        table_name="account_bills",
        postgresql_where="settled_at IS NULL",
    )
    op.drop_table("account_bills")
    op.drop_index("ix_accounts_created", table_name="accounts")
    op.drop_table("accounts")
