from kit.core.config import KitSettings
from kit.documents import media
from kit.messaging.audit import Audited
from kit.web.app import Service

from catalog.alerts import routes as alerts
from catalog.alerts import tasks as alert_tasks
from catalog.announcements import routes as announcements
from catalog.announcements.models import Announcement, AnnouncementAttachment
from catalog.batches import routes as batches
from catalog.batches.models import Batch, BatchSession
from catalog.calendars import routes as calendars
from catalog.calendars.models import CalendarFeed
from catalog.categories import routes as categories
from catalog.categories.models import Category
from catalog.facets import routes as facets
from catalog.fees import routes as fees
from catalog.gazetteer import routes as gazetteer
from catalog.handlers import BROADCASTS, HANDLERS
from catalog.heads import routes as heads
from catalog.imports import routes as imports
from catalog.offers import routes as offers
from catalog.pages import routes as pages
from catalog.pages.models import PageVersion
from catalog.places import routes as places
from catalog.places.models import City, Country, State
from catalog.republish import republish
from catalog.saved import routes as saved
from catalog.settings import routes as settings
from catalog.settings.models import RegistrationFee, SettingsGroup
from catalog.site import routes as site
from catalog.sitemaps import routes as sitemaps
from catalog.spelling import routes as spelling
from catalog.tables import metadata
from catalog.taxonomy import routes as taxonomy
from catalog.teaching import routes as teaching
from catalog.trainings.models import Training, TrainingAttachment

app = Service(
    name="catalog",
    settings=KitSettings,
    metadata=metadata,
    # Public lists first: routes are matched in order.
    routers=[
        batches.router,
        offers.router,
        # Before the categories, whose ID `/categories/tree` would match.
        site.router,
        facets.router,
        spelling.router,
        # Before the batches, whose ID `/batches/mine`, `/batches/calendar` and `/batches/saved`
        # would match.
        teaching.router,
        calendars.router,
        # Before trainings and batches, whose ID `/trainings/imports` would match.
        imports.router,
        saved.router,
        # Before the trainings, whose ID `/trainings/alerts` would match.
        alerts.router,
        batches.managed_router,
        offers.managed_router,
        places.router,
        gazetteer.router,
        # Before the categories, whose ID `/categories/order` would match.
        taxonomy.router,
        categories.router,
        categories.admin_router,
        settings.router,
        settings.admin_router,
        pages.router,
        pages.admin_router,
        announcements.router,
        announcements.managed_router,
        heads.router,
        sitemaps.router,
        fees.router,
    ],
    handlers=HANDLERS,
    broadcasts=BROADCASTS,
    tasks=(*media.TASKS, *alert_tasks.TASKS),
    republish=republish,
    versioned=(Announcement, Batch, SettingsGroup, Training),
    audited={
        # Derived from the descriptions.
        Training: Audited(
            "training",
            without=frozenset({"description_text_en", "description_text_ar"}),
        ),
        TrainingAttachment: Audited("training_attachment", without=frozenset({"key"})),
        # Counted and published by enrollment.
        Batch: Audited(
            "batch", without=frozenset({"changed_in", "seats_taken", "waiting", "seats_sequence"})
        ),
        BatchSession: Audited("batch_session"),
        CalendarFeed: Audited("calendar_feed", without=frozenset({"token_hash"})),
        Category: Audited("category"),
        Country: Audited("country"),
        State: Audited("state"),
        City: Audited("city"),
        SettingsGroup: Audited("settings"),
        PageVersion: Audited("page_version"),
        RegistrationFee: Audited("registration_fee"),
        Announcement: Audited("announcement"),
        # The key gives access to the file.
        AnnouncementAttachment: Audited("announcement_attachment", without=frozenset({"key"})),
    },
)
