"""Benchmarks: each compares two things in the same run and prints the ratio. `python -m benchmarks` runs them all."""
