"""Civil numbers with valid check digits, not assigned to known people."""

from kit.domain.people import is_civil_number


def civil_number(serial: int, *, resident: bool = False) -> str:
    """Build the number of a citizen or resident with this serial (0 to 99,999,999)."""
    body = f"{2 if resident else 1}{serial:08d}"
    return next(body + str(d) for d in range(10) if is_civil_number(body + str(d)))
