"""`python -m bench.fit`: weights for the features of positions, fitted to games that it plays."""
