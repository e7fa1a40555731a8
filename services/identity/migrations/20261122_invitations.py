"""Invitations by a link; profiles that wait for their user, are suspended or removed."""

import sqlalchemy as sa
from alembic import op

revision = "a9d4c7e1b852"
down_revision = "c5e08b71d3f4"
branch_labels = None
depends_on = None

MEMBERS = sa.text("type IN ('staff', 'trainer') AND status <> 'removed'")


def upgrade() -> None:
    op.add_column(
        "profiles",
        sa.Column("status", sa.String(length=30), server_default="active", nullable=False),
    )
    op.create_index(
        "uq_profiles_member",
        "profiles",
        ["organization_id", "user_id", "type"],
        unique=True,
        postgresql_where=MEMBERS,
    )
    op.create_index(
        "ix_profiles_members",
        "profiles",
        ["organization_id", "created_at", "id"],
        postgresql_where=MEMBERS,
    )
    # Whoever has verified the address has chosen a password.
    op.execute("UPDATE users SET invited_at = NULL WHERE verified_at IS NOT NULL")
    op.create_table(
        "invitations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
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
            ["profile_id"],
            ["profiles.id"],
            name="fk_invitations_profile_id_profiles",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_invitations_user_id_users", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        sa.UniqueConstraint("token_hash", name="uq_invitations_token_hash"),
    )
    op.create_index("ix_invitations_profile_id", "invitations", ["profile_id"])
    op.create_index("ix_invitations_user_id", "invitations", ["user_id"])
    op.create_index(
        "uq_invitations_open",
        "invitations",
        ["profile_id"],
        unique=True,
        postgresql_where=sa.text("status = 'open'"),
    )


def downgrade() -> None:
    op.drop_table("invitations")
    op.drop_index("ix_profiles_members", "profiles")
    op.drop_index("uq_profiles_member", "profiles")
    op.drop_column("profiles", "status")
