"""Permissions by area of the platform."""

from enum import StrEnum

from contracts import Permission


class Area(StrEnum):
    """Areas in display order."""

    TRAININGS = "trainings"
    ENROLLMENTS = "enrollments"
    CERTIFICATES = "certificates"
    PEOPLE = "people"
    ORGANIZATIONS = "organizations"
    ANNOUNCEMENTS = "announcements"
    APPROVALS = "approvals"
    ADMINISTRATION = "administration"


AREAS: dict[Area, tuple[Permission, ...]] = {
    Area.TRAININGS: (
        Permission.VIEW_TRAININGS,
        Permission.CREATE_TRAINING,
        Permission.EDIT_TRAINING,
        Permission.VIEW_BATCH,
        Permission.VIEW_BATCH_CANDIDATES,
        Permission.VIEW_CATEGORY,
        Permission.CREATE_CATEGORY,
        Permission.EDIT_CATEGORY,
    ),
    Area.ENROLLMENTS: (
        Permission.VIEW_ENROLLMENTS,
        Permission.VIEW_ENROLLMENTS_REQUESTS,
        Permission.CREATE_BULK_ENROLLMENTS,
        Permission.VIEW_PAYMENTS,
        Permission.REFUND_PAYMENTS,
        Permission.REVIEW_PAYMENTS,
        Permission.RECONCILE_PAYMENTS,
    ),
    Area.CERTIFICATES: (
        Permission.VIEW_CERTIFICATES,
        Permission.ISSUE_CERTIFICATES,
        Permission.APPROVE_CERTIFICATES,
        Permission.REVOKE_CERTIFICATES,
        Permission.UPDATE_CERTIFICATE_DESIGN,
    ),
    Area.PEOPLE: (
        Permission.VIEW_CANDIDATES,
        Permission.EDIT_CANDIDATE,
        Permission.VIEW_STAFF,
        Permission.ADD_STAFF,
        Permission.EDIT_STAFF,
    ),
    Area.ORGANIZATIONS: (
        Permission.VIEW_ORGANIZATION,
        Permission.EDIT_ORGANIZATION,
        Permission.SUSPEND_ORGANIZATION,
    ),
    Area.ANNOUNCEMENTS: (
        Permission.VIEW_ANNOUNCEMENT,
        Permission.CREATE_ANNOUNCEMENT,
        Permission.EDIT_ANNOUNCEMENT,
        Permission.VIEW_APPLICATIONS,
    ),
    Area.APPROVALS: (
        Permission.VIEW_APPROVAL_SYSTEM,
        Permission.VIEW_APPROVAL_LEVEL,
        Permission.CREATE_APPROVAL_LEVEL,
        Permission.EDIT_APPROVAL_LEVEL,
        Permission.DELETE_APPROVAL_LEVEL,
        Permission.SORT_APPROVAL_LEVEL,
    ),
    Area.ADMINISTRATION: (
        Permission.VIEW_USERS,
        Permission.CREATE_USER,
        Permission.EDIT_USER,
        Permission.EDIT_SIGN_IN_DETAILS,
        Permission.ERASE_USER,
        Permission.MANAGE_ROLES,
        Permission.MANAGE_PERMISSIONS,
        Permission.MANAGE_APPLICATION_SETTINGS,
        Permission.VIEW_USER_QUERIES,
        Permission.VIEW_NOTIFICATIONS,
        Permission.VIEW_AUDIT_TRAIL,
        Permission.VIEW_HEALTH,
    ),
}
