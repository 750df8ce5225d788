"""The board: switches, buttons, lights and sound, on a Raspberry Pi or simulated."""
