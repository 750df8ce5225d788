"""City Chase as pure code: no clock, no chance, no files, no threads.

`city` and `pieces` are what lies on the table, `state` is a game at one moment, `rules.judge` decides what an
action does to it, `views` lists what each seat sees, `knowledge` is what the police can work out, `record` is the
game written down.
"""
