"""webhook_endpoints: secrets are stored sealed."""

import sqlalchemy as sa
from alembic import op
from kit.security.sealing import seal
from notifications.config import Settings

revision = "6b1f04d9e7a2"
down_revision = "3369261c747f"
branch_labels = None
depends_on = None

PURPOSE = "itqan.webhook-secrets"


def _sealed(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary(), nullable=True)


def upgrade() -> None:
    op.add_column("webhook_endpoints", _sealed("sealed_secret"))
    op.add_column("webhook_endpoints", _sealed("previous_sealed_secret"))
    connection = op.get_bind()
    found = connection.execute(
        sa.text("SELECT id, secret, previous_secret FROM webhook_endpoints FOR UPDATE")
    ).all()
    # The settings are those of the command that migrates.
    sealing = Settings().sealing_secrets[0] if found else ""
    for id_, secret, previous in found:
        sealed = [
            each and seal(sealing, PURPOSE, str(id_), each.encode()) for each in (secret, previous)
        ]
        connection.execute(
            sa.text(
                "UPDATE webhook_endpoints SET sealed_secret = :present,"
                " previous_sealed_secret = :previous WHERE id = :id"
            ),
            {"present": sealed[0], "previous": sealed[1], "id": id_},
        )
    op.alter_column("webhook_endpoints", "sealed_secret", nullable=False)
    op.drop_column("webhook_endpoints", "secret")
    op.drop_column("webhook_endpoints", "previous_secret")


def downgrade() -> None:
    # Nobody can read the secrets back without the key; endpoints are made anew.
    op.execute("DELETE FROM webhook_endpoints")
    op.drop_column("webhook_endpoints", "previous_sealed_secret")
    op.drop_column("webhook_endpoints", "sealed_secret")
    op.add_column("webhook_endpoints", sa.Column("secret", sa.String(), nullable=False))
    op.add_column("webhook_endpoints", sa.Column("previous_secret", sa.String(), nullable=True))
