"""Puts the table on a machine as a service, brings it up to date, and takes it away again.

Only the standard library is used: it runs before anything else is there.
"""
