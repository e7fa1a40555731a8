"""Tells people of new batches. Not while one is published: a training may have any number of
alerts."""

from datetime import timedelta

from kit.messaging.periodic import Sweep

from catalog.alerts.service import publish_alerts

TASKS = (Sweep("publish_alerts", timedelta(seconds=5), publish_alerts),)
