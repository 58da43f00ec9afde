"""Processes stopped, killed or cut off at every step of what they do; nothing acknowledged may get lost."""
