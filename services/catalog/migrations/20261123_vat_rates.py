"""rates of VAT are by date."""

from alembic import op

revision = "1c38108ce7fb"
down_revision = "a124cd8cb82e"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The rate that was entered counts since the day of the last change of the law.
    op.execute(
        """
        UPDATE settings SET value = (value - 'vat_percent') || jsonb_build_object('vat_rates',
            jsonb_build_array(jsonb_build_object(
                'percent', value->'vat_percent', 'valid_from', '2020-07-01')))
        WHERE name = 'payment' AND value ? 'vat_percent'
        """
    )


def downgrade() -> None:
    op.execute(
        """
        UPDATE settings SET value = (value - 'vat_rates') ||
            jsonb_build_object('vat_percent', value->'vat_rates'->-1->'percent')
        WHERE name = 'payment' AND value ? 'vat_rates'
        """
    )
