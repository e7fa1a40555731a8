"""Reference data, settings, trainings, batches and announcements."""
