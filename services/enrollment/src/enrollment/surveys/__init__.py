"""Surveys: what people say of a batch that is finished, without their names."""
