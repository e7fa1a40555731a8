"""The token in a mail by which its reader ends the mails about one subject without signing in."""

from collections.abc import Sequence
from uuid import UUID

from notifications.deliveries.tokens import service as tokens
from notifications.texts.models import Subject

_PURPOSE = "itqan.optouts"


def new_token(secrets: Sequence[str], user_id: UUID, subject: Subject) -> str:
    """What ends the person's mails about a subject, derived from the first of the secrets."""
    return f"{subject}.{tokens.new_token(secrets, _PURPOSE, user_id, subject)}"


def read_token(secrets: Sequence[str], token: str) -> tuple[UUID, Subject] | None:
    """Whose token it is and about what; None when it was derived from none of the secrets."""
    name, _, encoded = token.partition(".")
    try:
        subject = Subject(name)
    except ValueError:
        return None
    user_id = tokens.read_token(secrets, _PURPOSE, encoded, subject)
    return None if user_id is None else (user_id, subject)
