"""Reviews of finished games: which results came from memory, from judgement or from luck."""

from forno.features.review.findings import JUDGEMENT, KINDS, LUCK, MEMORY, Choice, Finding, Point, Review
from forno.features.review.reviewing import Reviewer, review
from forno.features.review.sentences import as_text

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
