"""Payments say whose they are, as their charges do.

Lists ask for the payments of an organization or of a payer, and would have to read each of their
charges for it. Triggers keep the two columns, so that they are right whatever writes a payment or
changes a charge, also the code of before.
"""

import sqlalchemy as sa
from alembic import op

revision = "c47e9a1d5b30"
down_revision = "a71c5e04b9d3"
branch_labels = None
depends_on = None

# Whoever changes the charge waits for whoever adds a payment to it, or the other way round: else
# neither would see what the other one did.
TAKE = """
CREATE FUNCTION take_whose_from_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT organization_id, payer_profile_id INTO NEW.organization_id, NEW.payer_profile_id
  FROM charges WHERE id = NEW.charge_id FOR SHARE;
  RETURN NEW;
END
$$
"""
GIVE = """
CREATE FUNCTION give_whose_to_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payments
  SET organization_id = NEW.organization_id, payer_profile_id = NEW.payer_profile_id
  WHERE charge_id = NEW.id;
  RETURN NULL;
END
$$
"""


def upgrade() -> None:
    op.add_column("payments", sa.Column("organization_id", sa.Uuid(), nullable=True))
    op.add_column("payments", sa.Column("payer_profile_id", sa.Uuid(), nullable=True))
    op.execute(TAKE)
    op.execute(GIVE)
    op.execute(
        "CREATE TRIGGER take_whose_from_charge BEFORE INSERT OR UPDATE OF charge_id ON payments "
        "FOR EACH ROW EXECUTE FUNCTION take_whose_from_charge()"
    )
    op.execute(
        "CREATE TRIGGER give_whose_to_payments "
        "AFTER UPDATE OF organization_id, payer_profile_id ON charges FOR EACH ROW "
        "WHEN ((OLD.organization_id, OLD.payer_profile_id) "
        "IS DISTINCT FROM (NEW.organization_id, NEW.payer_profile_id)) "
        "EXECUTE FUNCTION give_whose_to_payments()"
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER give_whose_to_payments ON charges")
    op.execute("DROP TRIGGER take_whose_from_charge ON payments")
    op.execute("DROP FUNCTION give_whose_to_payments()")
    op.execute("DROP FUNCTION take_whose_from_charge()")
    op.drop_column("payments", "payer_profile_id")
    op.drop_column("payments", "organization_id")
