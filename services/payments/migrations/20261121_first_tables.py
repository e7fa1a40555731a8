"""first tables."""

import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "3c6bf6c21604"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.schema.CreateSequence(sa.Sequence("charge_reference_numbers")))
    op.create_table(
        "charge_requests",
        sa.Column(
            "purpose",
            sa.Enum(
                "candidate_registration",
                "staff_registration",
                "organization_registration",
                "enrollment",
                "application",
                name="chargepurpose",
                native_enum=False,
                length=40,
            ),
            nullable=False,
        ),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("purpose", "subject_id", name=op.f("pk_charge_requests")),
    )
    op.create_table(
        "charges",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("reference", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column(
            "purpose",
            sa.Enum(
                "candidate_registration",
                "staff_registration",
                "organization_registration",
                "enrollment",
                "application",
                name="chargepurpose",
                native_enum=False,
                length=40,
            ),
            nullable=False,
        ),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("payer_profile_id", sa.Uuid(), nullable=False),
        sa.Column("payer_user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sqlmodel.sql.sqltypes.AutoString(length=3), nullable=False),
        sa.Column("title_en", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("title_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "open",
                "paid",
                "refunded",
                "partly_refunded",
                "cancelled",
                "expired",
                name="chargestatus",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paid_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("waived", sa.Boolean(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("refunded_minor", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint("amount_minor >= 0", name=op.f("ck_charges_amount_not_negative")),
        sa.CheckConstraint(
            "refunded_minor BETWEEN 0 AND amount_minor",
            name=op.f("ck_charges_refunded_within_amount"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_charges")),
        sa.UniqueConstraint("reference", name=op.f("uq_charges_reference")),
    )
    op.create_index(
        "ix_charges_due", "charges", ["due_at"], unique=False, postgresql_where="status = 'open'"
    )
    op.create_index(
        op.f("ix_charges_organization_id"), "charges", ["organization_id"], unique=False
    )
    op.create_index("ix_charges_payer", "charges", ["payer_profile_id", "created_at"], unique=False)
    op.create_index("ix_charges_subject", "charges", ["subject_id"], unique=False)
    op.create_index(
        "uq_charges_active_subject",
        "charges",
        ["purpose", "subject_id"],
        unique=True,
        postgresql_where="status IN ('open', 'paid', 'partly_refunded')",
    )
    op.create_table(
        "payers",
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column(
            "profile_type",
            sa.Enum(
                "admin",
                "organization",
                "staff",
                "candidate",
                "trainer",
                name="profiletype",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("phone", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name_en", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("locale", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("profile_id", name=op.f("pk_payers")),
    )
    op.create_index(op.f("ix_payers_subject_id"), "payers", ["subject_id"], unique=False)
    op.create_table(
        "registration_fees",
        sa.Column(
            "profile_type",
            sa.Enum(
                "admin",
                "organization",
                "staff",
                "candidate",
                "trainer",
                name="profiletype",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("effective_on", sa.Date(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sqlmodel.sql.sqltypes.AutoString(length=3), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("profile_type", "effective_on", name=op.f("pk_registration_fees")),
    )
    op.create_table(
        "payments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "created",
                "redirected",
                "succeeded",
                "failed",
                "under_review",
                name="paymentstatus",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sqlmodel.sql.sqltypes.AutoString(length=3), nullable=False),
        sa.Column("integration_id", sa.BigInteger(), nullable=False),
        sa.Column("special_reference", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("intention_id", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("order_id", sa.BigInteger(), nullable=True),
        sa.Column("client_secret", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("transaction_id", sa.BigInteger(), nullable=True),
        sa.Column("received_minor", sa.BigInteger(), nullable=True),
        sa.Column("card_brand", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("card_last4", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("failure_code", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("failure_reason", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("hold_reason", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("refunded_minor", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("inquiries", sa.Integer(), nullable=False),
        sa.Column("next_inquiry_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("tell_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("inquired_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["charges.id"], name=op.f("fk_payments_charge_id_charges")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payments")),
        sa.UniqueConstraint("charge_id", "number", name=op.f("uq_payments_charge_id")),
        sa.UniqueConstraint("intention_id", name=op.f("uq_payments_intention_id")),
        sa.UniqueConstraint("order_id", name=op.f("uq_payments_order_id")),
        sa.UniqueConstraint("special_reference", name=op.f("uq_payments_special_reference")),
        sa.UniqueConstraint("transaction_id", name=op.f("uq_payments_transaction_id")),
    )
    op.create_index("ix_payments_created", "payments", ["created_at", "id"], unique=False)
    op.create_index(
        "ix_payments_inquiry",
        "payments",
        ["next_inquiry_at"],
        unique=False,
        postgresql_where="next_inquiry_at IS NOT NULL",
    )
    op.create_index(
        "ix_payments_to_tell",
        "payments",
        ["tell_at"],
        unique=False,
        postgresql_where="tell_at IS NOT NULL",
    )
    op.create_index(
        "uq_payments_live",
        "payments",
        ["charge_id"],
        unique=True,
        postgresql_where="status IN ('created', 'redirected')",
    )
    op.create_table(
        "callbacks",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("transaction_id", sa.BigInteger(), nullable=False),
        sa.Column("state", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "source",
            sa.Enum("webhook", "inquiry", name="source", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column("body", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("outcome", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column(
            "received_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("processed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "due_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payments.id"], name=op.f("fk_callbacks_payment_id_payments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_callbacks")),
        sa.UniqueConstraint("transaction_id", "state", name=op.f("uq_callbacks_transaction_id")),
    )
    op.create_index("ix_callbacks_order", "callbacks", ["order_id"], unique=False)
    op.create_index(op.f("ix_callbacks_payment_id"), "callbacks", ["payment_id"], unique=False)
    op.create_index(
        "ix_callbacks_waiting",
        "callbacks",
        ["due_at"],
        unique=False,
        postgresql_where="processed_at IS NULL",
    )
    op.create_table(
        "refunds",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("transaction_id", sa.BigInteger(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sqlmodel.sql.sqltypes.AutoString(length=3), nullable=False),
        sa.Column(
            "reason",
            sa.Enum(
                "seats_full",
                "batch_started",
                "already_enrolled",
                "cancelled_by_organization",
                "cancelled_by_candidate",
                "paid_twice",
                "nothing_owed",
                "admin",
                "at_provider",
                "other",
                name="refundreason",
                native_enum=False,
                length=40,
            ),
            nullable=False,
        ),
        sa.Column("note", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("request_key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("requested_by", sa.Uuid(), nullable=True),
        sa.Column(
            "method",
            sa.Enum("refund", "void", name="refundmethod", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column(
            "status",
            sa.Enum(
                "requested",
                "sent",
                "done",
                "failed",
                name="refundstatus",
                native_enum=False,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column(
            "due_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=True
        ),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refund_transaction_id", sa.BigInteger(), nullable=True),
        sa.Column("error", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint("amount_minor > 0", name=op.f("ck_refunds_amount_positive")),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["charges.id"], name=op.f("fk_refunds_charge_id_charges")
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payments.id"], name=op.f("fk_refunds_payment_id_payments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_refunds")),
        sa.UniqueConstraint("refund_transaction_id", name=op.f("uq_refunds_refund_transaction_id")),
        sa.UniqueConstraint("request_key", name=op.f("uq_refunds_request_key")),
    )
    op.create_index(op.f("ix_refunds_charge_id"), "refunds", ["charge_id"], unique=False)
    op.create_index(
        "ix_refunds_due",
        "refunds",
        ["due_at"],
        unique=False,
        postgresql_where="status IN ('requested', 'sent')",
    )
    op.create_index(op.f("ix_refunds_payment_id"), "refunds", ["payment_id"], unique=False)
    op.create_index(op.f("ix_refunds_transaction_id"), "refunds", ["transaction_id"], unique=False)
    op.create_table(
        "inbox",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column(
            "handled_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("inbox_handled_at", "inbox", ["handled_at"], unique=False)
    op.create_table(
        "outbox",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("mandatory", sa.Boolean(), nullable=False),
        sa.Column("body", postgresql.JSON(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "due_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "outbox_published",
        "outbox",
        ["published_at"],
        unique=False,
        postgresql_where=sa.text("published_at IS NOT NULL"),
    )
    op.create_index(
        "outbox_waiting",
        "outbox",
        ["due_at", "id"],
        unique=False,
        postgresql_where=sa.text("published_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_index(
        "outbox_waiting", table_name="outbox", postgresql_where=sa.text("published_at IS NULL")
    )
    op.drop_index(
        "outbox_published",
        table_name="outbox",
        postgresql_where=sa.text("published_at IS NOT NULL"),
    )
    op.drop_table("outbox")
    op.drop_index("inbox_handled_at", table_name="inbox")
    op.drop_table("inbox")
    op.drop_index(op.f("ix_refunds_transaction_id"), table_name="refunds")
    op.drop_index(op.f("ix_refunds_payment_id"), table_name="refunds")
    op.drop_index(
        "ix_refunds_due", table_name="refunds", postgresql_where="status IN ('requested', 'sent')"
    )
    op.drop_index(op.f("ix_refunds_charge_id"), table_name="refunds")
    op.drop_table("refunds")
    op.drop_index(
        "ix_callbacks_waiting", table_name="callbacks", postgresql_where="processed_at IS NULL"
    )
    op.drop_index(op.f("ix_callbacks_payment_id"), table_name="callbacks")
    op.drop_index("ix_callbacks_order", table_name="callbacks")
    op.drop_table("callbacks")
    op.drop_index(
        "uq_payments_live",
        table_name="payments",
        postgresql_where="status IN ('created', 'redirected')",
    )
    op.drop_index(
        "ix_payments_to_tell", table_name="payments", postgresql_where="tell_at IS NOT NULL"
    )
    op.drop_index(
        "ix_payments_inquiry", table_name="payments", postgresql_where="next_inquiry_at IS NOT NULL"
    )
    op.drop_index("ix_payments_created", table_name="payments")
    op.drop_table("payments")
    op.drop_table("registration_fees")
    op.drop_index(op.f("ix_payers_subject_id"), table_name="payers")
    op.drop_table("payers")
    op.drop_index("ix_charges_subject", table_name="charges")
    op.drop_index(
        "uq_charges_active_subject",
        table_name="charges",
        postgresql_where="status IN ('open', 'paid', 'partly_refunded')",
    )
    op.drop_index("ix_charges_payer", table_name="charges")
    op.drop_index(op.f("ix_charges_organization_id"), table_name="charges")
    op.drop_index("ix_charges_due", table_name="charges", postgresql_where="status = 'open'")
    op.drop_table("charges")
    op.drop_table("charge_requests")
    op.execute(sa.schema.DropSequence(sa.Sequence("charge_reference_numbers")))
