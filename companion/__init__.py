"""The table: everything around the game that is neither pins nor pages."""
