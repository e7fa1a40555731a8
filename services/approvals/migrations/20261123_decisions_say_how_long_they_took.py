"""Decisions say how many working days they took, and whether they were overdue."""

import sqlalchemy as sa
from alembic import op

revision = "c7d25e9f1b48"
down_revision = "a4c1f0be7d52"
branch_labels = None
depends_on = None

# Of the steps before, only their decisions and that they were skipped say when the next one began.
_FILL = sa.text(
    """
    WITH began AS (
        SELECT
            decisions.id,
            (decisions.created_at AT TIME ZONE 'Asia/Riyadh')::date AS day,
            (greatest(
                requests.submitted_at,
                (SELECT max(earlier.created_at) FROM decisions AS earlier
                 WHERE earlier.request_id = decisions.request_id
                     AND earlier.step = decisions.step - 1),
                (SELECT max(handovers.created_at) FROM handovers
                 WHERE handovers.request_id = decisions.request_id
                     AND handovers.step = decisions.step - 1 AND handovers.kind = 'skipped')
            ) AT TIME ZONE 'Asia/Riyadh')::date AS since,
            steps.target_days
        FROM decisions
        JOIN requests ON requests.id = decisions.request_id
        LEFT JOIN steps
            ON steps.request_id = decisions.request_id AND steps.position = decisions.step
    ), counted AS (
        SELECT
            began.id,
            began.target_days,
            count(days.day) AS working_days,
            count(days.day) FILTER (WHERE days.day < began.day) AS before
        FROM began
        LEFT JOIN LATERAL generate_series(
            began.since::timestamp + interval '1 day', began.day::timestamp, interval '1 day'
        ) AS days (day) ON extract(isodow FROM days.day) NOT IN (5, 6)
        GROUP BY began.id, began.target_days
    )
    UPDATE decisions
    SET working_days = counted.working_days,
        overdue = coalesce(counted.before >= counted.target_days, false)
    FROM counted
    WHERE counted.id = decisions.id
    """
)


def upgrade() -> None:
    op.add_column("decisions", sa.Column("working_days", sa.Integer(), nullable=True))
    op.add_column("decisions", sa.Column("overdue", sa.Boolean(), nullable=True))
    op.execute(_FILL)
    op.alter_column("decisions", "working_days", nullable=False)
    op.alter_column("decisions", "overdue", nullable=False)
    op.create_index(op.f("ix_decisions_created_at"), "decisions", ["created_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_decisions_created_at"), table_name="decisions")
    op.drop_column("decisions", "overdue")
    op.drop_column("decisions", "working_days")
