"""The fixtures of the service's own tests: a real Redis and the service in this process."""

from tests.service.conftest import *  # noqa: F403 (every fixture it has, whichever those are)
