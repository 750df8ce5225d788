"""What the table's owner may set: the values, their file, and the code that opens them."""
