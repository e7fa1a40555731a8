"""Actions of one admin that another admin confirms first."""
