"""Renders the pages of the checkout in the reader's language."""

from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Depends, Request, Response
from fastapi.templating import Jinja2Templates

from . import texts
from .cards import CARDS
from .models import Intention, Transaction
from .payloads import return_url
from .state import Sandbox, sandbox

templates = Jinja2Templates(Path(__file__).parent / "templates")
KEPT = ("number", "expiry", "name")


class Pages:
    """The pages, for one request."""

    def __init__(self, request: Request, here: Annotated[Sandbox, Depends(sandbox)]) -> None:
        self._request = request
        self._here = here
        self._language = texts.pick_language(
            request.query_params.get("lang"), request.headers.get("accept-language", "")
        )

    def form(
        self,
        intention: Intention,
        *,
        values: dict[str, str] | None = None,
        errors: dict[str, str] | None = None,
        declined: Transaction | None = None,
    ) -> Response:
        """Render the card form with entered values, errors and the reason of a refusal."""
        return self._render(
            "checkout.html",
            422 if errors else 200,
            intention=intention,
            values={name: value for name, value in (values or {}).items() if name in KEPT},
            errors=errors or {},
            declined=declined,
            cards=CARDS.values(),
            cancel_url=self._return_url(declined) if declined else intention.redirection_url,
        )

    def challenge(self, transaction: Transaction, *, wrong: bool = False) -> Response:
        """The bank's question for a code."""
        intention = self._here.store.intentions[transaction.intention_id]
        return self._render(
            "challenge.html",
            422 if wrong else 200,
            intention=intention,
            transaction=transaction,
            wrong=wrong,
        )

    def way_back(self, transaction: Transaction, *, title: str = "") -> Response:
        """The page that sends the browser back to the merchant with the signed result."""
        target = self._return_url(transaction)
        return self.message(
            title or ("pending_title" if transaction.pending else "done_title"),
            "going_back" if target else "close",
            self._here.store.intentions[transaction.intention_id],
            target=target,
        )

    def expired(self, intention: Intention) -> Response:
        """The page of an order that can no longer be paid, with the way back to the merchant."""
        target = intention.redirection_url
        return self.message("expired_title", "gone_hint", intention, target=target, status=410)

    def message(
        self,
        title: str,
        hint: str,
        intention: Intention | None = None,
        *,
        target: str | None = None,
        status: int = 200,
    ) -> Response:
        """Render a page with a heading, a sentence and optionally a link."""
        return self._render(
            "message.html",
            status,
            intention=intention,
            title=title,
            hint=hint,
            target=target,
            seconds=self._here.settings.return_seconds,
        )

    def _return_url(self, transaction: Transaction) -> str | None:
        intention = self._here.store.intentions[transaction.intention_id]
        raw_plus = self._here.acquirer.behaviour(intention).raw_plus
        return return_url(self._here.settings, intention, transaction, raw_plus)

    def _render(self, template: str, status: int, **context: Any) -> Response:
        settings, language = self._here.settings, self._language
        arabic = language == "ar"
        other = "en" if arabic else "ar"
        keep = {k: v for k, v in self._request.query_params.items() if k != "lang"}
        switch = f"?{urlencode({**keep, 'lang': other})}"
        context |= {
            "t": texts.TEXTS[language],
            "language": language,
            "direction": "rtl" if arabic else "ltr",
            "other": other,
            # A page that answers a POST has no address of its own in the other language.
            "switch": switch if self._request.method == "GET" else None,
            "merchant": settings.merchant_name_ar if arabic else settings.merchant_name_en,
            "public_key": settings.public_key,
            "money": lambda amount: texts.money(amount, settings.currency, language),
            "reason": lambda message: texts.reason(message, language),
        }
        return templates.TemplateResponse(
            self._request,
            template,
            context,
            status_code=status,
            headers={"cache-control": "no-store"},
        )
