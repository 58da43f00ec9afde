"""Binds a process to the life of the one that started it, so that nothing is left over when that one is killed."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1

# Loaded here, not after a fork, where taking the loader's lock could hang.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(parent: int) -> None:
    """Ask the kernel to kill this process when its parent dies; called in the child. Does nothing but on Linux."""
    if _libc is None:
        return
    if _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != parent:  # it died before the kernel was asked
        os.kill(os.getpid(), signal.SIGKILL)
