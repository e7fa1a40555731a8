"""The baseline: all tables of the first release."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search
from kit.messaging import migration as messaging
from kit.web import idempotency_migration as idempotency
from kit.web.invariants import migration as invariants
from sqlalchemy.dialects import postgresql

revision = "661355b8679c"
down_revision = None
branch_labels = None
depends_on = None

CREDIT_NUMBERS = sa.Sequence(
    "bank_credit_numbers", start=-1, increment=-1, minvalue=-(2**62), maxvalue=-1
)
# The row lock orders a change of the charge and an added payment.
TAKE_PAYER = """
CREATE FUNCTION take_whose_from_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT organization_id, payer_profile_id INTO NEW.organization_id, NEW.payer_profile_id
  FROM charges WHERE id = NEW.charge_id FOR SHARE;
  RETURN NEW;
END
$$
"""
GIVE_PAYER = """
CREATE FUNCTION give_whose_to_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payments
  SET organization_id = NEW.organization_id, payer_profile_id = NEW.payer_profile_id
  WHERE charge_id = NEW.id;
  RETURN NULL;
END
$$
"""

# What people search charges, and payments for them, by.
CHARGE_DOCUMENT = """
SELECT charges.id,
  search_fold(concat_ws(' ', payers.name_en, payers.name_ar, payers.email, payers.phone,
    charges.subject_code, array_to_string(coded.codes, ' '))),
  coded.codes
FROM charges
LEFT JOIN payers ON payers.profile_id = charges.payer_profile_id
LEFT JOIN transfers ON transfers.charge_id = charges.id
CROSS JOIN LATERAL (
  SELECT array_remove(
    array_agg(lower(special_reference)) || array_agg(transaction_id::text)
      || lower(charges.reference)::text || lower(transfers.reference)::text, NULL
  ) AS codes
  FROM payments WHERE payments.charge_id = charges.id
) AS coded
"""
CHARGE_SOURCES = {
    "charges": search.Source(
        "reference, subject_code, payer_profile_id",
        "SELECT changed.id FROM changed",
        lock="FROM payers WHERE profile_id = NEW.payer_profile_id FOR SHARE",
        in_any_order=True,
    ),
    "payers": search.Source(
        "name_en, name_ar, email, phone",
        "SELECT charges.id FROM changed JOIN charges ON charges.payer_profile_id = changed.profile_id",
        in_any_order=True,
    ),
    "transfers": search.Source("reference", "SELECT changed.charge_id FROM changed"),
    "payments": search.Source(
        "charge_id, special_reference, transaction_id", "SELECT changed.charge_id FROM changed"
    ),
}
CREDIT_DOCUMENT = """
SELECT bank_credits.id,
  search_fold(concat_ws(' ', bank_credits.payer_name, bank_credits.text,
    bank_credits.bank_reference, charges.reference,
    payers.name_en, payers.name_ar, payers.email, payers.phone)),
  ARRAY[lower(bank_credits.bank_reference)]
