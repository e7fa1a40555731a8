"""The first tables: seats, enrollments, and the copies of other services' state."""

import sqlalchemy as sa
from alembic import op
from kit.messaging import migration as messaging

revision = "60f0b54a2126"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    # For the search by part of a name; a trusted extension, which the database's owner may make.
    op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public")
    op.create_table(
        "batches",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("city_en", sa.String(), nullable=False),
        sa.Column("city_ar", sa.String(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("enrollment_opens_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("enrollment_closes_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("price_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("requires_acceptance", sa.Boolean(), nullable=False),
        sa.Column("payment_window_minutes", sa.Integer(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "draft",
                "published",
                "cancelled",
                name="status_known",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
    )
    op.create_index(op.f("ix_batches_starts_at"), "batches", ["starts_at"], unique=False)
    op.create_table(
        "charges",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "open",
                "paid",
                "partly_refunded",
                "refunded",
                "cancelled",
                "expired",
                name="status_known",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("refunded_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refund_requested_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_charges")),
    )
    op.create_index(op.f("ix_charges_enrollment_id"), "charges", ["enrollment_id"], unique=False)
    op.create_table(
        "enrollments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_profile_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "requested",
                "pending_payment",
                "confirmed",
                "completed",
                "rejected",
                "waitlisted",
                "cancelled",
                "expired",
                name="status_known",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("price_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("payment_due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("charge_id", sa.Uuid(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column(
            "result",
            sa.Enum(
                "passed",
                "failed",
                "absent",
                name="result_known",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=True,
        ),
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
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enrollments")),
    )
    op.create_index(
        "ix_enrollments_batch",
        "enrollments",
        ["batch_id", "status", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_enrollments_candidate",
        "enrollments",
        ["candidate_profile_id", "created_at", "id"],
        unique=False,
    )
    op.create_index("ix_enrollments_created", "enrollments", ["created_at", "id"], unique=False)
    op.create_index(
        "ix_enrollments_organization",
        "enrollments",
        ["organization_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_enrollments_organization_status",
        "enrollments",
        ["organization_id", "status", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_enrollments_payment_due",
        "enrollments",
        ["payment_due_at"],
        unique=False,
        postgresql_where="status = 'pending_payment'",
    )
    op.create_index(
        "ix_enrollments_status", "enrollments", ["status", "created_at", "id"], unique=False
    )
    op.create_index(
        "uq_enrollments_active",
        "enrollments",
        ["batch_id", "candidate_profile_id"],
        unique=True,
        postgresql_where="status IN ('completed', 'confirmed', 'pending_payment', 'requested', 'waitlisted')",
    )
    op.create_table(
        "profiles",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "translate(lower(username || ' ' || email || ' ' || name_en || ' ' || name_ar), 'أإآٱىةؤئ', 'اااايهوي')",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_profiles")),
    )
    op.create_index(
        "ix_profiles_search",
        "profiles",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_table(
        "seats",
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.Column("surplus", sa.Integer(), nullable=False),
        sa.Column("waiting", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "capacity >= 0 AND surplus >= 0", name=op.f("ck_seats_capacity_not_negative")
        ),
        sa.CheckConstraint("taken <= capacity + surplus", name=op.f("ck_seats_not_oversold")),
        sa.CheckConstraint("taken >= 0 AND waiting >= 0", name=op.f("ck_seats_not_negative")),
        sa.PrimaryKeyConstraint("batch_id", name=op.f("pk_seats")),
    )
    # Room for the next version of a row on its own page: counting a sought-after batch's seats
    # then touches no index.
    op.execute("ALTER TABLE seats SET (fillfactor = 20)")
    messaging.upgrade(op)


def downgrade() -> None:
    messaging.downgrade(op)
    for table in ("seats", "profiles", "enrollments", "charges", "batches"):
        op.drop_table(table)
