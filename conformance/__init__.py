"""The promises of every game. `tradewinds check` tests them, and so do the tests over every installed game.

Nothing that serves games imports this package.
"""
