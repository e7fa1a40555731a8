"""Keys of requests that may be sent again."""

from alembic import op
from kit.web import idempotency_migration

revision = "388d6422246d"
down_revision = "4b6d1f83a2c7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    idempotency_migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    idempotency_migration.downgrade(op)  # type: ignore[arg-type]
