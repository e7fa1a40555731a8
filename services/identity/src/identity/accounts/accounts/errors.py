from kit.core.errors import FieldProblem, Forbidden, NotFound


class UserNotFound(NotFound):
    code = "user.not_found"


class UserOutranks(Forbidden):
    """The user has permissions that the caller lacks."""

    code = "user.outranks"
    default_detail = "This user may do what you may not, so you cannot change the account."


USERNAME_TAKEN = FieldProblem(
    field="username", code="username.taken", message="This username is taken."
)
CIVIL_NUMBER_TAKEN = FieldProblem(
    field="civil_number",
    code="civil_number.taken",
    message="Another account uses this number already.",
)
PASSPORT_NUMBER_TAKEN = FieldProblem(
    field="passport_number",
    code="passport_number.taken",
    message="Another account uses this passport number already.",
)
EMAIL_TAKEN = FieldProblem(
    field="email", code="email.taken", message="Another account has this address already."
)
"""Shown to admins only: the public must not learn which addresses have accounts."""
TAKEN = {
    "uq_users_username": USERNAME_TAKEN,
    "uq_users_civil_number": CIVIL_NUMBER_TAKEN,
    "uq_users_passport": PASSPORT_NUMBER_TAKEN,
}
"""Problem to report for each unique constraint of `users`."""
