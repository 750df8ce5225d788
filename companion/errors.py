"""What breaks, as against what players do wrong.

CityChaseError
├── Malformed (companion.games.city_chase.actions)
├── NotWritable (companion.games.city_chase.record.writing)
└── Unreadable (companion.commands.sources)
"""


class CityChaseError(Exception):
    """Something could not be done. Its message is one sentence for the person who asked."""
