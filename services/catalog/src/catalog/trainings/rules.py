"""Permissions to create and change trainings and their batches."""

from typing import Annotated

from contracts import Permission, ProfileType
from kit.security.auth import ADMIN_ROLE, Principal, guard

CreatorDep = Annotated[
    Principal, guard(ProfileType.ORGANIZATION, permissions=[Permission.CREATE_TRAINING])
]
EditorDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.EDIT_TRAINING],
        staff_roles=[ADMIN_ROLE],
    ),
]
