"""Stored games of every version, which must fold, audit and, at the current version, be decided as they were."""
