from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from contracts.identity import NumberKind
from fastapi import APIRouter, Form, Query, Response, UploadFile
from kit.core.errors import Forbidden, Invalid, Unauthorized, Unavailable, problems
from kit.core.remote_address import Network
from kit.database.db import AsyncSession, DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.documents.attachments import document_response, read_document
from kit.documents.media import Media
from kit.documents.pictures import UPLOADING
from kit.domain.fields import FREE_TEXT
from kit.domain.people import CivilNumber, CountryCode, PassportNumber
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.web.idempotency import renew_on_retry

from identity.accounts.accounts.errors import UserOutranks
from identity.accounts.accounts.rules import AccountOwnerDep
from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.numbers.cases import queries, service
from identity.accounts.numbers.cases import queries as own_cases
from identity.accounts.numbers.cases.errors import (
    CaseChanged,
    CaseDecided,
    CaseNotFound,
    CaseOpen,
    DocumentNotFound,
    NotNeeded,
    OwnNumber,
    TooManyDocuments,
)
from identity.accounts.numbers.cases.schemas import (
    CaseDecision,
    CaseDetail,
    CaseFilter,
    CaseRow,
    CaseSort,
    OwnCase,
    Reason,
)
from identity.accounts.numbers.cases.service import decide_case
from identity.accounts.numbers.errors import TooManyNumbers
from identity.accounts.numbers.service import judge_numbers
from identity.administration.confirmations.errors import ConfirmationOpen, NoOtherAdmin
from identity.sign_in.revocations.service import KeysDep
from identity.sign_in.tokens.service import renew_sign_in_response

own_router = APIRouter(
    prefix="/users/me/number-cases",
    tags=["number cases"],
    responses=problems(Unauthorized, Forbidden),
)
admin_router = APIRouter(
    prefix="/users/number-cases", tags=["number cases"], responses=problems(*AUTH_PROBLEMS)
)

CaseViewerDep = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.VIEW_USERS])]
CaseDeciderDep = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_USER])]


@own_router.get("")
async def list_own_number_cases(session: Session, actor: AccountOwnerDep) -> list[OwnCase]:
    """List the cases in which the caller is claimant or holder."""
    return await own_cases.list_own_cases(session, actor)


@own_router.post(
    "",
    status_code=201,
    responses=problems(Invalid, TooManyNumbers, Unavailable, CaseOpen, NotNeeded),
)
@renew_on_retry(renew_sign_in_response)
async def open_number_case(
    file: UploadFile,
    database: DatabaseDep,
    media: Media,
    keys: KeysDep,
    actor: AccountOwnerDep,
    network: Network,
    civil_number: Annotated[CivilNumber | None, Form()] = None,
    passport_number: Annotated[PassportNumber | None, Form()] = None,
    passport_country: Annotated[CountryCode | None, Form()] = None,
    reason: Annotated[Reason, FREE_TEXT, Form()] = "",
) -> SignedIn:
    """Request a number that only an admin can assign: it is fixed, or another user has it.

    Send one number (a passport with its country) and a document that shows it: a PDF or a JPEG, PNG
    or WebP picture of at most 5 MiB. Changing a fixed number needs a reason. A claim to another
    user's number counts as identification until it is decided.
    """
    kind, number = _require_one(civil_number, passport_number)
    document = await read_document(file, actor.user_id)

    async def open_case(session: AsyncSession) -> SignedIn:
        return await service.open_case(
            session, media, keys, actor, kind, number, passport_country, reason, document
        )

    return await judge_numbers(
        database, keys, actor.user_id, network, {kind: number}, passport_country, open_case
    )


@own_router.post(
    "/{case_id}/documents",
    status_code=201,
    responses=problems(CaseNotFound, CaseDecided, TooManyDocuments) | UPLOADING,
)
async def add_number_document(
    case_id: UUID, file: UploadFile, session: Session, media: Media, actor: AccountOwnerDep
) -> OwnCase:
    """Submit another document (PDF, JPEG, PNG or WebP, at most 5 MiB), up to five in all."""
    document = await read_document(file, actor.user_id)
    return await service.add_document(session, media, actor, case_id, document)


@own_router.get("/{case_id}/documents/{document_id}", responses=problems(DocumentNotFound))
async def get_own_number_document(
    case_id: UUID, document_id: UUID, session: Session, media: Media, actor: AccountOwnerDep
) -> Response:
    """Return a document that the caller submitted."""
    document = await own_cases.get_own_document(session, actor, case_id, document_id)
    return await document_response(media, document.key, document.media_type, DocumentNotFound)


@own_router.post("/{case_id}/withdraw", responses=problems(CaseNotFound, CaseDecided))
@renew_on_retry(renew_sign_in_response)
async def withdraw_number_case(
    case_id: UUID, session: Session, keys: KeysDep, actor: AccountOwnerDep
) -> SignedIn:
    """Withdraw the caller's undecided case."""
    return await service.withdraw_case(session, keys, actor, case_id)


def _require_one(civil_number: str | None, passport_number: str | None) -> tuple[NumberKind, str]:
    given = {NumberKind.CIVIL: civil_number, NumberKind.PASSPORT: passport_number}
    asked = [(kind, number) for kind, number in given.items() if number]
    if len(asked) != 1:
        raise Invalid.field(
            "civil_number", "identification.required", "Enter a civil number or a passport number."
        )
    return asked[0]


@admin_router.get("")
async def list_number_cases(
    session: Session,
    _: CaseViewerDep,
    page: Paging,
    filters: Annotated[CaseFilter, Query()],
    sort: CaseSort = CaseSort.CREATED_DESC,
) -> Page[CaseRow]:
    """List cases with masked numbers."""
    return await queries.list_cases(session, page, filters, sort)


@admin_router.get("/{case_id}", responses=problems(CaseNotFound))
async def get_number_case(case_id: UUID, session: Session, actor: CaseViewerDep) -> CaseDetail:
    """Return a case with both parties, their documents and its log.

    Readers who may not decide it get masked numbers and no documents.
    """
    return await queries.get_case(session, actor, case_id)


@admin_router.get("/{case_id}/documents/{document_id}", responses=problems(DocumentNotFound))
async def get_number_case_document(
    case_id: UUID, document_id: UUID, session: Session, media: Media, actor: CaseDeciderDep
) -> Response:
    """Return a document of a case that the caller may decide."""
    document = await queries.get_case_document(session, actor, case_id, document_id)
    return await document_response(media, document.key, document.media_type, DocumentNotFound)


@admin_router.post(
    "/{case_id}/decisions",
    status_code=201,
    responses=problems(
        CaseNotFound,
        CaseDecided,
        CaseChanged,
        OwnNumber,
        UserOutranks,
        NoOtherAdmin,
        ConfirmationOpen,
        *AUTH_PROBLEMS,
    )
    | {202: {"model": CaseDetail, "description": "It waits for another admin."}},
)
async def decide_number_case(
    case_id: UUID,
    body: CaseDecision,
    response: Response,
    database: DatabaseDep,
    actor: CaseDeciderDep,
) -> CaseDetail:
    """Assign the number to the claimant, refuse the case, or request more documents.

    Assigning also needs `edit-sign-in-details`. The response is 202 if it changes the account
    of an admin or organization owner; another admin must then confirm it (`GET /confirmations`).
    """
    if not await decide_case(database, actor, case_id, body):
        response.status_code = 202
    async with database.transaction() as session:
        return await queries.get_case(session, actor, case_id)
