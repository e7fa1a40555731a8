"""Validate wordings and store new versions."""

from collections.abc import Collection
from typing import Any

from kit.core.errors import FieldProblem, Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import func, select
from sqlmodel import col

from notifications.texts.models import LANGUAGES, SHORT, Kind, Language
from notifications.texts.service import ESSENTIAL, PACKAGED, VARIABLE, list_variables
from notifications.wordings import queries
from notifications.wordings.errors import WordingStale
from notifications.wordings.models import WordingVersion
from notifications.wordings.schemas import WordingDetail, WordingText, WordingUpdate


async def update_wording(
    session: AsyncSession, actor: Principal, kind: Kind, form: WordingUpdate
) -> WordingDetail:
    """Change the wording of a kind from its next message on; equal parts are not stored.

    Raises `WordingStale`, `Invalid`.
    """
    raise_problems([*find_problems(kind, form.en, "en."), *find_problems(kind, form.ar, "ar.")])
    await db.advisory_lock(session, f"wording:{kind}")
    newest = await session.scalar(
        select(func.max(col(WordingVersion.version))).where(col(WordingVersion.kind) == kind)
    )
    if (newest or 0) != form.version:
        raise WordingStale
    texts: dict[str, Any] = {
        language: own
        for language in LANGUAGES
        if (own := _select_changes(kind, language, getattr(form, language)))
    }
    session.add(
        WordingVersion(kind=kind, version=form.version + 1, texts=texts, author_id=actor.user_id)
    )
    await session.flush()
    return await queries.get_wording(session, kind)


def raise_problems(problems: list[FieldProblem]) -> None:
    """Raise `Invalid` if there are problems."""
    if problems:
        raise Invalid(fields=problems)


def find_problems(kind: Kind, given: WordingText, prefix: str) -> list[FieldProblem]:
    """List the problems of a text, with field names that begin with `prefix`."""
    texts = given.model_dump(exclude_none=True)
    found = [_problem(kind, part, text, f"{prefix}{part}") for part, text in texts.items()]
    return [problem for problem in found if problem]


def _problem(kind: Kind, part: str, text: str, field: str) -> FieldProblem | None:
    if part not in SHORT and not getattr(PACKAGED[kind, "en"], part):
        message = "This kind of message doesn't have this part."
        return FieldProblem(field=field, code="notice_text.unknown_part", message=message)
    if problem := find_placeholder_problem(text, list_variables(kind, part), field):
        return problem
    essential = ESSENTIAL.get(kind)
    if part in ("body", *SHORT) and essential and essential not in VARIABLE.findall(text):
        message = "Keep the required variable in the text."
        return FieldProblem(field=field, code="notice_text.variable_required", message=message)
    return None


def find_placeholder_problem(
    text: str, variables: Collection[str], field: str
) -> FieldProblem | None:
    """Return the problem with a text's placeholders, if any."""
    rest = VARIABLE.sub("", text)
    if "{" in rest or "}" in rest:
        message = "Use braces only around variable names."
        return FieldProblem(field=field, code="notice_text.unbalanced_brace", message=message)
    if set(VARIABLE.findall(text)) - set(variables):
        message = "Use only variables from the list."
        return FieldProblem(field=field, code="notice_text.unknown_variable", message=message)
    return None


def _select_changes(kind: Kind, language: Language, given: WordingText) -> dict[str, str]:
    """Return the parts that differ from the packaged text."""
    packaged = PACKAGED[kind, language]
    return {
        part: text
        for part, text in given.model_dump(exclude_none=True).items()
        if text != getattr(packaged, part)
    }
