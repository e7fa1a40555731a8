"""Create all tables of the first release."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search
from kit.messaging import migration as messaging
from kit.web import idempotency_migration as idempotency
from kit.web.invariants import migration as invariants
from sqlalchemy.dialects import postgresql

revision = "49aa80a27496"
down_revision = None
branch_labels = None
depends_on = None

# Words of the search documents of enrollments.
ENROLLMENT_DOCUMENT = """
SELECT enrollments.id,
  concat_ws(' ', profiles.search, search_fold(concat_ws(' ', batches.code, charges.reference)),
    organizations.search),
  array_remove(ARRAY[lower(charges.reference)], NULL)
FROM enrollments
LEFT JOIN profiles ON profiles.id = enrollments.candidate_profile_id
LEFT JOIN batches ON batches.id = enrollments.batch_id
LEFT JOIN charges
  ON charges.id = enrollments.charge_id AND charges.enrollment_id = enrollments.id
LEFT JOIN organizations ON organizations.id = enrollments.organization_id
"""
ENROLLMENT_SOURCES = {
    "enrollments": search.Source(
        "candidate_profile_id, batch_id, charge_id, organization_id",
        "SELECT changed.id FROM changed",
        # Updates already wait for concurrent profile changes at the document.
        lock="FROM profiles WHERE TG_OP = 'INSERT' AND id = NEW.candidate_profile_id FOR SHARE",
        in_any_order=True,
    ),
    "profiles": search.Source(
        "search",
        "SELECT enrollments.id FROM changed"
        " JOIN enrollments ON enrollments.candidate_profile_id = changed.id",
        in_any_order=True,
    ),
    "batches": search.Source(
        "code",
        "SELECT enrollments.id FROM changed JOIN enrollments ON enrollments.batch_id = changed.id",
    ),
    "charges": search.Source(
        "reference, enrollment_id", "SELECT changed.enrollment_id FROM changed"
    ),
    "organizations": search.Source(
        "search",
        "SELECT enrollments.id FROM changed"
        " JOIN enrollments ON enrollments.organization_id = changed.id",
    ),
}


def upgrade() -> None:  # noqa: PLR0915
    search.upgrade(op)
    messaging.upgrade(op)
    idempotency.upgrade(op)
    invariants.upgrade(op)
    op.execute("CREATE SEQUENCE status_places MINVALUE 0 START 0")
    op.create_table(
        "announcements",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("fee_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("staff_needed", sa.Integer(), nullable=False),
        sa.Column("opens_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
    )
    op.create_index(op.f("ix_announcements_closes_at"), "announcements", ["closes_at"])
    op.create_table(
        "applications",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("announcement_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("fee_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("paid_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("submitted_by", sa.Uuid(), nullable=True),
        sa.Column("submitted_profile_id", sa.Uuid(), nullable=True),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column(
            "remarks", postgresql.JSONB(), server_default=sa.text("'[]'::jsonb"), nullable=False
        ),
        sa.Column("shortlisted", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "rating BETWEEN 0 AND 100", name=op.f("ck_applications_rating_in_range")
        ),
        sa.CheckConstraint(
            "status IN ('draft', 'pending_payment', 'submitted', 'returned', 'approved', 'rejected', 'withdrawn', 'expired')",
            name=op.f("ck_applications_status_known"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_applications")),
    )
    op.create_index(
        "ix_applications_organization", "applications", ["organization_id", "updated_at", "id"]
    )
    op.create_index("ix_applications_rating", "applications", ["announcement_id", "rating", "id"])
    op.create_index(
        "ix_applications_unsubmitted",
        "applications",
        ["announcement_id"],
        postgresql_where="status IN ('draft', 'pending_payment', 'returned')",
    )
    op.create_index("ix_applications_updated", "applications", ["updated_at", "id"])
    op.create_index(
        "uq_applications_organization",
        "applications",
        ["announcement_id", "organization_id"],
        unique=True,
        postgresql_where="status NOT IN ('withdrawn', 'expired')",
    )
    op.create_table(
        "assessments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=24), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("maximum", sa.Numeric(precision=7, scale=2, asdecimal=False), nullable=False),
        sa.Column("pass_mark", sa.Numeric(precision=7, scale=2, asdecimal=False), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint("maximum > 0", name=op.f("ck_assessments_maximum_positive")),
        sa.CheckConstraint(
            "pass_mark BETWEEN 0 AND maximum", name=op.f("ck_assessments_pass_mark_in_range")
        ),
        sa.CheckConstraint("weight > 0", name=op.f("ck_assessments_weight_positive")),
        sa.CheckConstraint(
            "kind IN ('exam', 'practical', 'assignment', 'project')",
            name=op.f("ck_assessments_kind_known"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assessments")),
    )
    op.create_index("ix_assessments_batch", "assessments", ["batch_id", "created_at", "id"])
    op.create_table(
        "batches",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("city_id", sa.Uuid(), nullable=True),
        sa.Column("city_en", sa.String(), nullable=False),
        sa.Column("city_ar", sa.String(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("enrollment_opens_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("enrollment_closes_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("price_minor", sa.BigInteger(), nullable=False),
        sa.Column("price_10_minor", sa.BigInteger(), nullable=True),
        sa.Column("price_50_minor", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("requires_acceptance", sa.Boolean(), nullable=False),
        sa.Column("payment_window_minutes", sa.Integer(), nullable=False),
        sa.Column("waiting_list", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("free_cancellation_hours", sa.Integer(), server_default="48", nullable=False),
        sa.Column("kept_percent", sa.Integer(), server_default="100", nullable=False),
        sa.Column("min_attendance_percent", sa.Integer(), nullable=True),
        sa.Column("min_score_percent", sa.Integer(), nullable=True),
        sa.Column("certificate_valid_months", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
    )
    op.create_index(op.f("ix_batches_starts_at"), "batches", ["starts_at"])
    op.create_table(
        "bulk_enrollments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=True),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("profile_id", sa.Uuid(), nullable=True),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("test", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("locale", sa.String(length=2), nullable=False),
        sa.Column("headings", postgresql.JSONB(), nullable=False),
        sa.Column("mapping", postgresql.JSONB(), nullable=False),
        sa.Column("row_count", sa.Integer(), nullable=False),
        sa.Column("valid", sa.Integer(), nullable=False),
        sa.Column("invalid", sa.Integer(), nullable=False),
        sa.Column("confirmed", sa.Integer(), nullable=False),
        sa.Column("bought_seats", sa.Integer(), server_default="0", nullable=False),
        sa.Column("free_seats", sa.Integer(), server_default="0", nullable=False),
        sa.Column("seat_price_minor", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("registration", sa.String(length=24), nullable=False),
        sa.Column("purchase_order", sa.String(length=60), nullable=True),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("payment_due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("charge_id", sa.Uuid(), nullable=True),
        sa.Column("idempotency_key", sa.String(length=255), nullable=True),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("confirmed_by", sa.Uuid(), nullable=True),
        sa.Column("confirmed_profile_id", sa.Uuid(), nullable=True),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("unasked", sa.ARRAY(sa.Uuid()), server_default="{}", nullable=False),
        sa.Column("unanswered", sa.ARRAY(sa.Uuid()), server_default="{}", nullable=False),
        sa.Column("worked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("judged_version", sa.Integer(), nullable=True),
        sa.Column("emptied_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "free_seats BETWEEN 0 AND bought_seats", name=op.f("ck_bulk_enrollments_free_seats")
        ),
        sa.CheckConstraint(
            "status IN ('mapping', 'checking', 'checked', 'processing', 'awaiting_payment', 'finished', 'cancelled', 'expired')",
            name=op.f("ck_bulk_enrollments_status_known"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulk_enrollments")),
    )
    op.create_index("ix_bulk_enrollments_created", "bulk_enrollments", ["created_at", "id"])
    op.create_index(
        "ix_bulk_enrollments_free_seats",
        "bulk_enrollments",
        ["organization_id", "batch_id"],
        postgresql_where="free_seats > 0",
    )
    op.create_index(
        "ix_bulk_enrollments_organization",
        "bulk_enrollments",
        ["organization_id", "created_at", "id"],
    )
    op.create_index("ix_bulk_enrollments_status", "bulk_enrollments", ["status", "worked_at"])
    op.create_index(
        "uq_bulk_enrollments_key",
        "bulk_enrollments",
        ["organization_id", "idempotency_key"],
        unique=True,
        postgresql_where="idempotency_key IS NOT NULL",
    )
    op.create_table(
        "bulk_mappings",
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("headings_hash", sa.LargeBinary(), nullable=False),
        sa.Column("mapping", postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("organization_id", "headings_hash", name=op.f("pk_bulk_mappings")),
    )
    op.create_table(
        "bulk_rows",
        sa.Column("bulk_enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("cells", postgresql.JSONB(), nullable=False),
        sa.Column("state", sa.String(length=24), nullable=False),
        sa.Column("cell_errors", postgresql.JSONB(), server_default="[]", nullable=False),
        sa.Column("errors", postgresql.JSONB(), server_default="[]", nullable=False),
        sa.Column("person_key", sa.String(), nullable=True),
        sa.Column("chosen_profile_id", sa.Uuid(), nullable=True),
        sa.Column("id_number", sa.String(), nullable=True),
        sa.Column("country", sa.String(length=2), nullable=True),
        sa.Column("name_en", sa.String(), nullable=True),
        sa.Column("name_ar", sa.String(), nullable=True),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("phone", sa.String(), nullable=True),
        sa.Column("locale", sa.String(length=2), nullable=True),
        sa.Column("batch_id", sa.Uuid(), nullable=True),
        sa.Column("match", sa.String(length=24), nullable=True),
        sa.Column("shown_name_en", sa.String(), server_default="", nullable=False),
        sa.Column("shown_name_ar", sa.String(), server_default="", nullable=False),
        sa.Column("registration_due", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("use_person", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("portion", sa.Uuid(), nullable=True),
        sa.Column("admitted", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=True),
        sa.CheckConstraint(
            "state IN ('unchecked', 'matching', 'invalid', 'decide', 'valid', 'skipped', 'enrolled', 'waitlisted', 'failed')",
            name=op.f("ck_bulk_rows_state_known"),
        ),
        sa.PrimaryKeyConstraint("bulk_enrollment_id", "number", name=op.f("pk_bulk_rows")),
    )
    op.create_index(
        "ix_bulk_rows_portion", "bulk_rows", ["portion"], postgresql_where="portion IS NOT NULL"
    )
    op.create_index(
        "ix_bulk_rows_to_do",
        "bulk_rows",
        ["bulk_enrollment_id", "state", "number"],
        postgresql_where="state NOT IN ('valid', 'enrolled', 'waitlisted')",
    )
    op.create_index("ix_bulk_rows_user", "bulk_rows", ["user_id"])
    op.create_table(
        "calendar_feeds",
        sa.Column("owner_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("owner_id", name=op.f("pk_calendar_feeds")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_calendar_feeds_token_hash")),
    )
    op.create_table(
        "certificate_designs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("accent", sa.String(), nullable=False),
        sa.Column("logo_key", sa.String(), nullable=True),
        sa.Column("signatories", postgresql.JSONB(), nullable=False),
        sa.Column("text_en", sa.String(), nullable=False),
        sa.Column("text_ar", sa.String(), nullable=False),
        sa.Column("published_by", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_certificate_designs")),
        sa.UniqueConstraint(
            "organization_id", "version", name=op.f("uq_certificate_designs_organization_id")
        ),
    )
    op.create_table(
        "certificate_links",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("certificate_ids", sa.ARRAY(sa.Uuid()), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_certificate_links")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_certificate_links_token_hash")),
    )
    op.create_index(
        "ix_certificate_links_user", "certificate_links", ["user_id", "created_at", "id"]
    )
    op.create_table(
        "certificate_policies",
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("needs_approval", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("organization_id", name=op.f("pk_certificate_policies")),
    )
    op.create_table(
        "charges",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("refunded_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_charges")),
    )
    op.create_index(op.f("ix_charges_enrollment_id"), "charges", ["enrollment_id"])
    op.create_table(
        "check_ins",
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_check_ins")),
    )
    op.create_index(op.f("ix_check_ins_batch_id"), "check_ins", ["batch_id"])
    op.create_table(
        "credential_keys",
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
        sa.PrimaryKeyConstraint("id", name=op.f("pk_credential_keys")),
    )
    op.create_table(
        "discarded_files",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_discarded_files")),
    )
    op.create_index(op.f("ix_discarded_files_due_at"), "discarded_files", ["due_at"])
    op.create_table(
        "enrollments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_profile_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_user_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.Column("price_minor", sa.BigInteger(), nullable=False),
        sa.Column("returned_minor", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("payment_due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("charge_id", sa.Uuid(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("result", sa.String(length=24), nullable=True),
        sa.Column("moved", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("bulk_enrollment_id", sa.Uuid(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "status IN ('requested', 'pending_payment', 'confirmed', 'completed', 'rejected', 'waitlisted', 'cancelled', 'expired')",
            name=op.f("ck_enrollments_status_known"),
        ),
        sa.CheckConstraint(
            "result IN ('passed', 'failed', 'absent')", name=op.f("ck_enrollments_result_known")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enrollments")),
    )
    op.create_index(
        "ix_enrollments_batch", "enrollments", ["batch_id", "status", "created_at", "id"]
    )
    op.create_index(
        "ix_enrollments_bulk_enrollment",
        "enrollments",
        ["bulk_enrollment_id"],
        postgresql_where="bulk_enrollment_id IS NOT NULL",
    )
    op.create_index(
        "ix_enrollments_candidate", "enrollments", ["candidate_profile_id", "created_at", "id"]
    )
    op.create_index("ix_enrollments_created", "enrollments", ["created_at", "id"])
    op.create_index(
        "ix_enrollments_organization", "enrollments", ["organization_id", "created_at", "id"]
    )
    op.create_index(
        "ix_enrollments_organization_payment_due",
        "enrollments",
        ["organization_id", "payment_due_at", "id"],
        postgresql_where="status = 'pending_payment'",
    )
    op.create_index(
        "ix_enrollments_organization_rejected",
        "enrollments",
        ["organization_id", "updated_at", "id"],
        postgresql_where="status = 'rejected'",
    )
    op.create_index(
        "ix_enrollments_organization_status",
        "enrollments",
        ["organization_id", "status", "created_at", "id"],
    )
    op.create_index(
        "ix_enrollments_payment_due",
        "enrollments",
        ["payment_due_at"],
        postgresql_where="status = 'pending_payment'",
    )
    op.create_index(
        "ix_enrollments_rejected",
        "enrollments",
        ["updated_at", "id"],
        postgresql_where="status = 'rejected'",
    )
    op.create_index("ix_enrollments_status", "enrollments", ["status", "created_at", "id"])
    op.create_index(
        "uq_enrollments_active",
        "enrollments",
        ["batch_id", "candidate_profile_id"],
        unique=True,
        postgresql_where="status IN ('completed', 'confirmed', 'pending_payment', 'requested', 'waitlisted')",
    )
    op.create_table(
        "expiry_requests",
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column(
            "requested_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("subject_id", name=op.f("pk_expiry_requests")),
    )
    op.create_table(
        "job_roles",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_roles")),
    )
    op.create_index("ix_job_roles_organization", "job_roles", ["organization_id", "name_en", "id"])
    op.create_table(
        "learner_looks",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("link_id", sa.Uuid(), nullable=True),
        sa.Column(
            "looked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("by_profile_id", sa.Uuid(), nullable=True),
        sa.Column("by_organization_id", sa.Uuid(), nullable=True),
        sa.Column("network", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_learner_looks")),
    )
    op.create_index("ix_learner_looks_time", "learner_looks", ["looked_at"])
    op.create_index("ix_learner_looks_user", "learner_looks", ["user_id", "looked_at", "id"])
    op.create_table(
        "organizations",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("suspended", sa.Boolean(), server_default="false", nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )
    op.create_table(
        "paper_archives",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("certificate_ids", sa.ARRAY(sa.Uuid()), nullable=False),
        sa.Column("batch_code", sa.String(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paper_archives")),
    )
    op.create_index("ix_paper_archives_ends", "paper_archives", ["ends_at"])
    op.create_index("ix_paper_archives_user", "paper_archives", ["user_id", "created_at"])
    op.create_table(
        "profiles",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=True),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "search_fold(username || ' ' || email || ' ' || phone || ' ' || name_en || ' ' || name_ar)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_profiles")),
    )
    op.create_index("ix_profiles_name", "profiles", ["name_en", "id"])
    op.create_index(
        "ix_profiles_search",
        "profiles",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_table(
        "registration_terms",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("payer", sa.String(length=24), nullable=False),
        sa.Column("fees", postgresql.JSONB(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.PrimaryKeyConstraint("scope", name=op.f("pk_registration_terms")),
    )
    op.create_table(
        "seats",
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.Column("surplus", sa.Integer(), nullable=False),
        sa.Column("waiting", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("published_version", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint(
            "capacity >= 0 AND surplus >= 0", name=op.f("ck_seats_capacity_not_negative")
        ),
        sa.CheckConstraint("taken <= capacity + surplus", name=op.f("ck_seats_not_oversold")),
        sa.CheckConstraint("taken >= 0 AND waiting >= 0", name=op.f("ck_seats_not_negative")),
        sa.PrimaryKeyConstraint("batch_id", name=op.f("pk_seats")),
    )
    op.create_table(
        "settlements",
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refund_requested_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("charge_id", name=op.f("pk_settlements")),
    )
    op.create_table(
        "staff_profiles",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=True),
        sa.Column("approval_status", sa.String(length=24), nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(email || ' ' || name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_profiles")),
    )
    op.create_index(
        op.f("ix_staff_profiles_organization_id"), "staff_profiles", ["organization_id"]
    )
    op.create_index(
        "ix_staff_profiles_search",
        "staff_profiles",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_table(
        "status_lists",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("positions", sa.ARRAY(sa.Integer(), dimensions=1), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_status_lists")),
    )
    op.create_table(
        "survey_answers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("overall", sa.SmallInteger(), nullable=False),
        sa.Column("content", sa.SmallInteger(), nullable=True),
        sa.Column("trainer", sa.SmallInteger(), nullable=True),
        sa.Column("place", sa.SmallInteger(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.CheckConstraint(
            "content BETWEEN 1 AND 5", name=op.f("ck_survey_answers_content_in_range")
        ),
        sa.CheckConstraint(
            "overall BETWEEN 1 AND 5", name=op.f("ck_survey_answers_overall_in_range")
        ),
        sa.CheckConstraint("place BETWEEN 1 AND 5", name=op.f("ck_survey_answers_place_in_range")),
        sa.CheckConstraint(
            "trainer BETWEEN 1 AND 5", name=op.f("ck_survey_answers_trainer_in_range")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_survey_answers")),
    )
    op.create_index("ix_survey_answers_batch", "survey_answers", ["batch_id", "id"])
    op.create_index("ix_survey_answers_training", "survey_answers", ["training_id", "batch_id"])
    op.create_table(
        "timetables",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("sessions", postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("batch_id", name=op.f("pk_timetables")),
    )
    op.create_table(
        "appeals",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.Column("result", sa.String(length=24), nullable=False),
        sa.Column("new_result", sa.String(length=24), nullable=True),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["enrollment_id"], ["enrollments.id"], name=op.f("fk_appeals_enrollment_id_enrollments")
        ),
        sa.CheckConstraint(
            "status IN ('open', 'upheld', 'changed', 'withdrawn')",
            name=op.f("ck_appeals_status_known"),
        ),
        sa.CheckConstraint(
            "result IN ('passed', 'failed', 'absent')", name=op.f("ck_appeals_result_known")
        ),
        sa.CheckConstraint(
            "new_result IN ('passed', 'failed', 'absent')", name=op.f("ck_appeals_new_result_known")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_appeals")),
        sa.UniqueConstraint("enrollment_id", name=op.f("uq_appeals_enrollment_id")),
    )
    op.create_index(op.f("ix_appeals_batch_id"), "appeals", ["batch_id"])
    op.create_index("ix_appeals_created", "appeals", ["created_at", "id"])
    op.create_index(
        "ix_appeals_organization", "appeals", ["organization_id", "status", "created_at", "id"]
    )
    op.create_table(
        "application_members",
        sa.Column("application_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("announcement_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["applications.id"],
            name=op.f("fk_application_members_application_id_applications"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "application_id", "profile_id", name=op.f("pk_application_members")
        ),
    )
    op.create_index("ix_application_members_user", "application_members", ["user_id"])
    op.create_index(
        "uq_application_members_person",
        "application_members",
        ["announcement_id", "user_id"],
        unique=True,
        postgresql_where="held",
    )
    op.create_table(
        "attendance_marks",
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("attendance", sa.String(length=24), nullable=True),
        sa.Column("source", sa.String(length=24), nullable=False),
        sa.Column("marked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("marked_by", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["enrollment_id"],
            ["enrollments.id"],
            name=op.f("fk_attendance_marks_enrollment_id_enrollments"),
        ),
        sa.CheckConstraint(
            "attendance IN ('present', 'absent', 'late', 'excused')",
            name=op.f("ck_attendance_marks_attendance_known"),
        ),
        sa.CheckConstraint(
            "source IN ('list', 'scan', 'self')", name=op.f("ck_attendance_marks_source_known")
        ),
        sa.PrimaryKeyConstraint("session_id", "enrollment_id", name=op.f("pk_attendance_marks")),
    )
    op.create_index("ix_attendance_marks_enrollment", "attendance_marks", ["enrollment_id"])
    op.create_table(
        "certificate_requests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.Column("asked_by", sa.Uuid(), nullable=False),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "(status = 'rejected') = (reason IS NOT NULL)",
            name=op.f("ck_certificate_requests_reason_given"),
        ),
        sa.CheckConstraint(
            "(status = 'waiting') = (decided_at IS NULL)",
            name=op.f("ck_certificate_requests_decided_at_known"),
        ),
        sa.ForeignKeyConstraint(
            ["enrollment_id"],
            ["enrollments.id"],
            name=op.f("fk_certificate_requests_enrollment_id_enrollments"),
        ),
        sa.CheckConstraint(
            "status IN ('waiting', 'approved', 'rejected')",
            name=op.f("ck_certificate_requests_status_known"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_certificate_requests")),
    )
    op.create_index(
        "ix_certificate_requests_batch", "certificate_requests", ["batch_id", "created_at", "id"]
    )
    op.create_index("ix_certificate_requests_created", "certificate_requests", ["created_at", "id"])
    op.create_index("ix_certificate_requests_enrollment", "certificate_requests", ["enrollment_id"])
    op.create_index(
        "ix_certificate_requests_organization",
        "certificate_requests",
        ["organization_id", "created_at", "id"],
    )
    op.create_index(
        "uq_certificate_requests_waiting",
        "certificate_requests",
        ["enrollment_id"],
        unique=True,
        postgresql_where="status = 'waiting'",
    )
    op.create_table(
        "certificates",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_profile_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_user_id", sa.Uuid(), nullable=False),
        sa.Column("holder_name_en", sa.String(), nullable=False),
        sa.Column("holder_name_ar", sa.String(), nullable=False),
        sa.Column("training_title_en", sa.String(), nullable=False),
        sa.Column("training_title_ar", sa.String(), nullable=False),
        sa.Column("organization_name_en", sa.String(), nullable=False),
        sa.Column("organization_name_ar", sa.String(), nullable=False),
        sa.Column("batch_code", sa.String(), nullable=False),
        sa.Column("started_on", sa.Date(), nullable=False),
        sa.Column("ended_on", sa.Date(), nullable=False),
        sa.Column("score_percent", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.Column("issued_on", sa.Date(), nullable=False),
        sa.Column("expires_on", sa.Date(), nullable=True),
        sa.Column("supersedes_id", sa.Uuid(), nullable=True),
        sa.Column("superseded_by_id", sa.Uuid(), nullable=True),
        sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_kind", sa.String(length=24), nullable=True),
        sa.Column("revoked_reason", sa.String(), nullable=True),
        sa.Column("reminded_days", sa.Integer(), nullable=True),
        sa.Column("is_public", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("credential", sa.String(), nullable=True),
        sa.Column("status_index", sa.Integer(), nullable=True),
        sa.Column("design_id", sa.Uuid(), nullable=True),
        sa.Column("design_version", sa.Integer(), nullable=True),
        sa.Column("paper_key", sa.String(), nullable=True),
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
                "search_fold(number || ' ' || substr(number, 1, 4) || '-' || substr(number, 5, 4) || '-' || substr(number, 9) || ' ' || holder_name_en || ' ' || holder_name_ar)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.CheckConstraint(
            "(status = 'revoked') = (revoked_at IS NOT NULL)",
            name=op.f("ck_certificates_revoked_at_known"),
        ),
        sa.CheckConstraint(
            "(status = 'revoked') = (revoked_kind IS NOT NULL)",
            name=op.f("ck_certificates_revoked_kind_given"),
        ),
        sa.CheckConstraint(
            "number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'", name=op.f("ck_certificates_number_in_form")
        ),
        sa.ForeignKeyConstraint(
            ["enrollment_id"],
            ["enrollments.id"],
            name=op.f("fk_certificates_enrollment_id_enrollments"),
        ),
        sa.ForeignKeyConstraint(
            ["superseded_by_id"],
            ["certificates.id"],
            name=op.f("fk_certificates_superseded_by_id_certificates"),
        ),
        sa.ForeignKeyConstraint(
            ["supersedes_id"],
            ["certificates.id"],
            name=op.f("fk_certificates_supersedes_id_certificates"),
        ),
        sa.CheckConstraint(
            "status IN ('issued', 'suspended', 'superseded', 'revoked')",
            name=op.f("ck_certificates_status_known"),
        ),
        sa.CheckConstraint(
            "revoked_kind IN ('issued_in_error', 'result_changed', 'misconduct', 'other', 'erased')",
            name=op.f("ck_certificates_revoked_kind_known"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_certificates")),
        sa.UniqueConstraint("number", name=op.f("uq_certificates_number")),
        sa.UniqueConstraint("status_index", name=op.f("uq_certificates_status_index")),
    )
    op.create_index("ix_certificates_batch", "certificates", ["batch_id", "created_at", "id"])
    op.create_index(
        "ix_certificates_candidate", "certificates", ["candidate_profile_id", "created_at", "id"]
    )
    op.create_index("ix_certificates_created", "certificates", ["created_at", "id"])
    op.create_index(
        "ix_certificates_ended",
        "certificates",
        ["status_index"],
        postgresql_where="status <> 'issued'",
    )
    op.create_index("ix_certificates_enrollment", "certificates", ["enrollment_id", "created_at"])
    op.create_index(
        "ix_certificates_erased_paper",
        "certificates",
        ["id"],
        postgresql_where=sa.text("paper_key IS NOT NULL AND revoked_kind = 'erased'"),
    )
    op.create_index(
        "ix_certificates_expiring",
        "certificates",
        ["expires_on"],
        postgresql_include=["created_at", "id"],
        postgresql_where="status = 'issued' AND expires_on IS NOT NULL",
    )
    op.create_index("ix_certificates_expiry", "certificates", ["expires_on", "id"])
    op.create_index("ix_certificates_holder", "certificates", ["holder_name_en", "id"])
    op.create_index(
        "ix_certificates_latest_expiry",
        "certificates",
        [sa.literal_column("expires_on DESC NULLS LAST"), sa.literal_column("id DESC")],
    )
    op.create_index(
        "ix_certificates_organization", "certificates", ["organization_id", "created_at", "id"]
    )
    op.create_index(
        "ix_certificates_organization_expires",
        "certificates",
        ["organization_id", "expires_on"],
        postgresql_where="status = 'issued' AND expires_on IS NOT NULL",
    )
    op.create_index(
        "ix_certificates_paper_missing",
        "certificates",
        ["created_at"],
        postgresql_where=sa.text("paper_key IS NULL AND revoked_kind IS DISTINCT FROM 'erased'"),
    )
    op.create_index(
        "ix_certificates_public",
        "certificates",
        ["candidate_user_id", "issued_on", "id"],
        postgresql_where="is_public",
    )
    op.create_index(
        "ix_certificates_search",
        "certificates",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_certificates_title", "certificates", ["training_title_en", "id"])
    op.create_index("ix_certificates_training", "certificates", ["training_id", "created_at", "id"])
    op.create_index(
        "uq_certificates_issued",
        "certificates",
        ["enrollment_id"],
        unique=True,
        postgresql_where="status = 'issued'",
    )
    op.create_table(
        "job_role_people",
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_profile_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_user_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["role_id"],
            ["job_roles.id"],
            name=op.f("fk_job_role_people_role_id_job_roles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("role_id", "candidate_profile_id", name=op.f("pk_job_role_people")),
    )
    op.create_index("ix_job_role_people_candidate", "job_role_people", ["candidate_profile_id"])
    op.create_table(
        "job_role_trainings",
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["role_id"],
            ["job_roles.id"],
            name=op.f("fk_job_role_trainings_role_id_job_roles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("role_id", "training_id", name=op.f("pk_job_role_trainings")),
    )
    op.create_table(
        "outcomes",
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("result", sa.String(length=24), nullable=False),
        sa.Column("reasons", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("attended", sa.Integer(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("score_percent", sa.Integer(), nullable=True),
        sa.Column("min_attendance_percent", sa.Integer(), nullable=True),
        sa.Column("min_score_percent", sa.Integer(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["enrollment_id"],
            ["enrollments.id"],
            name=op.f("fk_outcomes_enrollment_id_enrollments"),
        ),
        sa.CheckConstraint(
            "result IN ('passed', 'failed', 'absent')", name=op.f("ck_outcomes_result_known")
        ),
        sa.PrimaryKeyConstraint("enrollment_id", name=op.f("pk_outcomes")),
    )
    op.create_index(
        "ix_outcomes_not_passed",
        "outcomes",
        ["enrollment_id"],
        postgresql_where="result <> 'passed'",
    )
    op.create_table(
        "scores",
        sa.Column("assessment_id", sa.Uuid(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("points", sa.Numeric(precision=7, scale=2, asdecimal=False), nullable=False),
        sa.Column("scored_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("points >= 0", name=op.f("ck_scores_points_not_negative")),
        sa.ForeignKeyConstraint(
            ["assessment_id"],
            ["assessments.id"],
            name=op.f("fk_scores_assessment_id_assessments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["enrollment_id"], ["enrollments.id"], name=op.f("fk_scores_enrollment_id_enrollments")
        ),
        sa.PrimaryKeyConstraint("assessment_id", "enrollment_id", name=op.f("pk_scores")),
    )
    op.create_index("ix_scores_enrollment", "scores", ["enrollment_id"])
    op.create_table(
        "survey_participations",
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("answered_on", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["enrollment_id"],
            ["enrollments.id"],
            name=op.f("fk_survey_participations_enrollment_id_enrollments"),
        ),
        sa.PrimaryKeyConstraint("enrollment_id", name=op.f("pk_survey_participations")),
    )
    op.create_table(
        "paper_attempts",
        sa.Column("certificate_id", sa.Uuid(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="1", nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["certificate_id"],
            ["certificates.id"],
            name=op.f("fk_paper_attempts_certificate_id_certificates"),
        ),
        sa.PrimaryKeyConstraint("certificate_id", name=op.f("pk_paper_attempts")),
    )
    # Seat rows change often: free space on the page allows heap-only updates.
    op.execute("ALTER TABLE seats SET (fillfactor = 20)")
    search.create_documents(op)
    search.create_triggers(op, "enrollment", "enrollments", ENROLLMENT_DOCUMENT, ENROLLMENT_SOURCES)
