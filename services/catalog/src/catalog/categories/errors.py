"""Why a category cannot be changed or deleted."""

from kit.core.errors import Conflict


class StaleCategories(Conflict):
    """The editor had read an older version of a category, or other categories."""

    code = "category.edit_conflict"
    default_detail = "Somebody else has changed these categories meanwhile. Load them again first."


class HasSubcategories(Conflict):
    """A main category with subcategories cannot become one itself."""

    code = "category.has_subcategories"
    default_detail = "This category has subcategories, so it cannot be a subcategory itself."


class UsedBySubcategories(Conflict):
    """A main category with subcategories."""

    code = "category.used_by_subcategories"
    default_detail = "This category has subcategories. Delete them or move them elsewhere first."


class UsedByTrainings(Conflict):
    """A category with trainings, public or not."""

    code = "category.used_by_trainings"
    default_detail = "Trainings belong to this category. Move them to another one first."


class UsedByAnnouncements(Conflict):
    """A category with announcements, public or not."""

    code = "category.used_by_announcements"
    default_detail = "Announcements belong to this category, so it stays. Hide it instead."
