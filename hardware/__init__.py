"""The hardware pack. `board.toml` says how the board is built."""
