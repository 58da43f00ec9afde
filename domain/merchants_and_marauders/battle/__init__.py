"""Battles, from the first shot to what the winner takes (RULES.md, chapters 9 and 13 to 18)."""
