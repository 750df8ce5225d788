"""Makes everything in the hardware pack from `board.toml`: `make hardware`."""
