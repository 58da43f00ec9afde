"""Ends a process when its parent dies, so that no process is left over when the parent is killed."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1

# Loaded before a fork, because taking the loader's lock after one could hang.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(parent: int) -> None:
    """Ask the kernel to kill this process when its parent dies; called in the child. Works only on Linux."""
    if _libc is None:
        return
    if _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != parent:  # The parent died before the kernel was asked.
        os.kill(os.getpid(), signal.SIGKILL)
