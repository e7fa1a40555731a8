"""Admins change wordings: validation, permissions and the resulting messages."""

from typing import Any

import httpx
import pytest
from contracts import Permission
from kit.database.db import AsyncSession
from kit.testing import Actor, QueryCounter, actor
from notifications.texts.models import PARTS

from services.notifications.tests.factories import (
    Service,
    charge_paid,
    mails,
    notifications_of,
    otp,
    profile,
    sign_up,
)

PAID = "notifications/wordings/charge_paid"


@pytest.fixture
def admin() -> Actor:
    return actor("admin", permissions=[Permission.MANAGE_APPLICATION_SETTINGS])


def form(version: int = 0, ar: dict[str, Any] | None = None, **en: Any) -> dict[str, Any]:
    return {"version": version, "en": en, "ar": ar or {}}


async def test_a_text_counts_from_the_next_message_and_is_packaged_again_once_reset(
    service: Service, client: httpx.AsyncClient, session: AsyncSession, admin: Actor
) -> None:
    await service.deliver(profile(user_id=admin.user_id, name_en="Sara Nasser"))
    user = await sign_up(service)
    packaged = (await client.get(PAID, headers=admin.headers)).json()["packaged"]
    body = form(
        title="{amount} arrived",
        body=packaged["en"]["body"],
        ar={"title": "  وصل {amount}  "},
    )
    answer = await client.put(PAID, json=body, headers=admin.headers)
    assert answer.status_code == 200, answer.text
    # Unchanged parts are not stored, so that updates of packaged texts reach everyone.
    assert answer.json()["texts"]["en"]["body"] is None
    await service.deliver(charge_paid(payer_user_id=user.user_id))
    again = await client.put(PAID, json=form(version=1), headers=admin.headers)
    await service.deliver(charge_paid(payer_user_id=user.user_id))
    _, first, second = await notifications_of(session, user.user_id)
    assert (first.title_en, first.title_ar) == ("SAR 1,150 arrived", "وصل 1,150 ر.س")
    assert first.body_en.startswith("We received SAR 1,150")
    assert second.title_en == "Payment received"
    _, mail, _ = await mails(session)
    assert mail.content and mail.content["ar"]["title"] == "وصل 1,150 ر.س"
    versions = again.json()["versions"]
    assert [each["version"] for each in versions] == [2, 1]
    assert versions[1]["texts"]["en"]["title"] == "{amount} arrived"
    assert versions[1]["author"]["name_en"] == "Sara Nasser"
    assert versions[0]["texts"] == {language: dict.fromkeys(PARTS) for language in ("en", "ar")}


async def test_a_mail_without_a_notification_is_worded_too(
    service: Service, client: httpx.AsyncClient, session: AsyncSession, admin: Actor
) -> None:
    body = form(title="Code {code}")
    path = "notifications/wordings/otp_verification"
    assert (await client.put(path, json=body, headers=admin.headers)).status_code == 200
    await service.deliver(otp())
    (mail,) = await mails(session)
    assert mail.content and mail.content["en"]["title"] == "Code 482913"


async def test_of_two_who_change_a_text_at_once_one_looks_again(
    client: httpx.AsyncClient, admin: Actor
) -> None:
    first = await client.put(PAID, json=form(title="One"), headers=admin.headers)
    second = await client.put(PAID, json=form(title="Two"), headers=admin.headers)
    assert first.status_code == 200
    assert (second.status_code, second.json()["code"]) == (409, "notice_text.edit_conflict")
    now = await client.get(PAID, headers=admin.headers)
    assert now.json()["texts"]["en"]["title"] == "One"


@pytest.mark.parametrize(
    ("kind", "part", "text", "code"),
    [
        ("charge_paid", "body", "Hello {candidate}", "notice_text.unknown_variable"),
        # Only the paragraph of a rejection has a reason.
        ("enrollment_rejected", "body", "Because: {reason}", "notice_text.unknown_variable"),
        ("charge_paid", "body", "{amount.__class__}", "notice_text.unbalanced_brace"),
        ("charge_paid", "title", "{amount!r}", "notice_text.unbalanced_brace"),
        ("charge_paid", "body", "{amount:>99999999}", "notice_text.unbalanced_brace"),
        ("charge_paid", "title", "{{ amount }}", "notice_text.unbalanced_brace"),
        ("charge_paid", "body", "{% if amount %}", "notice_text.unbalanced_brace"),
        ("charge_paid", "action", "{0}", "notice_text.unbalanced_brace"),
        ("charge_paid", "body", "{amount", "notice_text.unbalanced_brace"),
        ("charge_paid", "body", "amount}", "notice_text.unbalanced_brace"),
        ("charge_paid", "reason", "Because", "notice_text.unknown_part"),
        ("otp_verification", "action", "Press", "notice_text.unknown_part"),
        ("otp_verification", "body", "Your code is secret", "notice_text.variable_required"),
        ("otp_verification", "sms", "Your code is secret", "notice_text.variable_required"),
        ("charge_paid", "sms", "Paid by {candidate}", "notice_text.unknown_variable"),
        ("enrollment_rejected", "push", "Because: {reason}", "notice_text.unknown_variable"),
        ("charge_paid", "push", "x" * 301, "field.string_too_long"),
        ("charge_paid", "title", "Paid\r\nBcc: everybody@example.org", "text.markup"),
        ("charge_paid", "title", "<b>Paid</b>", "text.markup"),
        ("charge_paid", "title", " ", "field.string_too_short"),
        ("charge_paid", "body", "x" * 3001, "field.string_too_long"),
    ],
)
async def test_422_at_the_field_for_a_text_that_cannot_be_filled(
    client: httpx.AsyncClient, admin: Actor, kind: str, part: str, text: str, code: str
) -> None:
    path = f"notifications/wordings/{kind}"
    for language in ("en", "ar"):
        body = form() | {language: {part: text}}
        answer = await client.put(path, json=body, headers=admin.headers)
        assert answer.status_code == 422, answer.text
        (problem,) = answer.json()["fields"]
        assert (problem["field"], problem["code"]) == (f"{language}.{part}", code)
    assert (await client.get(path, headers=admin.headers)).json()["version"] == 0


async def test_variables_are_listed_with_samples(client: httpx.AsyncClient, admin: Actor) -> None:
    answer = await client.get("notifications/wordings/enrollment_rejected", headers=admin.headers)
    batch, reason = answer.json()["variables"]
    assert (batch["name"], batch["only_in_reason"]) == ("batch", False)
    assert (reason["name"], reason["only_in_reason"]) == ("reason", True)
    assert batch["sample_en"] == "Forklift operation"
    answer = await client.get("notifications/wordings/nonsense", headers=admin.headers)
    assert answer.status_code == 404


async def test_the_list_is_searched_in_both_languages_and_narrowed_with_few_statements(
    client: httpx.AsyncClient, admin: Actor, queries: QueryCounter
) -> None:
    await client.put(PAID, json=form(title="Money arrived"), headers=admin.headers)

    async def listed(query: str) -> list[str]:
        with queries() as statements:
            answer = await client.get(f"notifications/wordings?{query}", headers=admin.headers)
        assert len(statements) <= 3
        return [row["kind"] for row in answer.json()["data"]]

    assert await listed("changed=true") == ["charge_paid"]
    assert await listed("search=money ARRIVED") == ["charge_paid"]
    assert await listed("search=رمز التحقق") == ["otp_verification"]
    assert await listed("subject=alerts") == ["batch_alerted"]
    first = await listed("page_size=3")
    second = await listed("page_size=3&page=2")
    assert len({*first, *second}) == 6
