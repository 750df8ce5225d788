"""The game written down: `.chase` text for people to read and programs to check (docs/contract.md).

`scanning` finds the games in a text, `replay` takes one through the rules, `writing` makes the text.
"""
