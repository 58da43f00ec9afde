"""Starts, watches and stops the processes of Tradewinds: Redis, the web server and the bot workers."""


class UpError(Exception):
    """Tradewinds cannot start or continue; the message says why and what to do."""
