"""Another process that feeds a Qdrant server from a data folder until all has arrived. Run as a script."""

import sys
from pathlib import Path

from qdrant_kit import Process

from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.index.qdrant_server import connector
from mcp_memory.engine.records.store import open_records

if __name__ == "__main__":
    worker = Process(open_records(Path(sys.argv[1]), StorePolicy()), connector(sys.argv[2], None), holder="worker")
    worker.feed_all()
