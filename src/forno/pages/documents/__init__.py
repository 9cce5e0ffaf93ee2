"""Whole pages around and at tables, and the forms on them."""
