"""Backups: everything that the games' Redis holds, as a file, and a copy of the archive beside it.

A backup is made while the service plays. It has each log as it was at some moment after the backup began, with all that
belongs to the game at the same moment; so every action that was acknowledged before is in it.
"""
