"""Kinds that spoke of what is held are called by the state that they announce."""

import sqlalchemy as sa
from alembic import op

revision = "7f1c0a92e6b4"
down_revision = "e1b7a4c2905d"
branch_labels = None
depends_on = None

KINDS = (
    ("enrollment_held", "enrollment_pending_payment"),
    ("enrollment_promoted_held", "enrollment_promoted_pending_payment"),
    ("payment_held", "payment_under_review"),
)


RENAME = sa.text("UPDATE notifications SET kind = :new WHERE kind = :old")


def upgrade() -> None:
    for old, new in KINDS:
        op.execute(RENAME.bindparams(old=old, new=new))


def downgrade() -> None:
    for old, new in KINDS:
        op.execute(RENAME.bindparams(old=new, new=old))