FROM bank_credits
LEFT JOIN charges ON charges.id = bank_credits.charge_id
LEFT JOIN payers ON payers.profile_id = charges.payer_profile_id
"""
CREDIT_SOURCES = {
    "bank_credits": search.Source(
        "payer_name, text, bank_reference, charge_id",
        "SELECT changed.id FROM changed",
        lock="FROM charges JOIN payers ON payers.profile_id = charges.payer_profile_id"
        " WHERE charges.id = NEW.charge_id FOR SHARE OF payers",
    ),
    "charges": search.Source(
        "reference, payer_profile_id",
        "SELECT bank_credits.id FROM changed JOIN bank_credits ON bank_credits.charge_id = changed.id",
        is_required=True,
    ),
    "payers": search.Source(
        "name_en, name_ar, email, phone",
        "SELECT bank_credits.id FROM changed"
        " JOIN charges ON charges.payer_profile_id = changed.profile_id"
        " JOIN bank_credits ON bank_credits.charge_id = charges.id",
    ),
}


def upgrade() -> None:  # noqa: PLR0915
    search.upgrade(op)
    messaging.upgrade(op)
    idempotency.upgrade(op)
    invariants.upgrade(op)
    op.execute(sa.schema.CreateSequence(sa.Sequence("charge_reference_numbers")))
    op.execute(sa.schema.CreateSequence(CREDIT_NUMBERS))
    op.create_table(
        "accounts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
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
    op.create_index("ix_accounts_created", "accounts", ["created_at", "id"])
    op.create_table(
        "bank_statements",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("format", sa.String(length=20), nullable=False),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("credits", sa.Integer(), nullable=False),
        sa.Column("imported_by", sa.Uuid(), nullable=False),
        sa.Column(
            "imported_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bank_statements")),
    )
    op.create_table(
        "charge_requests",
        sa.Column("purpose", sa.String(length=40), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("purpose", "subject_id", name=op.f("pk_charge_requests")),
    )
    op.create_table(
        "charges",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("purpose", sa.String(length=40), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("payer_profile_id", sa.Uuid(), nullable=False),
        sa.Column("payer_user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("asked_minor", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("vat_minor", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("vat_percent", sa.Integer(), server_default="0", nullable=False),
        sa.Column("vat_included", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("subject_code", sa.String(), server_default="", nullable=False),
        sa.Column(
            "lines", postgresql.JSONB(), server_default=sa.text("'[]'::jsonb"), nullable=False
        ),
        sa.Column("purchase_order", sa.String(), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paid_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("waived", sa.Boolean(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("acknowledged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("unexpected_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refunded_minor", sa.BigInteger(), nullable=False),
        sa.Column("has_receipt", sa.Boolean(), server_default="false", nullable=False),
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
        sa.CheckConstraint(
            "vat_minor BETWEEN 0 AND amount_minor", name=op.f("ck_charges_vat_within_amount")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_charges")),
        sa.UniqueConstraint("reference", name=op.f("uq_charges_reference")),
    )
    op.create_index("ix_charges_due", "charges", ["due_at"], postgresql_where="status = 'open'")
    op.create_index(op.f("ix_charges_organization_id"), "charges", ["organization_id"])
    op.create_index(
        "ix_charges_paid",
        "charges",
        ["paid_at"],
        postgresql_where="paid_at IS NOT NULL AND NOT waived",
    )
    op.create_index("ix_charges_payer", "charges", ["payer_profile_id", "created_at"])
    op.create_index("ix_charges_subject", "charges", ["subject_id"])
    op.create_index(
        "ix_charges_unacknowledged",
        "charges",
        ["paid_at"],
        postgresql_where="status IN ('paid', 'partly_refunded') AND purpose IN ('enrollment', 'bulk_enrollment', 'application') AND (acknowledged_at IS NULL OR acknowledged_at < paid_at)",
    )
    op.create_index(
        "ix_charges_without_receipt",
        "charges",
        ["paid_at"],
        postgresql_where="status IN ('paid', 'partly_refunded', 'refunded') AND NOT waived AND NOT has_receipt",
    )
    op.create_index(
        "uq_charges_active_subject",
        "charges",
        ["purpose", "subject_id"],
        unique=True,
        postgresql_where="status IN ('open', 'paid', 'partly_refunded')",
    )
    op.create_table(
        "discarded_files",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_discarded_files")),
    )
    op.create_index(op.f("ix_discarded_files_due_at"), "discarded_files", ["due_at"])
    op.create_table(
        "document_series",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("last_number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "year", name=op.f("pk_document_series")),
    )
    op.create_table(
        "organizations",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("tax_number", sa.String(), nullable=True),
        sa.Column("address", postgresql.JSONB(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )
    op.create_table(
        "payers",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("profile_type", sa.String(length=20), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("locale", sa.String(), nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("profile_id", name=op.f("pk_payers")),
    )
    op.create_index(op.f("ix_payers_subject_id"), "payers", ["subject_id"])
    op.create_index(op.f("ix_payers_user_id"), "payers", ["user_id"])
    op.create_table(
        "registration_fees",
        sa.Column("profile_type", sa.String(length=20), nullable=False),
        sa.Column("effective_on", sa.Date(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("profile_type", "effective_on", name=op.f("pk_registration_fees")),
    )
    op.create_table(
        "seller_terms",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("seller", postgresql.JSONB(), nullable=False),
        sa.Column("vat_included", sa.Boolean(), nullable=False),
        sa.Column("vat_rates", postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("scope", name=op.f("pk_seller_terms")),
    )
    op.create_table(
        "settlement_columns",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("heading", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_settlement_columns")),
    )
    op.create_table(
        "settlement_reports",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("uploaded_by", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_settlement_reports")),
        sa.UniqueConstraint("sha256", name=op.f("uq_settlement_reports_sha256")),
    )
    op.create_index("ix_settlement_reports_days", "settlement_reports", ["last_day", "first_day"])
    op.create_table(
        "account_bills",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("notice", sa.String(length=20), nullable=True),
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
        "ix_account_bills_unsettled", "account_bills", ["id"], postgresql_where="settled_at IS NULL"
    )
    op.create_table(
        "payments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("moved_from", sa.Uuid(), nullable=True),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("payer_profile_id", sa.Uuid(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("way", sa.String(length=20), server_default="card", nullable=False),
        sa.Column("integration_id", sa.BigInteger(), nullable=True),
        sa.Column("special_reference", sa.String(), nullable=False),
        sa.Column("intention_id", sa.String(), nullable=True),
        sa.Column("order_id", sa.BigInteger(), nullable=True),
        sa.Column("client_secret", sa.String(), nullable=True),
        sa.Column("transaction_id", sa.BigInteger(), nullable=True),
        sa.Column("received_minor", sa.BigInteger(), nullable=True),
        sa.Column("card_brand", sa.String(), nullable=True),
        sa.Column("card_last4", sa.String(), nullable=True),
        sa.Column("failure_code", sa.String(), nullable=True),
        sa.Column("failure_reason", sa.String(), nullable=True),
        sa.Column("review_reason", sa.String(), nullable=True),
        sa.Column("refunded_minor", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("inquiries", sa.Integer(), nullable=False),
        sa.Column("next_inquiry_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("notify_at", sa.DateTime(timezone=True), nullable=True),
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
        sa.ForeignKeyConstraint(
            ["moved_from"], ["charges.id"], name=op.f("fk_payments_moved_from_charges")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payments")),
        sa.UniqueConstraint("charge_id", "number", name=op.f("uq_payments_charge_id")),
        sa.UniqueConstraint("intention_id", name=op.f("uq_payments_intention_id")),
        sa.UniqueConstraint("order_id", name=op.f("uq_payments_order_id")),
        sa.UniqueConstraint("special_reference", name=op.f("uq_payments_special_reference")),
        sa.UniqueConstraint("transaction_id", name=op.f("uq_payments_transaction_id")),
    )
    op.create_index("ix_payments_amount", "payments", ["amount_minor", "id"])
    op.create_index("ix_payments_created", "payments", ["created_at", "id"])
    op.create_index(
        "ix_payments_inquiry",
        "payments",
        ["next_inquiry_at"],
        postgresql_where="next_inquiry_at IS NOT NULL",
    )
    op.create_index(
        "ix_payments_moved", "payments", ["moved_from"], postgresql_where="moved_from IS NOT NULL"
    )
    op.create_index("ix_payments_organization", "payments", ["organization_id", "created_at", "id"])
    op.create_index("ix_payments_payer", "payments", ["payer_profile_id", "created_at", "id"])
    op.create_index("ix_payments_status", "payments", ["status", "created_at", "id"])
    op.create_index(
        "ix_payments_to_notify", "payments", ["notify_at"], postgresql_where="notify_at IS NOT NULL"
    )
    op.create_index(
        "ix_payments_under_review", "payments", ["id"], postgresql_where="status = 'under_review'"
    )
    op.create_index("ix_payments_way", "payments", ["way", "created_at", "id"])
    op.create_index(
        "uq_payments_live",
        "payments",
        ["charge_id"],
        unique=True,
        postgresql_where="status IN ('created', 'redirected')",
    )
    op.create_table(
        "transfers",
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("chosen_by", sa.Uuid(), nullable=False),
        sa.Column(
            "chosen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("receipt_key", sa.String(), nullable=True),
        sa.Column("receipt_type", sa.String(), nullable=True),
        sa.Column("receipt_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["charges.id"], name=op.f("fk_transfers_charge_id_charges")
        ),
        sa.PrimaryKeyConstraint("charge_id", name=op.f("pk_transfers")),
        sa.UniqueConstraint("reference", name=op.f("uq_transfers_reference")),
    )
    op.create_table(
        "bank_credits",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("statement_id", sa.Uuid(), nullable=False),
        sa.Column(
            "number",
            sa.BigInteger(),
            server_default=sa.text("nextval('bank_credit_numbers')"),
            nullable=False,
        ),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("booked_on", sa.Date(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("bank_reference", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("payer_name", sa.String(), nullable=False),
        sa.Column("payer_account", sa.String(), nullable=False),
        sa.Column("reference", sa.String(), nullable=True),
        sa.Column("charge_id", sa.Uuid(), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("note", sa.String(), nullable=True),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(status = 'matched') = (payment_id IS NOT NULL)",
            name=op.f("ck_bank_credits_matched_has_payment"),
        ),
        sa.CheckConstraint("amount_minor > 0", name=op.f("ck_bank_credits_amount_positive")),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["charges.id"], name=op.f("fk_bank_credits_charge_id_charges")
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payments.id"], name=op.f("fk_bank_credits_payment_id_payments")
        ),
        sa.ForeignKeyConstraint(
            ["statement_id"],
            ["bank_statements.id"],
            name=op.f("fk_bank_credits_statement_id_bank_statements"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bank_credits")),
        sa.UniqueConstraint("fingerprint", name=op.f("uq_bank_credits_fingerprint")),
        sa.UniqueConstraint("number", name=op.f("uq_bank_credits_number")),
        sa.UniqueConstraint("payment_id", name=op.f("uq_bank_credits_payment_id")),
    )
    op.create_index("ix_bank_credits_booked", "bank_credits", ["booked_on", "id"])
    op.create_index(op.f("ix_bank_credits_charge_id"), "bank_credits", ["charge_id"])
    op.create_index(
        "ix_bank_credits_open", "bank_credits", ["id"], postgresql_where="status = 'open'"
    )
    op.create_index(op.f("ix_bank_credits_statement_id"), "bank_credits", ["statement_id"])
    op.create_table(
        "callbacks",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("transaction_id", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("body", postgresql.JSONB(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column(
            "received_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("processed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "due_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payments.id"], name=op.f("fk_callbacks_payment_id_payments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_callbacks")),
        sa.UniqueConstraint("transaction_id", "state", name=op.f("uq_callbacks_transaction_id")),
    )
    op.create_index("ix_callbacks_order", "callbacks", ["order_id"])
    op.create_index(op.f("ix_callbacks_payment_id"), "callbacks", ["payment_id"])
    op.create_index(
        "ix_callbacks_waiting", "callbacks", ["due_at"], postgresql_where="processed_at IS NULL"
    )
    op.create_table(
        "inquiries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payments.id"], name=op.f("fk_inquiries_payment_id_payments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inquiries")),
    )
    op.create_index("ix_inquiries_payment", "inquiries", ["payment_id", "id"])
    op.create_table(
        "refunds",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("transaction_id", sa.BigInteger(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("note", sa.String(), nullable=True),
        sa.Column("enrollment_id", sa.Uuid(), nullable=True),
        sa.Column("request_key", sa.String(), nullable=False),
        sa.Column("requested_by", sa.Uuid(), nullable=True),
        sa.Column("method", sa.String(length=20), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column(
            "due_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=True
        ),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("unanswered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refund_transaction_id", sa.BigInteger(), nullable=True),
        sa.Column("has_credit_note", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("bank_reference", sa.String(), nullable=True),
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
    op.create_index(op.f("ix_refunds_charge_id"), "refunds", ["charge_id"])
    op.create_index("ix_refunds_done", "refunds", ["done_at"], postgresql_where="status = 'done'")
    op.create_index(
        "ix_refunds_due", "refunds", ["due_at"], postgresql_where="status IN ('requested', 'sent')"
    )
    op.create_index("ix_refunds_failed", "refunds", ["id"], postgresql_where="status = 'failed'")
    op.create_index(op.f("ix_refunds_payment_id"), "refunds", ["payment_id"])
    op.create_index(
        "ix_refunds_to_account",
        "refunds",
        ["id"],
        postgresql_where="method = 'account' AND status = 'requested'",
    )
    op.create_index(
        "ix_refunds_to_transfer",
        "refunds",
        ["id"],
        postgresql_where="method = 'transfer' AND status = 'requested'",
    )
    op.create_index(op.f("ix_refunds_transaction_id"), "refunds", ["transaction_id"])
    op.create_index(
        "ix_refunds_without_credit_note",
        "refunds",
        ["done_at"],
        postgresql_where="status = 'done' AND NOT has_credit_note",
    )
    op.create_table(
        "settlement_lines",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("report_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("transaction_id", sa.BigInteger(), nullable=True),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("fee_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("expected_minor", sa.BigInteger(), nullable=True),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("task_status", sa.String(length=20), nullable=True),
        sa.Column("owner_id", sa.Uuid(), nullable=True),
        sa.Column("note", sa.String(), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "search_fold(coalesce(transaction_id::text, '') || ' ' || reference)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payments.id"], name=op.f("fk_settlement_lines_payment_id_payments")
        ),
        sa.ForeignKeyConstraint(
            ["report_id"],
            ["settlement_reports.id"],
            name=op.f("fk_settlement_lines_report_id_settlement_reports"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_settlement_lines")),
    )
    op.create_index(
        "ix_settlement_lines_open",
        "settlement_lines",
        ["owner_id", "id"],
        postgresql_where="task_status = 'open'",
    )
    op.create_index(
        "ix_settlement_lines_report", "settlement_lines", ["report_id", "outcome", "id"]
    )
    op.create_index(
        "ix_settlement_lines_search",
        "settlement_lines",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_settlement_lines_transaction", "settlement_lines", ["transaction_id", "kind"]
    )
    op.create_table(
        "account_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
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
        "ix_account_entries_account", "account_entries", ["account_id", "created_at", "id"]
    )
    op.create_index(op.f("ix_account_entries_bill_id"), "account_entries", ["bill_id"])
    op.create_index(
        "ix_account_entries_unbilled",
        "account_entries",
        ["account_id"],
        postgresql_where="bill_id IS NULL",
    )
    op.create_index(
        "uq_account_entries_charged",
        "account_entries",
        ["charge_id"],
        unique=True,
        postgresql_where="kind = 'charged'",
    )
    op.create_table(
        "documents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("refund_id", sa.Uuid(), nullable=True),
        sa.Column("receipt_id", sa.Uuid(), nullable=True),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("vat_minor", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("vat_percent", sa.Integer(), server_default="0", nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column(
            "seller", postgresql.JSONB(), server_default=sa.text("'{}'::jsonb"), nullable=False
        ),
        sa.Column(
            "buyer", postgresql.JSONB(), server_default=sa.text("'{}'::jsonb"), nullable=False
        ),
        sa.Column(
            "lines", postgresql.JSONB(), server_default=sa.text("'[]'::jsonb"), nullable=False
        ),
        sa.Column(
            "issued_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("counter", sa.BigInteger(), nullable=True),
        sa.Column("previous_hash", sa.String(), nullable=True),
        sa.Column("hash", sa.String(), nullable=True),
        sa.Column("xml", sa.String(), nullable=True),
        sa.CheckConstraint(
            "(kind = 'credit_note') = (refund_id IS NOT NULL AND receipt_id IS NOT NULL)",
            name=op.f("ck_documents_credit_note_of_refund"),
        ),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["charges.id"], name=op.f("fk_documents_charge_id_charges")
        ),
        sa.ForeignKeyConstraint(
            ["receipt_id"], ["documents.id"], name=op.f("fk_documents_receipt_id_documents")
        ),
        sa.ForeignKeyConstraint(
            ["refund_id"], ["refunds.id"], name=op.f("fk_documents_refund_id_refunds")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_documents")),
        sa.UniqueConstraint("counter", name=op.f("uq_documents_counter")),
        sa.UniqueConstraint("number", name=op.f("uq_documents_number")),
        sa.UniqueConstraint("refund_id", name=op.f("uq_documents_refund_id")),
    )
    op.create_index("ix_documents_charge", "documents", ["charge_id"])
    op.create_index(op.f("ix_documents_receipt_id"), "documents", ["receipt_id"])
    op.create_index(
        "uq_documents_receipt",
        "documents",
        ["charge_id"],
        unique=True,
        postgresql_where="kind = 'receipt'",
    )
    op.create_table(
        "document_papers",
        sa.Column("document_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("link_hash", sa.LargeBinary(), nullable=True),
        sa.Column("link_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column(
            "next_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
            name=op.f("fk_document_papers_document_id_documents"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("document_id", name=op.f("pk_document_papers")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_document_papers_link_hash")),
    )
    op.create_index(
        "ix_document_papers_missing", "document_papers", ["next_at"], postgresql_where="key IS NULL"
    )
    # Lists of payments are filtered by the payer and organization of their charges.
    op.execute(TAKE_PAYER)
    op.execute(GIVE_PAYER)
    op.execute(
        "CREATE TRIGGER take_whose_from_charge BEFORE INSERT OR UPDATE OF charge_id ON payments "
        "FOR EACH ROW EXECUTE FUNCTION take_whose_from_charge()"
    )
    op.execute(
        "CREATE TRIGGER give_whose_to_payments "
        "AFTER UPDATE OF organization_id, payer_profile_id ON charges FOR EACH ROW "
        "WHEN ((OLD.organization_id, OLD.payer_profile_id) "
        "IS DISTINCT FROM (NEW.organization_id, NEW.payer_profile_id)) "
        "EXECUTE FUNCTION give_whose_to_payments()"
    )
    search.create_documents(op)
    search.create_triggers(op, "charge", "charges", CHARGE_DOCUMENT, CHARGE_SOURCES)
    search.create_triggers(op, "credit", "bank_credits", CREDIT_DOCUMENT, CREDIT_SOURCES)
