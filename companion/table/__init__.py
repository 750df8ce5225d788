"""The table: the one place where phones, board and rules meet."""
