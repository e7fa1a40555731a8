from kit.core.errors import Conflict, FieldProblem, NotFound


class OrganizationNotFound(NotFound):
    code = "organization.not_found"
    default_detail = "We couldn't find this organization."


class NotEditable(Conflict):
    """Submitted details cannot be changed until the decision; approved ones never."""

    code = "organization.not_editable"
    default_detail = "You can't change this while it's under review or after a decision."


TAKEN = {
    "uq_organizations_commercial_number": FieldProblem(
        field="commercial_number",
        code="commercial_number.taken",
        message="Another organization uses this registration number.",
    ),
    "uq_organizations_tax_number": FieldProblem(
        field="tax_number",
        code="tax_number.taken",
        message="Another organization uses this VAT number.",
    ),
}
"""Problem to report for each unique constraint of organizations that are not rejected."""
