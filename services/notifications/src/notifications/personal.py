"""Personal data in this service. All of it is erased; identity's events erase the replicas."""

from kit.messaging.personal_data import DELETED, Personal
from sqlalchemy import and_, func, select
from sqlmodel import col

from notifications.addresses.models import MarkedAddress
from notifications.deliveries.models import Delivery, TextCount
from notifications.devices.models import Device
from notifications.inquiries.models import EntryKind, Inquiry, InquiryEntry, InquiryFile
from notifications.notifications.models import Notification
from notifications.preferences.models import Preference
from notifications.replicas.models import Contact, Profile, RoleHolder

PERSONAL = (
    # Before the notifications that they refer to.
    Personal(
        Delivery,
        "mails",
        lambda person: col(Delivery.user_id) == person.user_id,
        without=frozenset({"content"}),
        erased=DELETED,
    ),
    Personal(
        TextCount,
        "text_counts",
        lambda person: col(TextCount.user_id) == person.user_id,
        erased=DELETED,
    ),
    Personal(
        Notification,
        "notifications",
        lambda person: col(Notification.user_id) == person.user_id,
        erased=DELETED,
    ),
    Personal(
        Preference,
        "notification_preferences",
        lambda person: col(Preference.user_id) == person.user_id,
        erased=DELETED,
    ),
    Personal(
        Device,
        "devices",
        lambda person: col(Device.user_id) == person.user_id,
        without=frozenset({"auth", "p256dh", "session_id", "token"}),
        erased=DELETED,
    ),
    # Internal notes are deleted with the inquiries.
    Personal(
        InquiryEntry,
        "inquiry_entries",
        lambda person: and_(
            col(InquiryEntry.kind) != EntryKind.NOTE,
            col(InquiryEntry.inquiry_id).in_(
                select(col(Inquiry.id)).where(func.lower(col(Inquiry.email)) == person.email)
            ),
        ),
        without=frozenset({"author_id", "message_id"}),
        erased=DELETED,
    ),
    # Its rows and files are deleted with the inquiries.
    Personal(
        InquiryFile,
        "inquiry_files",
        lambda person: col(InquiryFile.inquiry_id).in_(
            select(col(Inquiry.id)).where(func.lower(col(Inquiry.email)) == person.email)
        ),
        without=frozenset({"key"}),
        erased=DELETED,
    ),
    Personal(
        Inquiry,
        "inquiries",
        lambda person: func.lower(col(Inquiry.email)) == person.email,
        without=frozenset({"assignee_id"}),
        erased=DELETED,
    ),
    Personal(
        MarkedAddress,
        "marked_addresses",
        lambda person: col(MarkedAddress.address) == person.email,
        erased=DELETED,
    ),
    Personal(Contact, "contacts", lambda person: col(Contact.user_id) == person.user_id),
    Personal(Profile, "profiles", lambda person: col(Profile.user_id) == person.user_id),
    Personal(RoleHolder, "roles", lambda person: col(RoleHolder.user_id) == person.user_id),
)
