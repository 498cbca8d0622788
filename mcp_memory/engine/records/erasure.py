"""What must happen after a purge so that no byte of the purged text stands in the data folder."""

import sqlalchemy as sa

from mcp_memory.engine.records.connections import Connections


def scrub(connections: Connections) -> None:
    """Merge the word index, so that deleted tokens leave its segments, then empty the log."""
    with connections.writing() as connection:
        connection.execute(sa.text("INSERT INTO words (words) VALUES ('optimize')"))
    connections.truncate_log()
