"""Registration fees as admins plan them: what applies, what comes and what was."""
