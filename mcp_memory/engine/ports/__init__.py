"""What the engine asks of the world, as protocols. No implementation lives here."""
