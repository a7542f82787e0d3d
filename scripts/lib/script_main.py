# SPDX-License-Identifier: Apache-2.0
"""What the scripts that run for hours share: exit codes, numbers among their options, signals that end them,
one call at a time in a folder.

Exit code: what main() returns; 2 for wrong options or files, or a disk that is full; 128 and the number of
the signal that ended the script; 70 for an internal error, with its traceback.
"""
import argparse
import contextlib
import errno
import fcntl
import importlib
import math
import os
import pathlib
import re
import signal
import sys
import traceback

WRONG_INPUT = 2
INTERNAL_ERROR = 70
ALARM_SECONDS = 0.5  # after which a signal that was lost is seen
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


class InputError(Exception):
    """Wrong options, folders or files: told in a line."""


class Stopped(BaseException):
    """A signal asks the script to end."""

    def __init__(self, number):
        super().__init__(signal.Signals(number).name)
        self.number = number


def end_by_signals():
    """Raises Stopped for the first of the signals that ask a script to end.

    Python has two ways to lose one. It swallows what is raised in the code that it calls around a fork, in
    __del__ and for weak references, and tells sys.unraisablehook: the exception is raised again soon. And a
    signal that comes just before a call that waits is seen when the call returns: an alarm interrupts it.
    """
    signals = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
    swallowed, tell = [], sys.unraisablehook

    def stop(number, _frame):
        for each in signals:  # a second one must not disturb the cleaning up
            signal.signal(each, signal.SIG_IGN)
        raise Stopped(number)

    def keep(what):
        if isinstance(what.exc_value, Stopped):
            swallowed.append(what.exc_value.number)
        else:
            tell(what)

    def alarm(_number, frame):
        if swallowed:
            stop(swallowed.pop(), frame)

    sys.unraisablehook = keep
    signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, ALARM_SECONDS, ALARM_SECONDS)
    for number in signals:
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
            signal.signal(number, stop)


def run(name, main, after):
    """The exit code of main(). `after`: what somebody who has stopped the script wants to know."""
    end_by_signals()
    try:
        return main()
    except InputError as error:
        print(f"{name}: error: {error}", file=sys.stderr)
        return WRONG_INPUT
    except Stopped as stopped:
        print(f"{name}: stopped by {stopped}; {after}", file=sys.stderr)
        return 128 + stopped.number
    except BrokenPipeError:
        # As of `| head`. What is left of the output, Python's own flush at the end too, goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"{name}: nobody reads the output any more; {after}", file=sys.stderr)
        return 128 + signal.SIGPIPE
    except OSError as error:
        if error.errno not in NO_ROOM:
            traceback.print_exc()
            return INTERNAL_ERROR
        print(f"{name}: error: {error.filename or 'a file'}: found {error.strerror}, allowed: a disk with "
              f"room; {after}", file=sys.stderr)
        return WRONG_INPUT
    except Exception:
        traceback.print_exc()
        return INTERNAL_ERROR
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def module(name, package):
    """A module that Python does not bring with it; ends the script with words if it is not there. `package`:
    where Debian has it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"{pathlib.Path(sys.argv[0]).name}: error: {sys.executable}: found no module {name} ({error}), "
              f"allowed: a Python that has it, such as /usr/bin/python3 with Debian's package {package}",
              file=sys.stderr)
        sys.exit(WRONG_INPUT)


@contextlib.contextmanager
def alone_in(folder):
    """Makes the folder if it is not there; no other call that does the same gets in meanwhile."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("a", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder}: found {error.strerror}, allowed: a folder to write to") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"{folder}: found another call at work in it, allowed: one at a time; "
                             "wait for it or name another folder") from None
        yield


def count(text):
    """Of an option: 1 or more."""
    return number(text, int, lambda value: value >= 1, "1 or more")


def minutes(text):
    """Of an option: 0 or more."""
    return number(text, float, lambda value: value >= 0 and math.isfinite(value), "a number, 0 or more")


def whole(text):
    """Of an option: 0 or more."""
    return number(text, int, lambda value: value >= 0, "0 or more")


def refuse_beside(option, parser, options, names):
    """Refuses other options, which would have no effect beside this one."""
    if given := [name for name in names if getattr(options, name) != parser.get_default(name)]:
        given = ", ".join("--" + name.replace("_", "-") for name in given)
        raise InputError(f"found {option} with {given}, which would have no effect, allowed: one without the "
                         "other")


def over_budget(spent, budget):
    """What is wrong with a call that took so many minutes, in a list, which is empty if nothing is."""
    return [f"it took {spent:.1f} minutes, the budget is {budget:g}"] if spent > budget else []


def number(text, kind, fits, allowed):
    """Of an option: a number as the tools take it (base/text/numbers.hpp), decimal digits and nothing
    else, with a point if `kind` is float. Python's own kinds take 1_0, blanks, signs and digits of all
    scripts."""
    if re.fullmatch(r"[0-9]+" if kind is int else r"[0-9]+(\.[0-9]+)?", text) and fits(kind(text)):
        return kind(text)
    raise argparse.ArgumentTypeError(f"found {text}, allowed: {allowed}")
