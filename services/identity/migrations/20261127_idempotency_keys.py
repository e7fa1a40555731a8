"""Keys of requests that may be sent again."""

from alembic import op
from kit.web import idempotency_migration

revision = "b59fd36303cd"
down_revision = "6e6fd130f946"
branch_labels = None
depends_on = None


def upgrade() -> None:
    idempotency_migration.upgrade(op)  # type: ignore[arg-type]


def downgrade() -> None:
    idempotency_migration.downgrade(op)  # type: ignore[arg-type]
