"""Payments of before say whose they are.

No sweep fills them in, as it would where a column is to be required: the code of this release reads
the columns at once, and its first copy migrates before it serves. A million payments took a
minute; those of a portion are locked for a third of a second, and copies of before write the
others meanwhile. Run once more after it was interrupted, it goes on with what is left.
"""

from alembic import op

revision = "e05b8d36f7a2"
down_revision = "c47e9a1d5b30"
branch_labels = None
depends_on = None

# Charges are locked before their payments, and in the order of their ids, as by the code: so neither
# waits for the other for ever, and no payer changes in between.
FILL = """
DO $$
DECLARE
  reached uuid := '00000000-0000-0000-0000-000000000000';
  portion uuid[];
BEGIN
  LOOP
    portion := ARRAY(SELECT id FROM payments WHERE id > reached ORDER BY id LIMIT 5000);
    EXIT WHEN cardinality(portion) = 0;
    PERFORM FROM charges
    WHERE id IN (SELECT charge_id FROM payments WHERE id = ANY (portion))
    ORDER BY id FOR SHARE;
    UPDATE payments
    SET organization_id = charges.organization_id, payer_profile_id = charges.payer_profile_id
    FROM charges
    WHERE charges.id = payments.charge_id AND payments.id = ANY (portion)
    AND payments.payer_profile_id IS NULL;
    COMMIT;
    reached := portion[cardinality(portion)];
  END LOOP;
END
$$
"""


def upgrade() -> None:
    # Each portion is a transaction, which there cannot be within another one.
    with op.get_context().autocommit_block():
        op.execute(FILL)


def downgrade() -> None:
    """Nothing: the columns go with the migration before."""
