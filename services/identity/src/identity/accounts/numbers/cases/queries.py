from typing import Any, cast
from uuid import UUID

from contracts import Permission
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery, Sorting
from kit.database.search import contains_words
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Select, and_, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from identity.accounts.accounts.models import Profile, User
from identity.accounts.accounts.rules import mask_number
from identity.accounts.media.service import image_url
from identity.accounts.numbers.cases.errors import CaseNotFound, DocumentNotFound
from identity.accounts.numbers.cases.schemas import (
    CaseDetail,
    CaseFilter,
    CaseRow,
    CaseSort,
    DocumentRead,
    EntryRead,
    OwnCase,
    PartyRead,
    PersonRead,
)
from identity.accounts.numbers.models import UNDECIDED, CaseDocument, CaseEntry, NumberCase, Party
from identity.accounts.numbers.service import get_number
from identity.administration.confirmations.models import ConfirmationKind
from identity.administration.confirmations.queries import find_pending

Claimant, Holder = aliased(User), aliased(User)
SORTING = Sorting({CaseSort.CREATED: col(NumberCase.created_at)}, id=col(NumberCase.id))
_ROWS = cast(
    Select[Any],
    select(NumberCase, Claimant, Holder)
    .join(Claimant, col(Claimant.id) == col(NumberCase.claimant_id))
    .outerjoin(Holder, col(Holder.id) == col(NumberCase.holder_id)),
)
SHOWN = 10
"""Number of listed own cases: undecided ones first, then the latest."""


async def list_cases(
    session: AsyncSession, page: PageQuery, filters: CaseFilter, sort: CaseSort
) -> Page[CaseRow]:
    """List cases by opening time, with masked numbers."""
    query = ListQuery(_conditions(filters), SORTING.by(sort), _matches(filters.search), page)
    rows, meta = await query.fetch(session, _ROWS, col(NumberCase.id))
    return Page(data=[_row(*row) for row in rows], meta=meta)


