"""Where enrollments stand, for as long as their people must hear of it."""
