"""The printed circuit board: footprints, placement, routing, and the KiCad project that holds them."""