def _conditions(filters: CaseFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if filters.state is not None:
        undecided = col(NumberCase.status).in_(UNDECIDED)
        found.append(undecided if filters.state == "waiting" else ~undecided)
    if filters.cause is not None:
        found.append(col(NumberCase.cause) == filters.cause)
    return found


def _matches(text: str | None) -> ColumnElement[bool]:
    has_words = contains_words(text, col(Claimant.search), col(Holder.search))
    return or_(col(NumberCase.number) == (text or "").strip(), has_words)


def _row(case: NumberCase, claimant: User, holder: User | None) -> CaseRow:
    return CaseRow(
        **case.model_dump(include=set(CaseRow.model_fields) - {"number"}),
        number=mask_number(case.number) or "",
        claimant=_person(claimant),
        holder=_person(holder) if holder else None,
    )


async def get_case(session: AsyncSession, actor: Principal, case_id: UUID) -> CaseDetail:
    """Return a case with both parties and its log.

    Raises `CaseNotFound`.
    """
    row = (await session.execute(_ROWS.where(col(NumberCase.id) == case_id))).first()
    if row is None:
        raise CaseNotFound
    case, claimant, holder = row
    decides = _may_decide(actor, case)
    documents = await list_documents(session, [case.id]) if decides else []
    pictures = await _list_pictures(session, [user.id for user in (claimant, holder) if user])
    clear = decides and case.undecided

    def shown(number: str | None) -> str | None:
        return number if clear else mask_number(number)

    def side(user: User, party: Party) -> PartyRead:
        return PartyRead(
            **_person(user).model_dump(),
            **user.model_dump(include=set(PartyRead.model_fields) - set(PersonRead.model_fields)),
            image_url=pictures.get(user.id),
            number=shown(get_number(user, case.kind)),
            registered_at=user.created_at,
            asked=case.asks(party),
            documents=read_documents([d for d in documents if d.user_id == user.id]),
        )

    return CaseDetail(
        **case.model_dump(include=set(CaseDetail.model_fields) - {"number", "old_number"}),
        number=shown(case.number) or "",
        old_number=shown(case.old_number),
        claimant=side(claimant, Party.CLAIMANT),
        holder=side(holder, Party.HOLDER) if holder else None,
        can_decide=clear,
        pending_confirmation=await find_pending(session, ConfirmationKind.NUMBER_CASE, case.id),
        entries=await _list_entries(session, case.id),
    )


async def get_case_document(
    session: AsyncSession, actor: Principal, case_id: UUID, document_id: UUID
) -> CaseDocument:
    """Return a document of a case that the caller may decide.

    Raises `DocumentNotFound`.
    """
    found = await session.execute(
        select(NumberCase, CaseDocument)
        .join(CaseDocument, col(CaseDocument.case_id) == col(NumberCase.id))
        .where(col(CaseDocument.id) == document_id, col(NumberCase.id) == case_id)
    )
    row = found.first()
    if row is None or not _may_decide(actor, row[0]):
        raise DocumentNotFound
    document: CaseDocument = row[1]
    return document


def _may_decide(actor: Principal, case: NumberCase) -> bool:
    """Return True if the caller may edit users and is not a party of the case."""
    allowed = actor.is_super_admin or Permission.EDIT_USER in actor.permissions
    return allowed and case.get_party(actor.user_id) is None


async def _list_pictures(session: AsyncSession, user_ids: list[UUID]) -> dict[UUID, str | None]:
    rows = await session.execute(
        select(col(Profile.user_id), col(Profile.image_key))
        .where(and_(col(Profile.user_id).in_(user_ids), col(Profile.image_key).is_not(None)))
        .order_by(col(Profile.created_at).desc(), col(Profile.id).desc())
    )
    return {user_id: image_url(key) for user_id, key in rows.all()}


async def _list_entries(session: AsyncSession, case_id: UUID) -> list[EntryRead]:
    acting, concerned = aliased(User), aliased(User)
    rows = await session.execute(
        select(CaseEntry, acting, concerned)
        .join(acting, col(acting.id) == col(CaseEntry.actor_id))
        .join(concerned, col(concerned.id) == col(CaseEntry.user_id))
        .where(col(CaseEntry.case_id) == case_id)
        .order_by(col(CaseEntry.created_at), col(CaseEntry.id))
    )
    return [
        EntryRead(
            **entry.model_dump(include={"id", "action", "comment", "created_at"}),
            actor=_person(actor),
            user=_person(user),
            old_number=mask_number(entry.old_number),
            new_number=mask_number(entry.new_number),
        )
        for entry, actor, user in rows.all()
    ]


def _person(user: User) -> PersonRead:
    return PersonRead(
        user_id=user.id, username=user.username, name_en=user.name_en, name_ar=user.name_ar
    )


async def list_documents(
    session: AsyncSession, case_ids: list[UUID], user_id: UUID | None = None
) -> list[CaseDocument]:
    """List the documents of cases, oldest first, optionally only those a user submitted."""
    statement = select(CaseDocument).where(col(CaseDocument.case_id).in_(case_ids))
    if user_id is not None:
        statement = statement.where(col(CaseDocument.user_id) == user_id)
    found = await session.scalars(
        statement.order_by(col(CaseDocument.created_at), col(CaseDocument.id))
    )
    return list(found.all())


def read_documents(documents: list[CaseDocument]) -> list[DocumentRead]:
    return [DocumentRead.model_validate(each, from_attributes=True) for each in documents]


async def list_own_cases(session: AsyncSession, actor: Principal) -> list[OwnCase]:
    """List cases that concern the caller: undecided ones first, then the latest."""
    rows = await session.scalars(
        select(NumberCase)
        .where(
            or_(
                col(NumberCase.claimant_id) == actor.user_id,
                col(NumberCase.holder_id) == actor.user_id,
            )
        )
        .order_by(
            col(NumberCase.status).in_(UNDECIDED).desc(),
            col(NumberCase.created_at).desc(),
            col(NumberCase.id).desc(),
        )
        .limit(SHOWN)
    )
    cases = rows.all()
    documents = await list_documents(session, [case.id for case in cases], actor.user_id)
    return [
        read_own_case(case, actor.user_id, [d for d in documents if d.case_id == case.id])
        for case in cases
    ]


async def get_own_document(
    session: AsyncSession, actor: Principal, case_id: UUID, document_id: UUID
) -> CaseDocument:
    """Return a document that the caller submitted.

    Raises `DocumentNotFound`.
    """
    document = await session.get(CaseDocument, document_id)
    if document is None or (document.case_id, document.user_id) != (case_id, actor.user_id):
        raise DocumentNotFound
    return document


def read_own_case(case: NumberCase, user_id: UUID, documents: list[CaseDocument]) -> OwnCase:
    """Build the view of a case for one of its parties."""
    party = case.get_party(user_id)
    assert party
    return OwnCase(
        **case.model_dump(include=set(OwnCase.model_fields) - {"reason"}),
        party=party,
        reason=case.reason if party is Party.CLAIMANT else None,
        asked=case.asks(party),
        documents=read_documents(documents),
    )
