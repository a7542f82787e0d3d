# SPDX-License-Identifier: Apache-2.0
"""Processes that a script starts and must not leave behind."""
import contextlib
import ctypes
import os
import signal
import subprocess

END_SECONDS = 5  # until a process that was asked to end is made to
SET_DEATH_SIGNAL = 1  # of prctl(2)


def die_with_parent(number):
    """To be called in a child before it becomes a program: it gets the signal when its parent ends, by
    SIGKILL too, which no handler of the parent can tell of."""
    prctl, parent = ctypes.CDLL(None, use_errno=True).prctl, os.getpid()

    def ask():
        prctl(SET_DEATH_SIGNAL, number)
        if parent not in (os.getpid(), os.getppid()):  # it has ended meanwhile
            os.kill(os.getpid(), number)

    return ask


def end(process):
    """Ends a process with a session of its own and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(END_SECONDS)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
