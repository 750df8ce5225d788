"""The services that let a Raspberry Pi boot into the game, and their installer."""
