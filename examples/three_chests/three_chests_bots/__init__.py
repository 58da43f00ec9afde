"""The weights of Three Chests, made by `tradewinds fit promise.json --ruleset three-chests --seed 1`."""
