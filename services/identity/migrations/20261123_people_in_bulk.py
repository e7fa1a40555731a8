"""people whom organizations bring: an address is not always known, and who invites."""

import sqlalchemy as sa
from alembic import op

revision = "9d3c6a1f84e7"
down_revision = "d4c19e07a6b3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("uq_users_email", table_name="users")
    op.create_index(
        "uq_users_email",
        "users",
        ["email"],
        unique=True,
        postgresql_where=sa.text("NOT decoy AND email <> ''"),
    )
    op.add_column("invitations", sa.Column("organization_id", sa.Uuid(), nullable=True))
    op.create_foreign_key(
        op.f("fk_invitations_organization_id_organizations"),
        "invitations",
        "organizations",
        ["organization_id"],
        ["id"],
        ondelete="SET NULL",
    )


def downgrade() -> None:
    op.drop_constraint(
        op.f("fk_invitations_organization_id_organizations"), "invitations", type_="foreignkey"
    )
    op.drop_column("invitations", "organization_id")
    op.drop_index("uq_users_email", table_name="users")
    op.create_index(
        "uq_users_email", "users", ["email"], unique=True, postgresql_where=sa.text("NOT decoy")
    )
