"""Attacks: floods, forged tokens, too large requests, and what they may cost."""
