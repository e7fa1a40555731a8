from uuid import UUID

from contracts.payments import DocumentMade

from payments.documents.models import Document


def document_made(document: Document, payer_user_id: UUID, secret: str) -> DocumentMade:
    """Build the event that sends the payer a link to the document's PDF."""
    return DocumentMade(
        document_id=document.id,
        charge_id=document.charge_id,
        kind=document.kind,
        number=document.number,
        payer_user_id=payer_user_id,
        token=secret,
    )
