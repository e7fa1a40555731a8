"""Keys of requests that may be sent again."""

from alembic import op
from kit.web import idempotency_migration

revision = "60b8a258f587"
down_revision = "7e15c9a0b2d4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    idempotency_migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    idempotency_migration.downgrade(op)  # type: ignore[arg-type]
