"""The first tables."""

import sqlalchemy as sa
import sqlmodel
from alembic import op
from kit.messaging import migration as messaging

revision = "d9e1a240ab16"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "discarded_files",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_discarded_files")),
    )
    op.create_index(op.f("ix_discarded_files_due_at"), "discarded_files", ["due_at"], unique=False)
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
    op.create_index(
        op.f("ix_failed_attempts_last_at"), "failed_attempts", ["last_at"], unique=False
    )
    op.create_table(
        "organizations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(length=254), nullable=False),
        sa.Column("image_key", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column(
            "status",
            sa.Enum(
                "draft",
                "submitted",
                "approved",
                "rejected",
                "returned",
                name="approvalstatus",
                native_enum=False,
                length=30,
            ),
            nullable=False,
        ),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("submitted_by", sa.Uuid(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )
    op.create_table(
        "roles",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("slug", sqlmodel.sql.sqltypes.AutoString(length=60), nullable=False),
        sa.Column("name_en", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("system", sa.Boolean(), nullable=False),
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
        "users",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("username", sqlmodel.sql.sqltypes.AutoString(length=30), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(length=254), nullable=False),
        sa.Column("phone", sqlmodel.sql.sqltypes.AutoString(length=16), nullable=False),
        sa.Column("password_hash", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name_en", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column(
            "locale",
            sa.Enum("en", "ar", name="locale", native_enum=False, length=30),
            nullable=False,
        ),
        sa.Column("civil_number", sqlmodel.sql.sqltypes.AutoString(length=10), nullable=True),
        sa.Column("passport_number", sqlmodel.sql.sqltypes.AutoString(length=20), nullable=True),
        sa.Column("nationality", sqlmodel.sql.sqltypes.AutoString(length=2), nullable=True),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column(
            "gender",
            sa.Enum("male", "female", name="gender", native_enum=False, length=30),
            nullable=True,
        ),
        sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("principal_version", sa.Integer(), nullable=False),
        sa.Column("principal_changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("terms_accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("civil_number", name=op.f("uq_users_civil_number")),
        sa.UniqueConstraint("email", name=op.f("uq_users_email")),
        sa.UniqueConstraint("username", name=op.f("uq_users_username")),
    )
    op.create_index(
        op.f("ix_users_principal_changed_at"), "users", ["principal_changed_at"], unique=False
    )
    op.create_table(
        "otps",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "purpose",
            sa.Enum(
                "verification", "password_reset", name="otppurpose", native_enum=False, length=30
            ),
            nullable=False,
        ),
        sa.Column("recipient", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
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
        sa.UniqueConstraint("reset_hash", name=op.f("uq_otps_reset_hash")),
    )
    op.create_index(op.f("ix_otps_created_at"), "otps", ["created_at"], unique=False)
    op.create_index("ix_otps_recipient", "otps", ["recipient", "created_at"], unique=False)
    op.create_index(op.f("ix_otps_user_id"), "otps", ["user_id"], unique=False)
    op.create_table(
        "profiles",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "type",
            sa.Enum(
                "admin",
                "organization",
                "staff",
                "candidate",
                "trainer",
                name="profiletype",
                native_enum=False,
                length=30,
            ),
            nullable=False,
        ),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column(
            "approval_status",
            sa.Enum(
                "draft",
                "submitted",
                "approved",
                "rejected",
                "returned",
                name="approvalstatus",
                native_enum=False,
                length=30,
            ),
            nullable=False,
        ),
        sa.Column("approval_comment", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.Column("image_key", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
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
        op.f("ix_profiles_organization_id"), "profiles", ["organization_id"], unique=False
    )
    op.create_index(op.f("ix_profiles_user_id"), "profiles", ["user_id"], unique=False)
    op.create_table(
        "role_permissions",
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.Column("permission", sqlmodel.sql.sqltypes.AutoString(length=60), nullable=False),
        sa.ForeignKeyConstraint(
            ["role_id"],
            ["roles.id"],
            name=op.f("fk_role_permissions_role_id_roles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("role_id", "permission", name=op.f("pk_role_permissions")),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("user_agent", sqlmodel.sql.sqltypes.AutoString(length=300), nullable=False),
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
    op.create_index(op.f("ix_sessions_ended_at"), "sessions", ["ended_at"], unique=False)
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"], unique=False)
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"], unique=False)
    op.create_table(
        "user_roles",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["role_id"], ["roles.id"], name=op.f("fk_user_roles_role_id_roles")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_user_roles_user_id_users")
        ),
        sa.PrimaryKeyConstraint("user_id", "role_id", name=op.f("pk_user_roles")),
    )
    op.create_index(op.f("ix_user_roles_role_id"), "user_roles", ["role_id"], unique=False)
    op.create_table(
        "addresses",
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("country_id", sa.Uuid(), nullable=False),
        sa.Column("country_en", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("country_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("state_id", sa.Uuid(), nullable=True),
        sa.Column("state_en", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("state_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("city_id", sa.Uuid(), nullable=True),
        sa.Column("city_en", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("city_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("line1", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("line2", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("postal_code", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["profile_id"], ["profiles.id"], name=op.f("fk_addresses_profile_id_profiles")
        ),
        sa.PrimaryKeyConstraint("profile_id", name=op.f("pk_addresses")),
    )
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
    op.create_index(
        op.f("ix_refresh_tokens_session_id"), "refresh_tokens", ["session_id"], unique=False
    )
    op.create_table(
        "registration_charges",
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["profile_id"],
            ["profiles.id"],
            name=op.f("fk_registration_charges_profile_id_profiles"),
        ),
        sa.PrimaryKeyConstraint("charge_id", name=op.f("pk_registration_charges")),
    )
    op.create_index(
        op.f("ix_registration_charges_profile_id"),
        "registration_charges",
        ["profile_id"],
        unique=False,
    )
    messaging.upgrade(op)


def downgrade() -> None:
    messaging.downgrade(op)
    op.drop_index(op.f("ix_registration_charges_profile_id"), table_name="registration_charges")
    op.drop_table("registration_charges")
    op.drop_index(op.f("ix_refresh_tokens_session_id"), table_name="refresh_tokens")
    op.drop_table("refresh_tokens")
    op.drop_table("addresses")
    op.drop_index(op.f("ix_user_roles_role_id"), table_name="user_roles")
    op.drop_table("user_roles")
    op.drop_index(op.f("ix_sessions_user_id"), table_name="sessions")
    op.drop_index(op.f("ix_sessions_expires_at"), table_name="sessions")
    op.drop_index(op.f("ix_sessions_ended_at"), table_name="sessions")
    op.drop_table("sessions")
    op.drop_table("role_permissions")
    op.drop_index(op.f("ix_profiles_user_id"), table_name="profiles")
    op.drop_index(op.f("ix_profiles_organization_id"), table_name="profiles")
    op.drop_table("profiles")
    op.drop_index(op.f("ix_otps_user_id"), table_name="otps")
    op.drop_index("ix_otps_recipient", table_name="otps")
    op.drop_index(op.f("ix_otps_created_at"), table_name="otps")
    op.drop_table("otps")
    op.drop_index(op.f("ix_users_principal_changed_at"), table_name="users")
    op.drop_table("users")
    op.drop_table("roles")
    op.drop_table("organizations")
    op.drop_index(op.f("ix_failed_attempts_last_at"), table_name="failed_attempts")
    op.drop_table("failed_attempts")
    op.drop_index(op.f("ix_discarded_files_due_at"), table_name="discarded_files")
    op.drop_table("discarded_files")
