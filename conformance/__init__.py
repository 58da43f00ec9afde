"""What a game must hold to, whatever its rules: `tradewinds check` runs it, and so do the tests over every installed game.

Nothing that serves games imports this package.
"""
