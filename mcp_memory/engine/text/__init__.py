"""Pure text functions: normalising, tokens, counting, chunks, dates. They know no memory and no storage."""
