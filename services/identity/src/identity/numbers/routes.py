"""Routes of the cases that concern the caller."""

from typing import Annotated
from uuid import UUID

from contracts.identity import NumberKind
from fastapi import APIRouter, Form, Response, UploadFile
from kit.auth import Principal
from kit.client import Network
from kit.db import Session
from kit.documents import document_response, read_document
from kit.errors import Forbidden, Invalid, Unauthorized, Unavailable, problems
from kit.media import Media
from kit.pictures import UPLOADING

from identity.accounts.fields import CivilNumber, PassportNumber
from identity.accounts.guards import OwnTransactions, SigningKeys, own_account
from identity.accounts.schemas import SignedIn
from identity.numbers import service
from identity.numbers.attempts import TooManyNumbers, count_given
from identity.numbers.cases import CaseDecided, CaseNotFound, DocumentNotFound
from identity.numbers.models import CaseDocument
from identity.numbers.schemas import OwnCase, Reason
from identity.numbers.service import CaseOpen, NotNeeded, TooManyDocuments

router = APIRouter(
    prefix="/users/me/number-cases",
    tags=["number cases"],
    responses=problems(Unauthorized, Forbidden),
)
Own = Annotated[Principal, own_account]


@router.get("")
async def list_own_number_cases(session: Session, actor: Own) -> list[OwnCase]:
    """The cases that concern the caller, as the one who asks or the one who has the number."""
    return await service.list_own(session, actor)


@router.post(
    "",
    status_code=201,
    responses=problems(Invalid, TooManyNumbers, Unavailable, CaseOpen, NotNeeded),
)
async def open_number_case(
    file: UploadFile,
    session: Session,
    database: OwnTransactions,
    media: Media,
    keys: SigningKeys,
    actor: Own,
    network: Network,
    civil_number: Annotated[CivilNumber | None, Form()] = None,
    passport_number: Annotated[PassportNumber | None, Form()] = None,
    reason: Annotated[Reason, Form()] = "",
) -> SignedIn:
    """Ask for a number that only an admin can give: the own one is fixed, or somebody else has it.

    One of the two numbers, and a document that shows it: a PDF or a JPEG, PNG or WebP picture of at
    most 5 MiB. A reason is needed for changing a fixed number. Whoever claims a number that
    somebody else has counts as identified until that is decided.
    """
    kind, number = _one_of(civil_number, passport_number)
    await count_given(database, keys, actor.user_id, network, {kind: number})
    document = await read_document(file, actor.user_id)
    return await service.open_case(session, media, keys, actor, kind, number, reason, document)


@router.post(
    "/{case_id}/documents",
    status_code=201,
    responses=problems(CaseNotFound, CaseDecided, TooManyDocuments) | UPLOADING,
)
async def add_number_document(
    case_id: UUID, file: UploadFile, session: Session, media: Media, actor: Own
) -> OwnCase:
    """Hand in a document more (PDF, JPEG, PNG or WebP, at most 5 MiB); five in all."""
    document = await read_document(file, actor.user_id)
    return await service.add_document(session, media, actor, case_id, document)


@router.get("/{case_id}/documents/{document_id}", responses=problems(DocumentNotFound))
async def own_number_document(
    case_id: UUID, document_id: UUID, session: Session, media: Media, actor: Own
) -> Response:
    """A document that the caller handed in."""
    document = await service.own_document(session, actor, case_id, document_id)
    return await give_out(media, document)


@router.post("/{case_id}/withdraw", responses=problems(CaseNotFound, CaseDecided))
async def withdraw_number_case(
    case_id: UUID, session: Session, keys: SigningKeys, actor: Own
) -> SignedIn:
    """Take back the own request, as long as it is not decided."""
    return await service.withdraw(session, keys, actor, case_id)


async def give_out(media: Media, document: CaseDocument) -> Response:
    """The answer that carries a document. Raises `DocumentNotFound`."""
    content = await media.read(document.key)
    if content is None:
        raise DocumentNotFound
    return document_response(content, document.media_type)


def _one_of(civil_number: str | None, passport_number: str | None) -> tuple[NumberKind, str]:
    given = {NumberKind.CIVIL: civil_number, NumberKind.PASSPORT: passport_number}
    asked = [(kind, number) for kind, number in given.items() if number]
    if len(asked) != 1:
        raise Invalid.field("civil_number", "identification.required", "Give one of the numbers.")
    return asked[0]
