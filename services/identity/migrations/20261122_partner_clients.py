"""Partner clients, and what they change in the audit trail."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "a93d5c17e0b4"
down_revision = "2f7ac05d9e83"
branch_labels = None
depends_on = None

NOW = sa.text("now()")


def time(name: str, **kwargs: object) -> sa.Column:
    return sa.Column(name, sa.DateTime(timezone=True), **kwargs)


def upgrade() -> None:
    op.create_table(
        "partner_clients",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("permissions", ARRAY(sa.String(60)), nullable=False),
        sa.Column("networks", ARRAY(sa.String(50)), nullable=False),
        time("expires_at", nullable=False),
        time("revoked_at", nullable=True),
        time("last_used_at", nullable=True),
        sa.Column("last_used_network", sa.String(60), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        time("changed_at", nullable=True),
        time("created_at", server_default=NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name="fk_partner_clients_organization_id_organizations",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_partner_clients"),
    )
    op.create_index("ix_partner_clients_changed_at", "partner_clients", ["changed_at"])
    op.create_index(
        "ix_partner_clients_organization_id",
        "partner_clients",
        ["organization_id", "created_at", "id"],
    )
    op.create_table(
        "partner_secrets",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        time("ends_at", nullable=True),
        time("created_at", server_default=NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["partner_clients.id"],
            name="fk_partner_secrets_client_id_partner_clients",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_partner_secrets"),
    )
    op.create_index("ix_partner_secrets_client_id", "partner_secrets", ["client_id"])
    op.create_index(
        "uq_partner_secrets_present",
        "partner_secrets",
        ["client_id"],
        unique=True,
        postgresql_where=sa.text("ends_at IS NULL"),
    )
    op.alter_column("audit_entries", "user_id", nullable=True)
    op.add_column("audit_entries", sa.Column("client_id", sa.Uuid(), nullable=True))


def downgrade() -> None:
    op.execute("DELETE FROM audit_entries WHERE user_id IS NULL")
    op.drop_column("audit_entries", "client_id")
    op.alter_column("audit_entries", "user_id", nullable=False)
    op.drop_table("partner_secrets")
    op.drop_table("partner_clients")
