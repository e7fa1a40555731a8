from kit.core.errors import FieldProblem, Forbidden, NotFound


class UserNotFound(NotFound):
    code = "user.not_found"


class UserOutranks(Forbidden):
    """The user has permissions that the caller lacks."""

    code = "user.outranks"
    default_detail = "You can't edit someone with more permissions than you."


USERNAME_TAKEN = FieldProblem(
    field="username", code="username.taken", message="This username is taken. Choose another one."
)
CIVIL_NUMBER_TAKEN = FieldProblem(
    field="civil_number",
    code="civil_number.taken",
    message="Another account already uses this number.",
)
PASSPORT_NUMBER_TAKEN = FieldProblem(
    field="passport_number",
    code="passport_number.taken",
    message="Another account already uses this passport number.",
)
EMAIL_TAKEN = FieldProblem(
    field="email", code="email.taken", message="Another account already uses this email."
)
"""Shown to admins only: the public must not learn which addresses have accounts."""
TAKEN = {
    "uq_users_username": USERNAME_TAKEN,
    "uq_users_civil_number": CIVIL_NUMBER_TAKEN,
    "uq_users_passport": PASSPORT_NUMBER_TAKEN,
}
"""Problem to report for each unique constraint of `users`."""
