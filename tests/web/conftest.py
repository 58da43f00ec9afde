"""The fixtures of the service's own tests, for its pages."""

from tests.service.conftest import *  # noqa: F403 (every fixture it has, whichever those are)
