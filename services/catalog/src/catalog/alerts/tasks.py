"""Notify users of new batches. Not while publishing one, as a training may have any number of
alerts."""

from datetime import timedelta

from kit.messaging.periodic import Sweep

from catalog.alerts.service import publish_alerts

TASKS = (Sweep("publish_alerts", timedelta(seconds=5), publish_alerts),)
