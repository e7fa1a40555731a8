"""The demo's older notifications; the newer ones come from the other services' demo facts."""
