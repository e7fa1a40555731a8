"""Keys of credentials, and the lists of those that were revoked."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "172205a03cdc"
down_revision = "6f0e3b025636"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("CREATE SEQUENCE status_places MINVALUE 0 START 0")
    op.create_table(
        "credential_keys",
        sa.Column("id", sqlmodel.sql.sqltypes.AutoString(length=60), nullable=False),
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
        "revoked_credentials",
        sa.Column("status_index", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("status_index", name=op.f("pk_revoked_credentials")),
    )
    op.create_table(
        "status_lists",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("positions", sa.ARRAY(sa.Integer(), dimensions=1), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_status_lists")),
    )


def downgrade() -> None:
    op.drop_table("status_lists")
    op.drop_table("revoked_credentials")
    op.drop_table("credential_keys")
    op.execute("DROP SEQUENCE status_places")
