"""Keys of requests that may be sent again."""

from alembic import op
from kit.web import idempotency_migration

revision = "8123c38d4a68"
down_revision = "5f0c81d7a3e2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    idempotency_migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    idempotency_migration.downgrade(op)  # type: ignore[arg-type]
