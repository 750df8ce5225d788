"""Looks at a machine and its board, and says of each thing whether it is fine and what mends it."""
