from typing import Annotated

from contracts.payments import build_charge_path
from fastapi import APIRouter, Path, Response
from kit.core.downloads import attachment
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.documents.attachments import file_response
from kit.documents.media import Media
from kit.documents.papers import MEDIA_TYPE
from kit.security.auth import AUTH_PROBLEMS, PAYMENT_EXEMPT_GATES, Principal, guard
from starlette.responses import RedirectResponse

from payments.adapters.paymob.client import ContextDep
from payments.documents import queries
from payments.documents.errors import ReceiptNotMade
from payments.documents.invoices import service as invoices

router = APIRouter(prefix="/receipts", tags=["receipts"])

PayerDep = Annotated[Principal, guard(exempt=PAYMENT_EXEMPT_GATES)]
Number = Annotated[str, Path(max_length=40)]
Secret = Annotated[str, Path(max_length=100)]
_PDF: dict[int | str, dict[str, object]] = {
    200: {"content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}
_XML: dict[int | str, dict[str, object]] = {
    200: {"content": {invoices.MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}


@router.get(
    "/{number}.pdf",
    response_class=Response,
    responses=_PDF | problems(*AUTH_PROBLEMS, NotFound, ReceiptNotMade),
)
async def get_receipt_pdf(
    session: Session, media: Media, actor: PayerDep, number: Number
) -> Response:
    """Get the PDF of a receipt or credit note. The caller must be able to see its charge."""
    key = await queries.get_paper_key(session, actor, number)
    return await file_response(media, key, MEDIA_TYPE, f"{number}.pdf", ReceiptNotMade)


@router.get(
    "/{number}.xml",
    response_class=Response,
    responses=_XML | problems(*AUTH_PROBLEMS, NotFound),
)
async def get_receipt_xml(session: Session, actor: PayerDep, number: Number) -> Response:
    """Get a tax invoice or credit note as UBL 2.1. The caller must be able to see its charge."""
    document = await queries.get_invoice(session, actor, number)
    headers = {
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Content-Disposition": attachment(f"{document.number}.xml"),
    }
    return Response(invoices.add_qr_code(document), media_type=invoices.MEDIA_TYPE, headers=headers)


@router.get(
    "/mailed/{secret}",
    response_class=Response,
    responses=_PDF
    | {303: {"description": "It has ended: the payer's page, to sign in"}}
    | problems(NotFound, ReceiptNotMade),
)
async def get_mailed_receipt(
    context: ContextDep, session: Session, media: Media, secret: Secret
) -> Response:
    """Open the PDF of a mailed link without signing in. An expired link redirects to the payment in
    the app.
    """
    found = await queries.get_mailed_paper(session, secret)
    if found.has_ended:
        page = build_charge_path(found.purpose, found.charge_id)
        return RedirectResponse(context.settings.public_url + page, status_code=303)
    return await file_response(media, found.key, MEDIA_TYPE, f"{found.number}.pdf", ReceiptNotMade)
