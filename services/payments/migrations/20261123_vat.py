"""charges have lines with VAT, and who sells is known."""

import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "7f4e9036b57d"
down_revision = "196f614211b4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seller_terms",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("scope", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("seller", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("vat_included", sa.Boolean(), nullable=False),
        sa.Column("vat_rates", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("scope", name=op.f("pk_seller_terms")),
    )
    op.add_column(
        "charges", sa.Column("asked_minor", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.add_column(
        "charges", sa.Column("vat_minor", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.add_column(
        "charges", sa.Column("vat_percent", sa.Integer(), server_default="0", nullable=False)
    )
    op.add_column(
        "charges", sa.Column("vat_included", sa.Boolean(), server_default="true", nullable=False)
    )
    op.execute("UPDATE charges SET asked_minor = amount_minor")
    # What is one thing has a line too, and each line says what it comes to. There was no tax.
    op.execute(
        """
        UPDATE charges SET lines = jsonb_build_array(jsonb_build_object(
            'title_en', title_en, 'title_ar', title_ar, 'code', subject_code,
            'quantity', 1, 'unit_minor', amount_minor))
        WHERE lines = '[]'::jsonb
        """
    )
    op.execute(
        """
        UPDATE charges SET lines = (
            SELECT jsonb_agg(line || jsonb_build_object(
                'vat_percent', 0, 'vat_minor', 0,
                'net_minor', (line->>'quantity')::bigint * (line->>'unit_minor')::bigint,
                'amount_minor', (line->>'quantity')::bigint * (line->>'unit_minor')::bigint)
                ORDER BY place)
            FROM jsonb_array_elements(lines) WITH ORDINALITY AS each (line, place))
        """
    )
    op.create_check_constraint(
        op.f("ck_charges_vat_within_amount"), "charges", "vat_minor BETWEEN 0 AND amount_minor"
    )


def downgrade() -> None:
    op.drop_constraint(op.f("ck_charges_vat_within_amount"), "charges")
    op.drop_column("charges", "vat_included")
    op.drop_column("charges", "vat_percent")
    op.drop_column("charges", "vat_minor")
    op.drop_column("charges", "asked_minor")
    op.drop_table("seller_terms")
