"""Whole games written down as text, as everybody at the table sees them; a change of a text or rule is a difference."""
