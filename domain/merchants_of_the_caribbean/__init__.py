"""Merchants of the Caribbean: a card game of pushing your luck, for 2 to 4 seats, 5 with its second deck."""
