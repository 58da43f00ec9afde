"""The weights of Three Chests, made by
`python -m bench.fit promise.json --ruleset three-chests --features three_chests:FEATURES --seed 1`."""
