"""Where tables are kept."""

from forno.store.errors import Conflict, StoreError
from forno.store.stores import Store, open_store
from forno.store.summaries import TableSummary, summary_after, summary_of

__all__ = ["Conflict", "Store", "StoreError", "TableSummary", "open_store", "summary_after", "summary_of"]
