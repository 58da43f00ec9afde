"""Commands and events as sentences for people."""
