"""Values and laws of memory. Standard library only, no input or output, no clock."""
