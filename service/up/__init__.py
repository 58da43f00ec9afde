"""Starts, watches and stops what Tradewinds is made of: Redis, the web server and the bot workers."""


class UpError(Exception):
    """Tradewinds cannot start or go on; the message says why and what to do."""
