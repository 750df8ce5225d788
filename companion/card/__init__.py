"""The printable card: how guests get their phones to the table."""
