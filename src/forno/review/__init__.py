"""A game looked at again: what of it was memory, what judgement, and what luck."""

from forno.review.findings import JUDGEMENT, KINDS, LUCK, MEMORY, Choice, Finding, Point, Review
from forno.review.reviewing import Reviewer, review
from forno.review.sentences import as_text

__all__ = [
    "JUDGEMENT",
    "KINDS",
    "LUCK",
    "MEMORY",
    "Choice",
    "Finding",
    "Point",
    "Review",
    "Reviewer",
    "as_text",
    "review",
]
