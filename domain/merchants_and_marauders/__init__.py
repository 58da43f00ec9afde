"""Merchants & Marauders: trade and piracy in the Caribbean, for 2 to 4 captains."""
