"""What goes into a model's window: standing memories, a summary, and the rounds that still matter (SPEC 3). Pure."""
