"""Stores of tables: SQLite or PostgreSQL."""

from forno.store.base import Store
from forno.store.opening import check_place, open_store
from forno.store.places import Conflict, StoreError
from forno.store.rows import Outlook, TableSummary, outlook, summary_of

__all__ = [
    "Conflict",
    "Outlook",
    "Store",
    "StoreError",
    "TableSummary",
    "check_place",
    "open_store",
    "outlook",
    "summary_of",
]
