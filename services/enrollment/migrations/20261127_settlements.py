"""What was done about charges is kept apart from their replica.

Triggers carry it over both ways while copies of before, which read and write it in the replica, are
at work. Its columns there go a release later, and the triggers with them.
"""

import sqlalchemy as sa
from alembic import op

revision = "e2b85f49d0a7"
down_revision = "109a4eae224c"
branch_labels = None
depends_on = None

# Each writes only what the other one lacks, so neither calls the other for ever.
TAKE = """
CREATE FUNCTION take_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO settlements AS known (charge_id, settled_at, refund_requested_at)
  VALUES (NEW.id, NEW.settled_at, NEW.refund_requested_at)
  ON CONFLICT (charge_id) DO UPDATE
  SET settled_at = coalesce(known.settled_at, excluded.settled_at),
    refund_requested_at = coalesce(known.refund_requested_at, excluded.refund_requested_at)
  WHERE known.settled_at IS NULL AND excluded.settled_at IS NOT NULL
  OR known.refund_requested_at IS NULL AND excluded.refund_requested_at IS NOT NULL;
  RETURN NULL;
END
$$
"""
GIVE = """
CREATE FUNCTION give_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE charges
  SET settled_at = NEW.settled_at, refund_requested_at = NEW.refund_requested_at
  WHERE id = NEW.charge_id AND (settled_at, refund_requested_at)
    IS DISTINCT FROM (NEW.settled_at, NEW.refund_requested_at);
  RETURN NULL;
END
$$
"""


def upgrade() -> None:
    op.create_table(
        "settlements",
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refund_requested_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("charge_id", name=op.f("pk_settlements")),
    )
    op.execute(TAKE)
    op.execute(GIVE)
    op.execute(
        "CREATE TRIGGER take_settlement "
        "AFTER INSERT OR UPDATE OF settled_at, refund_requested_at ON charges FOR EACH ROW "
        "WHEN (NEW.settled_at IS NOT NULL OR NEW.refund_requested_at IS NOT NULL) "
        "EXECUTE FUNCTION take_settlement()"
    )
    op.execute(
        "CREATE TRIGGER give_settlement AFTER INSERT OR UPDATE ON settlements "
        "FOR EACH ROW EXECUTE FUNCTION give_settlement()"
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER take_settlement ON charges")
    op.drop_table("settlements")
    op.execute("DROP FUNCTION give_settlement()")
    op.execute("DROP FUNCTION take_settlement()")
