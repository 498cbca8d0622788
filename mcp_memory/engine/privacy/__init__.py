"""Pure guards: what may come in, and who may see what. They store nothing."""
