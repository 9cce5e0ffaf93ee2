"""Reviews of finished games: which results came from memory, from judgement, from risks or from luck."""

from forno.features.review.findings import (
    JUDGEMENT,
    KINDS,
    LUCK,
    MEMORY,
    MISTAKES,
    RISK,
    Choice,
    Finding,
    Point,
    Review,
)
from forno.features.review.reviewing import Reviewer, review
from forno.features.review.sentences import as_text

__all__ = [
    "JUDGEMENT",
    "KINDS",
    "LUCK",
    "MEMORY",
    "MISTAKES",
    "RISK",
    "Choice",
    "Finding",
    "Point",
    "Review",
    "Reviewer",
    "as_text",
    "review",
]
