"""Trainings: organizations create and edit their own, and see no other's."""

import asyncio
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from catalog.trainings.models import TrainingStatus
from contracts import ADMIN_ROLE, Permission
from contracts.audit import CatalogAuditRecorded
from contracts.catalog import BatchUpdated, TrainingUpdated
from kit.database.db import AsyncSession
from kit.testing import Actor, ServiceUnderTest, actor

from services.catalog.tests.factories import (
    make_batch,
    make_category,
    make_organization,
    make_training,
    training_json,
)


class TestCreate:
    async def test_makes_a_draft_of_the_organization_and_publishes_it(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        await make_organization(session, organization_id)
        category = await make_category(session)
        answer = await client.post(
            "trainings", json=training_json(category.id), headers=owner.headers
        )
        assert answer.status_code == 201
        training = answer.json()
        assert (training["status"], training["version"]) == ("draft", 1)
        assert training["organization"]["id"] == str(organization_id)
        (event,) = await service.published(TrainingUpdated)
        assert (str(event.training_id), event.published) == (training["id"], False)
        assert (await client.get(f"trainings/{training['id']}")).status_code == 404

    async def test_422_for_a_code_that_the_organization_uses_already(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
        stranger: Actor,
    ) -> None:
        category = await make_category(session)
        await make_training(session, organization_id, category, code="WHS-101")
        assert stranger.profile and stranger.profile.organization_id
        await make_organization(session, stranger.profile.organization_id)
        body = training_json(category.id, code="whs-101")
        answer = await client.post("trainings", json=body, headers=owner.headers)
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == "code"
        other = await client.post("trainings", json=body, headers=stranger.headers)
        assert (other.status_code, other.json()["code"]) == (201, "WHS-101")

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"title_ar": " "}, "title_ar"),
            ({"duration_hours": 0}, "duration_hours"),
            ({"objectives_en": [" "]}, "objectives_en.0"),
            ({"objectives_ar": ["أ"] * 13}, "objectives_ar"),
            ({"summary_en": "x" * 601}, "summary_en"),
            ({"description_en": "<p>a</p><script>b()</script>"}, "description_en"),
            ({"description_ar": '<p onclick="b()">a</p>'}, "description_ar"),
            ({"description_en": '<a href=" java\nscript:b()">a</a>'}, "description_en"),
            ({"description_en": "<p>a&#x202E;b</p>"}, "description_en"),
            ({"description_en": "x" * 20_001}, "description_en"),
            ({"standard_code": "<1>"}, "standard_code"),
            ({"language": "fr"}, "language"),
            ({"min_attendance_percent": 101}, "min_attendance_percent"),
            ({"min_score_percent": 0}, "min_score_percent"),
            ({"certificate_valid_months": 0}, "certificate_valid_months"),
            ({"default_price_minor": -1}, "default_price_minor"),
            ({"code": "a b"}, "code"),
            ({"level": "expert"}, "level"),
            ({"category_id": str(uuid4())}, "category_id"),
        ],
    )
    async def test_422_at_the_field(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
        change: dict[str, Any],
        field: str,
    ) -> None:
        await make_organization(session, organization_id)
        category = await make_category(session)
        body = training_json(category.id, **change)
        answer = await client.post("trainings", json=body, headers=owner.headers)
        assert answer.status_code == 422
        assert [problem["field"] for problem in answer.json()["fields"]] == [field]
        listed = await client.get("trainings/managed", headers=owner.headers)
        assert listed.json()["meta"]["total"] == 0

    async def test_409_before_the_organization_is_known_here(
        self, client: httpx.AsyncClient, session: AsyncSession, owner: Actor
    ) -> None:
        body = training_json((await make_category(session)).id)
        answer = await client.post("trainings", json=body, headers=owner.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "organization.not_ready")

    async def test_only_an_organization(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        staff_admin: Actor,
        super_admin: Actor,
        candidate: Actor,
    ) -> None:
        body = training_json((await make_category(session)).id)
        assert (await client.post("trainings", json=body)).status_code == 401
        for somebody in (staff_admin, super_admin, candidate):
            answer = await client.post("trainings", json=body, headers=somebody.headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "permission.required")

    async def test_the_gates_stand_before_it(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        body = training_json((await make_category(session)).id)
        for lacking, status, code in (
            ({"identified": False}, 403, "identification.required"),
            ({"approved": False}, 403, "approval.required"),
            ({"image": False}, 403, "picture.required"),
            ({"paid": False}, 402, "registration_fee.unpaid"),
        ):
            somebody = actor("organization", organization_id=organization_id, **lacking)
            answer = await client.post("trainings", json=body, headers=somebody.headers)
            assert (answer.status_code, answer.json()["code"]) == (status, code)


class TestUpdate:
    async def test_changes_it_and_publishes_its_new_title_with_its_batches(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        staff_admin: Actor,
        organization_id: UUID,
    ) -> None:
        category = await make_category(session)
        training = await make_training(session, organization_id, category)
        coming = await make_batch(session, training)
        past = await make_batch(session, training, starts_in=-30)
        body = training_json(category.id, title_en="Renamed", version=1)
        answer = await client.put(
            f"trainings/{training.id}", json=body, headers=staff_admin.headers
        )
        assert (answer.status_code, answer.json()["version"]) == (200, 2)
        (event,) = await service.published(TrainingUpdated)
        assert event.title_en == "Renamed"
        events = await service.published(BatchUpdated)
        assert {event.batch_id for event in events} == {coming.id, past.id}
        assert {event.title_en for event in events} == {"Renamed"}
        shown = await client.get(f"batches/{coming.id}")
        assert shown.json()["training"]["title_en"] == "Renamed"
        assert shown.json()["version"] == 2
        # The criteria of a result are published too.
        body |= {"version": 2, "min_score_percent": 61}
        await client.put(f"trainings/{training.id}", json=body, headers=staff_admin.headers)
        events = await service.published(BatchUpdated)
        assert [event.min_score_percent for event in events].count(61) == 2

    async def test_the_audit_trail_records_who_changed_which_fields(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        staff_admin: Actor,
        organization_id: UUID,
    ) -> None:
        category = await make_category(session)
        training = await make_training(session, organization_id, category)
        body = training_json(category.id, title_en="Renamed", version=1)
        await client.put(f"trainings/{training.id}", json=body, headers=staff_admin.headers)
        (entry,) = await service.published(CatalogAuditRecorded)
        assert (entry.noun, entry.record_id) == ("training", str(training.id))
        assert (entry.user_id, entry.organization_id) == (staff_admin.user_id, organization_id)
        assert (entry.before["title_en"], entry.after["title_en"]) == (training.title_en, "Renamed")
        assert "version" not in entry.after

    async def test_422_at_the_field_for_what_the_database_refuses(
        self, client: httpx.AsyncClient, session: AsyncSession, owner: Actor, organization_id: UUID
    ) -> None:
        category = await make_category(session)
        training = await make_training(session, organization_id, category)
        await make_training(session, organization_id, category, code="WHS-909")
        for change in ({"category_id": str(uuid4())}, {"code": "WHS-909"}):
            body = training_json(category.id, version=1) | change
            answer = await client.put(f"trainings/{training.id}", json=body, headers=owner.headers)
            assert answer.status_code == 422, change
            assert [each["field"] for each in answer.json()["fields"]] == list(change)

    async def test_of_two_editors_the_second_is_refused(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        category = await make_category(session)
        training = await make_training(session, organization_id, category)
        bodies = [training_json(category.id, title_en=title, version=1) for title in ("One", "Two")]
        answers = await asyncio.gather(
            *(
                client.put(f"trainings/{training.id}", json=body, headers=owner.headers)
                for body in bodies
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        stale = next(answer for answer in answers if answer.status_code == 409)
        assert stale.json()["code"] == "resource.edit_conflict"
        winner = next(answer for answer in answers if answer.status_code == 200)
        shown = (await client.get(f"trainings/{training.id}")).json()
        assert (shown["title_en"], shown["version"]) == (winner.json()["title_en"], 2)

    async def test_a_foreign_one_is_a_404(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        stranger: Actor,
        super_admin: Actor,
        organization_id: UUID,
    ) -> None:
        category = await make_category(session)
        training = await make_training(session, organization_id, category)
        body = training_json(category.id, version=1)
        path = f"trainings/{training.id}"
        for method, url in (
            ("PUT", path),
            ("POST", f"{path}/publish"),
            ("POST", f"{path}/archive"),
            ("GET", f"trainings/managed/{training.id}"),
        ):
            answer = await client.request(method, url, json=body, headers=stranger.headers)
            assert answer.status_code == 404, url
        unknown = await client.put(f"trainings/{uuid4()}", json=body, headers=owner.headers)
        assert unknown.status_code == 404
        allowed = await client.put(path, json=body, headers=super_admin.headers)
        assert allowed.status_code == 200

    async def test_401_and_403(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        staff: Actor,
        candidate: Actor,
        plain_admin: Actor,
        organization_id: UUID,
    ) -> None:
        category = await make_category(session)
        training = await make_training(session, organization_id, category)
        body = training_json(category.id, version=1)
        for method, path in (("PUT", ""), ("POST", "/publish"), ("POST", "/archive")):
            url = f"trainings/{training.id}{path}"
            assert (await client.request(method, url, json=body)).status_code == 401
            for somebody in (staff, candidate, plain_admin):
                answer = await client.request(method, url, json=body, headers=somebody.headers)
                assert answer.status_code == 403

    async def test_the_admin_role_counts_for_its_own_organization(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        """Only one of the user's two staff profiles has the role."""
        theirs, others = uuid4(), uuid4()
        category = await make_category(session)
        trainings = {
            organization: await make_training(session, organization, category)
            for organization in (theirs, others)
        }
        with_role = actor("staff", organization_id=theirs, roles=[ADMIN_ROLE])
        without = actor("staff", organization_id=others)
        assert with_role.profile
        assert without.profile
        claim = with_role.profile.model_copy(update={"roles": with_role.roles})
        through_a = replace(with_role, others=(without.profile,))
        through_b = replace(without, others=(claim,))
        body = training_json(category.id, version=1)
        found = {
            (name, organization): (
                await client.put(f"trainings/{training.id}", json=body, headers=who.headers)
            ).status_code
            for name, who in (("A", through_a), ("B", through_b))
            for organization, training in trainings.items()
        }
        assert found == {
            ("A", theirs): 200, ("A", others): 404, ("B", theirs): 403, ("B", others): 403,
        }  # fmt: skip

    async def test_an_admin_needs_the_permission(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        category = await make_category(session)
        training = await make_training(session, organization_id, category)
        editor = actor("admin", permissions=[Permission.EDIT_TRAINING])
        body = training_json(category.id, version=1)
        answer = await client.put(f"trainings/{training.id}", json=body, headers=editor.headers)
        assert answer.status_code == 200


class TestManaged:
    async def test_lists_the_organizations_own_of_every_status(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        staff: Actor,
        super_admin: Actor,
        stranger: Actor,
        organization_id: UUID,
    ) -> None:
        draft = await make_training(
            session, organization_id, code="B", title_en="B", status=TrainingStatus.DRAFT
        )
        await make_training(session, organization_id, code="A", title_en="A")
        assert stranger.profile and stranger.profile.organization_id
        await make_training(session, stranger.profile.organization_id, code="C", title_en="C")

        async def codes(who: Actor, **params: Any) -> list[str]:
            answer = await client.get("trainings/managed", params=params, headers=who.headers)
            assert answer.status_code == 200
            return [training["code"] for training in answer.json()["data"]]

        assert await codes(owner) == await codes(staff) == ["A", "B"]
        assert await codes(stranger) == ["C"]
        assert await codes(super_admin) == ["A", "B", "C"]
        assert await codes(super_admin, organization_id=organization_id) == ["A", "B"]
        assert await codes(owner, status="draft") == ["B"]
        one = await client.get(f"trainings/managed/{draft.id}", headers=staff.headers)
        assert (one.status_code, one.json()["version"]) == (200, 1)

    async def test_401_and_403(self, client: httpx.AsyncClient, candidate: Actor) -> None:
        for path in ("trainings/managed", f"trainings/managed/{uuid4()}"):
            assert (await client.get(path)).status_code == 401
            assert (await client.get(path, headers=candidate.headers)).status_code == 403
