from kit.core.errors import FieldProblem


def not_eligible(field: str) -> FieldProblem:
    """Build the error of a field that names an admin who may not decide on requests."""
    return FieldProblem(
        field=field,
        code="approver.not_eligible",
        message="Choose an active admin who can decide on approvals.",
    )
