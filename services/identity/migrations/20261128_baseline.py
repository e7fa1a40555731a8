"""The baseline: all tables of the first release."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search
from kit.messaging import migration as messaging
from kit.web import idempotency_migration as idempotency
from kit.web.invariants import migration as invariants
from sqlalchemy.dialects import postgresql

revision = "a48109c55c5d"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:  # noqa: PLR0915
    search.upgrade(op)
    messaging.upgrade(op)
    idempotency.upgrade(op)
    invariants.upgrade(op)
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("service", sa.String(length=20), nullable=False),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("noun", sa.String(length=40), nullable=False),
        sa.Column("record_id", sa.String(length=120), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("profile_id", sa.Uuid(), nullable=True),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("network", sa.String(length=60), nullable=False),
        sa.Column("before", postgresql.JSONB(), nullable=False),
        sa.Column("after", postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
    )
    op.create_index("ix_audit_entries_noun", "audit_entries", ["noun", "recorded_at"])
    op.create_index(
        "ix_audit_entries_organization_id", "audit_entries", ["organization_id", "recorded_at"]
    )
    op.create_index("ix_audit_entries_record_id", "audit_entries", ["record_id", "recorded_at"])
    op.create_index("ix_audit_entries_recorded_at", "audit_entries", ["recorded_at", "id"])
    op.create_index("ix_audit_entries_user_id", "audit_entries", ["user_id", "recorded_at"])
    op.create_table(
        "discarded_files",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_discarded_files")),
    )
    op.create_index(op.f("ix_discarded_files_due_at"), "discarded_files", ["due_at"])
    op.create_table(
        "document_kinds",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "profile_type", sa.String(length=30), server_default="organization", nullable=False
        ),
        sa.Column("name_en", sa.String(length=150), nullable=False),
        sa.Column("name_ar", sa.String(length=150), nullable=False),
        sa.Column("required", sa.Boolean(), nullable=False),
        sa.Column("accepts", sa.ARRAY(sa.String(length=20)), nullable=False),
        sa.Column("max_bytes", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Boolean(), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_kinds")),
    )
    op.create_index("ix_document_kinds_created_at", "document_kinds", ["created_at", "id"])
    op.create_index("ix_document_kinds_name_ar", "document_kinds", ["name_ar", "id"])
    op.create_index("ix_document_kinds_name_en", "document_kinds", ["name_en", "id"])
    op.create_table(
        "failed_attempts",
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column(
            "last_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("blocked_until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_failed_attempts")),
    )
    op.create_index(op.f("ix_failed_attempts_last_at"), "failed_attempts", ["last_at"])
    op.create_table(
        "number_attempts",
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column(
            "since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_number_attempts")),
    )
    op.create_index(op.f("ix_number_attempts_since"), "number_attempts", ["since"])
    op.create_table(
        "organizations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("commercial_number", sa.String(length=10), nullable=True),
        sa.Column("tax_number", sa.String(length=15), nullable=True),
        sa.Column("contact_name", sa.String(length=120), nullable=True),
        sa.Column("contact_phone", sa.String(length=16), nullable=True),
        sa.Column("website", sa.String(length=200), nullable=True),
        sa.Column("image_key", sa.String(), nullable=True),
        sa.Column("status", sa.String(length=30), nullable=False),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("submitted_by", sa.Uuid(), nullable=True),
        sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("suspension_reason", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "search_fold(name_en || ' ' || name_ar || ' ' || email || ' ' || coalesce(commercial_number, '') || ' ' || coalesce(tax_number, ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.CheckConstraint(
            "suspended_at IS NULL AND suspension_reason IS NULL OR suspended_at IS NOT NULL AND suspension_reason IS NOT NULL AND status = 'approved'",
            name=op.f("ck_organizations_suspension"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )
    op.create_index("ix_organizations_created_at", "organizations", ["created_at", "id"])
    op.create_index("ix_organizations_name_ar", "organizations", ["name_ar", "id"])
    op.create_index("ix_organizations_name_en", "organizations", ["name_en", "id"])
    op.create_index(
        "ix_organizations_search",
        "organizations",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "uq_organizations_commercial_number",
        "organizations",
        ["commercial_number"],
        unique=True,
        postgresql_where=sa.text("status <> 'rejected'"),
    )
    op.create_index(
        "uq_organizations_tax_number",
        "organizations",
        ["tax_number"],
        unique=True,
        postgresql_where=sa.text("status <> 'rejected'"),
    )
    op.create_table(
        "products",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("scope", name=op.f("pk_products")),
    )
    op.create_table(
        "roles",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("slug", sa.String(length=60), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("system", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roles")),
        sa.UniqueConstraint("slug", name=op.f("uq_roles_slug")),
    )
    op.create_table(
        "sign_in_policies",
        sa.Column("scope", sa.String(length=20), nullable=False),
        sa.Column("admins_need_second_factor", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("scope", name=op.f("pk_sign_in_policies")),
    )
    op.create_table(
        "signing_keys",
        sa.Column("id", sa.String(length=60), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("signs_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("verifies_until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_signing_keys")),
    )
    op.create_table(
        "used_proofs",
        sa.Column("signature", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("signature", name=op.f("pk_used_proofs")),
    )
    op.create_index(op.f("ix_used_proofs_expires_at"), "used_proofs", ["expires_at"])
    op.create_table(
        "users",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("username", sa.String(length=30), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("phone", sa.String(length=16), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("locale", sa.String(length=30), nullable=False),
        sa.Column("civil_number", sa.String(length=10), nullable=True),
        sa.Column("passport_number", sa.String(length=20), nullable=True),
        sa.Column("passport_country", sa.String(length=2), nullable=True),
        sa.Column("nationality", sa.String(length=2), nullable=True),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("gender", sa.String(length=30), nullable=True),
        sa.Column("numbers_fixed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claiming", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("decoy", sa.Boolean(), nullable=False),
        sa.Column("principal_version", sa.Integer(), nullable=False),
        sa.Column("principal_changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("terms_accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("terms_version", sa.Integer(), nullable=True),
        sa.Column("second_factor_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("invited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "search_fold(name_en || ' ' || name_ar || ' ' || username || ' ' || email || ' ' || phone)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("civil_number", name=op.f("uq_users_civil_number")),
        sa.UniqueConstraint("username", name=op.f("uq_users_username")),
    )
    op.create_index(
        "ix_users_created_at", "users", ["created_at", "id"], postgresql_where=sa.text("NOT decoy")
    )
    op.create_index("ix_users_decoys", "users", ["created_at"], postgresql_where=sa.text("decoy"))
    op.create_index("ix_users_email", "users", ["email"])
    op.create_index(
        "ix_users_name_ar", "users", ["name_ar", "id"], postgresql_where=sa.text("NOT decoy")
    )
    op.create_index(
        "ix_users_name_en", "users", ["name_en", "id"], postgresql_where=sa.text("NOT decoy")
    )
    op.create_index(
        "ix_users_nationality",
        "users",
        ["nationality", "created_at", "id"],
        postgresql_where=sa.text("NOT decoy"),
    )
    op.create_index(op.f("ix_users_phone"), "users", ["phone"])
    op.create_index(op.f("ix_users_principal_changed_at"), "users", ["principal_changed_at"])
    op.create_index(
        "ix_users_search",
        "users",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_users_unverified",
        "users",
        ["created_at", "id"],
        postgresql_where=sa.text("NOT decoy AND verified_at IS NULL"),
    )
    op.create_index(
        "uq_users_email",
        "users",
        ["email"],
        unique=True,
        postgresql_where=sa.text("NOT decoy AND email <> ''"),
    )
    op.create_index(
        "uq_users_passport", "users", ["passport_number", "passport_country"], unique=True
    )
    op.create_table(
        "account_changes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("changed_by", sa.Uuid(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("before", postgresql.JSONB(), nullable=False),
        sa.Column("verified_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_account_changes_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_changes")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_account_changes_token_hash")),
    )
    op.create_index(op.f("ix_account_changes_expires_at"), "account_changes", ["expires_at"])
    op.create_index(op.f("ix_account_changes_user_id"), "account_changes", ["user_id"])
    op.create_table(
        "ceremonies",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("purpose", sa.String(length=30), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("data", postgresql.JSONB(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_ceremonies_user_id_users")
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_ceremonies")),
    )
    op.create_index(op.f("ix_ceremonies_expires_at"), "ceremonies", ["expires_at"])
    op.create_index(op.f("ix_ceremonies_user_id"), "ceremonies", ["user_id"])
    op.create_table(
        "confirmations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=30), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("details", postgresql.JSONB(), nullable=False),
        sa.Column("summary", postgresql.JSONB(), nullable=False),
        sa.Column("requested_by", sa.Uuid(), nullable=False),
        sa.Column("for_operator", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(length=30), nullable=False),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["users.id"], name=op.f("fk_confirmations_decided_by_users")
        ),
        sa.ForeignKeyConstraint(
            ["requested_by"], ["users.id"], name=op.f("fk_confirmations_requested_by_users")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_confirmations_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_confirmations")),
    )
    op.create_index("ix_confirmations_created_at", "confirmations", ["created_at", "id"])
    op.create_index(
        "ix_confirmations_expires_at",
        "confirmations",
        ["expires_at"],
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_index("ix_confirmations_status", "confirmations", ["status", "created_at", "id"])
    op.create_index(op.f("ix_confirmations_user_id"), "confirmations", ["user_id"])
    op.create_index(
        "uq_confirmations_open",
        "confirmations",
        ["kind", "subject_id"],
        unique=True,
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_table(
        "data_requests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(length=30), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_data_requests_user_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_data_requests")),
    )
    op.create_index(
        "ix_data_requests_expires_at",
        "data_requests",
        ["expires_at"],
        postgresql_where=sa.text("status IN ('collecting', 'ready')"),
    )
    op.create_index("ix_data_requests_user_id", "data_requests", ["user_id", "created_at", "id"])
    op.create_index(
        "uq_data_requests_collecting",
        "data_requests",
        ["user_id"],
        unique=True,
        postgresql_where=sa.text("status = 'collecting'"),
    )
    op.create_table(
        "erasures",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(length=30), nullable=False),
        sa.Column("requested_by", sa.Uuid(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("check_number", sa.Integer(), nullable=False),
        sa.Column("answered", postgresql.ARRAY(sa.String(length=20)), nullable=False),
        sa.Column("obstacles", postgresql.ARRAY(sa.String(length=40)), nullable=False),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("repeats", sa.Integer(), nullable=False),
        sa.Column("repeat_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["users.id"], name=op.f("fk_erasures_decided_by_users")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_erasures_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_erasures")),
    )
    op.create_index("ix_erasures_created_at", "erasures", ["created_at", "id"])
    op.create_index(
        "ix_erasures_repeat_at",
        "erasures",
        ["repeat_at"],
        postgresql_where=sa.text("repeat_at IS NOT NULL"),
    )
    op.create_index("ix_erasures_status", "erasures", ["status", "created_at", "id"])
    op.create_index(op.f("ix_erasures_user_id"), "erasures", ["user_id"])
    op.create_index(
        "uq_erasures_running",
        "erasures",
        ["user_id"],
        unique=True,
        postgresql_where=sa.text("status IN ('checking', 'requested', 'approved')"),
    )
    op.create_table(
        "number_cases",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("claimant_id", sa.Uuid(), nullable=False),
        sa.Column("holder_id", sa.Uuid(), nullable=True),
        sa.Column("kind", sa.String(length=30), nullable=False),
        sa.Column("number", sa.String(length=20), nullable=False),
        sa.Column("country", sa.String(length=2), nullable=True),
        sa.Column("old_number", sa.String(length=20), nullable=True),
        sa.Column("cause", sa.String(length=30), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("status", sa.String(length=30), nullable=False),
        sa.Column("asks_claimant", sa.Boolean(), nullable=False),
        sa.Column("asks_holder", sa.Boolean(), nullable=False),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["claimant_id"], ["users.id"], name=op.f("fk_number_cases_claimant_id_users")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["users.id"], name=op.f("fk_number_cases_decided_by_users")
        ),
        sa.ForeignKeyConstraint(
            ["holder_id"], ["users.id"], name=op.f("fk_number_cases_holder_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_number_cases")),
    )
    op.create_index(op.f("ix_number_cases_claimant_id"), "number_cases", ["claimant_id"])
    op.create_index("ix_number_cases_created_at", "number_cases", ["created_at", "id"])
    op.create_index(op.f("ix_number_cases_holder_id"), "number_cases", ["holder_id"])
    op.create_index("ix_number_cases_number", "number_cases", ["kind", "number"])
    op.create_index(
        "ix_number_cases_undecided",
        "number_cases",
        ["created_at", "id"],
        postgresql_where=sa.text("status IN ('open', 'more_requested')"),
    )
    op.create_index(
        "uq_number_cases_claimant",
        "number_cases",
        ["claimant_id"],
        unique=True,
        postgresql_where=sa.text("status IN ('open', 'more_requested')"),
    )
    op.create_table(
        "openid_links",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("issuer", sa.String(length=300), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_openid_links_user_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_openid_links")),
        sa.UniqueConstraint("issuer", "subject", name=op.f("uq_openid_links_issuer")),
        sa.UniqueConstraint("user_id", "issuer", name=op.f("uq_openid_links_user_id")),
    )
    op.create_table(
        "organization_addresses",
        sa.Column("country_id", sa.Uuid(), nullable=False),
        sa.Column("country_en", sa.String(), nullable=False),
        sa.Column("country_ar", sa.String(), nullable=False),
        sa.Column("state_id", sa.Uuid(), nullable=True),
        sa.Column("state_en", sa.String(), nullable=True),
        sa.Column("state_ar", sa.String(), nullable=True),
        sa.Column("city_id", sa.Uuid(), nullable=True),
        sa.Column("city_en", sa.String(), nullable=True),
        sa.Column("city_ar", sa.String(), nullable=True),
        sa.Column("line1", sa.String(), nullable=False),
        sa.Column("line2", sa.String(), nullable=True),
        sa.Column("postal_code", sa.String(), nullable=True),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name=op.f("fk_organization_addresses_organization_id_organizations"),
        ),
        sa.PrimaryKeyConstraint("organization_id", name=op.f("pk_organization_addresses")),
    )
    op.create_index("ix_organization_addresses_state_id", "organization_addresses", ["state_id"])
    op.create_table(
        "otps",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sa.String(length=30), nullable=False),
        sa.Column("recipient", sa.LargeBinary(), nullable=False),
        sa.Column("requester", sa.LargeBinary(), nullable=False),
        sa.Column("request_hash", sa.LargeBinary(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("code_id", sa.Uuid(), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("digits", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reset_hash", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_otps_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_otps")),
        sa.UniqueConstraint("request_hash", name=op.f("uq_otps_request_hash")),
        sa.UniqueConstraint("reset_hash", name=op.f("uq_otps_reset_hash")),
    )
    op.create_index(op.f("ix_otps_created_at"), "otps", ["created_at"])
    op.create_index(
        "ix_otps_email", "otps", ["email"], postgresql_where=sa.text("email IS NOT NULL")
    )
    op.create_index("ix_otps_recipient", "otps", ["recipient", "created_at"])
    op.create_index("ix_otps_requester", "otps", ["requester", "created_at"])
    op.create_index(op.f("ix_otps_user_id"), "otps", ["user_id"])
    op.create_table(
        "partner_clients",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("permissions", postgresql.ARRAY(sa.String(length=60)), nullable=False),
        sa.Column("networks", postgresql.ARRAY(sa.String(length=50)), nullable=False),
        sa.Column("test", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("announced", sa.Integer(), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_network", sa.String(length=60), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name=op.f("fk_partner_clients_organization_id_organizations"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_partner_clients")),
    )
    op.create_index(op.f("ix_partner_clients_changed_at"), "partner_clients", ["changed_at"])
    op.create_index(
        "ix_partner_clients_organization_id",
        "partner_clients",
        ["organization_id", "created_at", "id"],
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_passkeys_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkeys_credential_id")),
    )
    op.create_index(op.f("ix_passkeys_user_id"), "passkeys", ["user_id"])
    op.create_table(
        "profile_documents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("owner_id", sa.Uuid(), nullable=False),
        sa.Column("kind_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(length=40), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("expires_on", sa.Date(), nullable=True),
        sa.Column("uploaded_by", sa.Uuid(), nullable=False),
        sa.Column("submission", sa.Integer(), nullable=True),
        sa.Column("announced", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("replaced_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["kind_id"],
            ["document_kinds.id"],
            name=op.f("fk_profile_documents_kind_id_document_kinds"),
        ),
        sa.ForeignKeyConstraint(
            ["uploaded_by"], ["users.id"], name=op.f("fk_profile_documents_uploaded_by_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_profile_documents")),
        sa.UniqueConstraint("key", name=op.f("uq_profile_documents_key")),
    )
    op.create_index(
        "ix_profile_documents_expires_on",
        "profile_documents",
        ["expires_on"],
        postgresql_where=sa.text("replaced_at IS NULL"),
    )
    op.create_index(op.f("ix_profile_documents_kind_id"), "profile_documents", ["kind_id"])
    op.create_index(op.f("ix_profile_documents_owner_id"), "profile_documents", ["owner_id"])
    op.create_index(
        "uq_profile_documents_current",
        "profile_documents",
        ["owner_id", "kind_id"],
        unique=True,
        postgresql_where=sa.text("replaced_at IS NULL"),
    )
    op.create_table(
        "profiles",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.String(length=30), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("status", sa.String(length=30), server_default="active", nullable=False),
        sa.Column("approval_status", sa.String(length=30), nullable=False),
        sa.Column("approval_comment", sa.String(), nullable=True),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.Column("image_key", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name=op.f("fk_profiles_organization_id_organizations"),
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_profiles_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_profiles")),
    )
    op.create_index(
        "ix_profiles_acting",
        "profiles",
        ["type", "user_id"],
        postgresql_where=sa.text("status = 'active'"),
    )
    op.create_index(
        "ix_profiles_candidates",
        "profiles",
        ["id", "user_id"],
        postgresql_where=sa.text("type = 'candidate'"),
    )
    op.create_index(
        "ix_profiles_members",
        "profiles",
        ["organization_id", "created_at", "id"],
        postgresql_where=sa.text("type IN ('staff', 'trainer') AND status <> 'removed'"),
    )
    op.create_index(op.f("ix_profiles_organization_id"), "profiles", ["organization_id"])
    op.create_index(op.f("ix_profiles_user_id"), "profiles", ["user_id"])
    op.create_index(
        "uq_profiles_member",
        "profiles",
        ["organization_id", "user_id", "type"],
        unique=True,
        postgresql_where=sa.text("type IN ('staff', 'trainer') AND status <> 'removed'"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_recovery_codes_user_id_users")
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_recovery_codes")),
    )
    op.create_index(op.f("ix_recovery_codes_user_id"), "recovery_codes", ["user_id"])
    op.create_table(
        "role_permissions",
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.Column("permission", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(
            ["role_id"],
            ["roles.id"],
            name=op.f("fk_role_permissions_role_id_roles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("role_id", "permission", name=op.f("pk_role_permissions")),
    )
    op.create_table(
        "second_factors",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("last_step", sa.Integer(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_second_factors_user_id_users")
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_second_factors")),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("user_agent", sa.String(length=300), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_ended_at"), "sessions", ["ended_at"])
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"])
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"])
    op.create_table(
        "submissions",
        sa.Column("content_type", sa.String(length=30), nullable=False),
        sa.Column("content_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("snapshot", postgresql.JSONB(), nullable=False),
        sa.Column("submitted_by", sa.Uuid(), nullable=False),
        sa.Column(
            "submitted_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("status", sa.String(length=30), nullable=False),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column(
            "remarks", postgresql.JSONB(), server_default=sa.text("'[]'::jsonb"), nullable=False
        ),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["submitted_by"], ["users.id"], name=op.f("fk_submissions_submitted_by_users")
        ),
        sa.PrimaryKeyConstraint(
            "content_type", "content_id", "number", name=op.f("pk_submissions")
        ),
    )
    op.create_table(
        "addresses",
        sa.Column("country_id", sa.Uuid(), nullable=False),
        sa.Column("country_en", sa.String(), nullable=False),
        sa.Column("country_ar", sa.String(), nullable=False),
        sa.Column("state_id", sa.Uuid(), nullable=True),
        sa.Column("state_en", sa.String(), nullable=True),
        sa.Column("state_ar", sa.String(), nullable=True),
        sa.Column("city_id", sa.Uuid(), nullable=True),
        sa.Column("city_en", sa.String(), nullable=True),
        sa.Column("city_ar", sa.String(), nullable=True),
        sa.Column("line1", sa.String(), nullable=False),
        sa.Column("line2", sa.String(), nullable=True),
        sa.Column("postal_code", sa.String(), nullable=True),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["profile_id"], ["profiles.id"], name=op.f("fk_addresses_profile_id_profiles")
        ),
        sa.PrimaryKeyConstraint("profile_id", name=op.f("pk_addresses")),
    )
    op.create_table(
        "data_parts",
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("service", sa.String(length=20), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("parts", sa.Integer(), nullable=False),
        sa.Column("rows", postgresql.JSONB(), nullable=False),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["data_requests.id"],
            name=op.f("fk_data_parts_request_id_data_requests"),
        ),
        sa.PrimaryKeyConstraint("request_id", "service", "part", name=op.f("pk_data_parts")),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.String(length=30), nullable=False),
        sa.Column("invited_by", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name=op.f("fk_invitations_organization_id_organizations"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["profile_id"],
            ["profiles.id"],
            name=op.f("fk_invitations_profile_id_profiles"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_invitations_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitations_token_hash")),
    )
    op.create_index(op.f("ix_invitations_profile_id"), "invitations", ["profile_id"])
    op.create_index(op.f("ix_invitations_user_id"), "invitations", ["user_id"])
    op.create_index(
        "uq_invitations_open",
        "invitations",
        ["profile_id"],
        unique=True,
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_table(
        "number_case_documents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(length=40), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["case_id"],
            ["number_cases.id"],
            name=op.f("fk_number_case_documents_case_id_number_cases"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_number_case_documents_user_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_number_case_documents")),
        sa.UniqueConstraint("key", name=op.f("uq_number_case_documents_key")),
    )
    op.create_index(op.f("ix_number_case_documents_case_id"), "number_case_documents", ["case_id"])
    op.create_table(
        "number_case_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("action", sa.String(length=30), nullable=False),
        sa.Column("old_number", sa.String(length=20), nullable=True),
        sa.Column("new_number", sa.String(length=20), nullable=True),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["actor_id"], ["users.id"], name=op.f("fk_number_case_entries_actor_id_users")
        ),
        sa.ForeignKeyConstraint(
            ["case_id"],
            ["number_cases.id"],
            name=op.f("fk_number_case_entries_case_id_number_cases"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_number_case_entries_user_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_number_case_entries")),
    )
    op.create_index(op.f("ix_number_case_entries_case_id"), "number_case_entries", ["case_id"])
    op.create_table(
        "organization_candidates",
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name=op.f("fk_organization_candidates_organization_id_organizations"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["profile_id"],
            ["profiles.id"],
            name=op.f("fk_organization_candidates_profile_id_profiles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "organization_id", "profile_id", name=op.f("pk_organization_candidates")
        ),
    )
    op.create_index(
        op.f("ix_organization_candidates_profile_id"), "organization_candidates", ["profile_id"]
    )
    op.create_table(
        "partner_secrets",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["partner_clients.id"],
            name=op.f("fk_partner_secrets_client_id_partner_clients"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_partner_secrets")),
    )
    op.create_index("ix_partner_secrets_client_id", "partner_secrets", ["client_id"])
    op.create_index(
        "uq_partner_secrets_present",
        "partner_secrets",
        ["client_id"],
        unique=True,
        postgresql_where=sa.text("ends_at IS NULL"),
    )
    op.create_table(
        "profile_roles",
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["profile_id"],
            ["profiles.id"],
            name=op.f("fk_profile_roles_profile_id_profiles"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["role_id"], ["roles.id"], name=op.f("fk_profile_roles_role_id_roles")
        ),
        sa.PrimaryKeyConstraint("profile_id", "role_id", name=op.f("pk_profile_roles")),
    )
    op.create_index(op.f("ix_profile_roles_role_id"), "profile_roles", ["role_id"])
    op.create_table(
        "refresh_tokens",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("parent", sa.LargeBinary(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
            name=op.f("fk_refresh_tokens_session_id_sessions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_refresh_tokens")),
    )
    op.create_index(op.f("ix_refresh_tokens_session_id"), "refresh_tokens", ["session_id"])
    op.create_table(
        "registration_charges",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["profile_id"],
            ["profiles.id"],
            name=op.f("fk_registration_charges_profile_id_profiles"),
        ),
        sa.PrimaryKeyConstraint("charge_id", name=op.f("pk_registration_charges")),
    )
    op.create_index(
        op.f("ix_registration_charges_profile_id"), "registration_charges", ["profile_id"]
    )
