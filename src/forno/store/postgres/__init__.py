"""Tables in a PostgreSQL database, shared by several servers."""

from forno.core.errors import MissingExtra
from forno.core.language import _

try:
    import asyncpg as asyncpg
except ImportError as missing:
    raise MissingExtra(
        _("tables in PostgreSQL need the extra 'postgres' ({reason}): pip install 'forno[postgres]'.").format(
            reason=missing
        )
    ) from missing
