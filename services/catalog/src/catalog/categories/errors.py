from kit.core.errors import Conflict


class StaleCategories(Conflict):
    """Another user has changed a category, or the list of categories, since the caller read it."""

    code = "category.edit_conflict"
    default_detail = "Someone else changed these categories. Reload them first."


class HasSubcategories(Conflict):
    """A main category with subcategories cannot become a subcategory."""

    code = "category.has_subcategories"
    default_detail = "This category has subcategories, so it can't become one."


class UsedBySubcategories(Conflict):
    """The main category has subcategories."""

    code = "category.used_by_subcategories"
    default_detail = "This category has subcategories. Delete or move them first."


class UsedByTrainings(Conflict):
    """The category has trainings, public or not."""

    code = "category.used_by_trainings"
    default_detail = "Some trainings use this category. Move them to another one first."


class UsedByAnnouncements(Conflict):
    """The category has announcements, public or not."""

    code = "category.used_by_announcements"
    default_detail = "Some announcements use this category. Hide it instead of deleting it."
