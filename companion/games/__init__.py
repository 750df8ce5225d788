"""The games the table can play, each pure and in a folder of its own."""
