#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds with ninja and tells how far it is: ninja_progress.py FOLDER COMMAND ...

COMMAND is a `cmake --build` of FOLDER. On a terminal one line is written over and over: per cent,
steps, minutes left by the seconds that a step has taken so far; elsewhere a line at every tenth of a
build of some length. What else ninja and the compilers say, errors among it, is passed on.
FOLDER/step_seconds gets what a step took on the average, for scripts/run/plan.sh.

Exit code: that of COMMAND; then the last line says which command shows the failure again. Standard library
only.
"""
import contextlib
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import threading
import time

# Two numbers of ninja's status, set apart by what no compiler prints
STATUS = "\x1e%f/%t\x1e"
STEP = re.compile(r"\x1e(\d+)/(\d+)\x1e(.*)")
# Nothing to do, and what CMake says when it has run well
NO_NEWS = re.compile(r"ninja: no work to do\.|-- (Configuring done|Generating done|Build files have been)")
LEAST_STEPS = 20  # whose average says something about the next ones
TENTHS = 10


class Progress:
    def __init__(self, folder, terminal):
        self.folder, self.terminal = folder, terminal
        self.start = time.monotonic()
        self.steps = self.told = 0
        self.open_line = False

    def tell(self, done, of, what):
        self.steps = done
        seconds = (time.monotonic() - self.start) / max(done, 1)
        text = f"{self.folder}: {100 * done // of} %, step {done} of {of}"
        if done >= LEAST_STEPS or done == of:
            text += f", about {(of - done) * seconds / 60:.1f} minutes left"
        if self.terminal:
            columns = (os.get_terminal_size().columns or 80) - 1
            self.write(f"\r\033[K{f'{text}: {what}'[:columns]}")
            self.open_line = True
        elif of >= LEAST_STEPS and TENTHS * done // of != self.told:
            self.told = TENTHS * done // of
            self.write(text + "\n")

    def say(self, line):
        if self.open_line:
            self.write("\r\033[K")
            self.open_line = False
        self.write(line)

    def write(self, text):
        sys.stdout.write(text)
        sys.stdout.flush()

    def end(self):
        self.say("")
        if self.steps >= LEAST_STEPS:
            seconds = (time.monotonic() - self.start) / self.steps
            with contextlib.suppress(OSError):  # a full disk is what ninja has told of
                (self.folder / "step_seconds").write_text(f"{seconds:.3f}\n", encoding="utf-8")


def pass_on(signals, process):
    while True:
        process.send_signal(signal.sigwait(signals))


def main():
    folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    progress = Progress(folder, sys.stdout.isatty())
    # Ctrl-C goes to ninja as well, which ends its compilers; its last words are still read.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Signals that it is told of wait for the thread that does; a handler of Python's would not run while the
    # output is waited for, if the signal came just before.
    told = (signal.SIGTERM, signal.SIGHUP)
    signal.pthread_sigmask(signal.SIG_BLOCK, told)

    def as_ever():
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, told)

    # Files stay open: one of them is the lock of the folder, which lasts as long as ninja.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                          errors="replace", env=os.environ | {"NINJA_STATUS": STATUS}, close_fds=False,
                          preexec_fn=as_ever) as process:
        threading.Thread(target=pass_on, args=(told, process), daemon=True).start()
        for line in process.stdout:
            step = STEP.match(line)
            if step:
                progress.tell(int(step[1]), int(step[2]), step[3])
            elif not NO_NEWS.match(line):
                progress.say(line)
    progress.end()
    if process.returncode < 0:
        return 128 - process.returncode
    if process.returncode:
        print(f"{folder}: error: the build failed; what failed stands above, behind FAILED; to see it alone: "
              f"{shlex.join(command)}", file=sys.stderr)
    return process.returncode


if __name__ == "__main__":
    sys.exit(main())
