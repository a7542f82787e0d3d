#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs shards of a campaign's list and keeps their results.

  shard.py LIST INDEX OUT

INDEX is the number of a line of LIST, from 0 on (scripts/campaign/shard_list.py says what is in one), or
several with commas between, which run one behind the other, whatever becomes of each. Nothing runs if any
line of LIST is wrong. It is to be called in
the folder that the list was made in, since the commands name their files from there. The result is
OUT/results/ID, there as a whole or not at all (shard_result.py). One that is there with the same key is kept
and nothing runs. A command that a signal ends is tried again, three times in all. What is printed
by one that ends with neither 0 nor 1 goes to OUT/broken/ID.txt.

Exit code: 0 or 1, there is a result (passed, failed); anything else, there is none: 2 wrong options, list or
input, or a disk that is full; 3 the command ended with another code; 4 a shard that this one needs has not
passed; 5 OUT/stop is there; 70 internal error; 128 and its number for a signal.
Of several shards, that of the first one without a result.
"""
import argparse
import contextlib
import os
import pathlib
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import script_main  # noqa: E402
import shard_list  # noqa: E402
import shard_result  # noqa: E402
from processes import die_with_parent, end  # noqa: E402
from script_main import InputError  # noqa: E402
from shard_result import FAILED, PASSED, NoResult  # noqa: E402
from whole_file import refuse_full_disk, write_whole  # noqa: E402

BROKEN, NEEDS, STOPPED = 3, 4, 5
TRIES = 3  # of a command that a signal ends
OUTPUT_BYTES = 1_000_000  # kept of what a command prints: the first and the last ones, half and half


def main():
    parser = argparse.ArgumentParser(description="Runs shards of a list.")
    parser.add_argument("list", type=pathlib.Path, help="list of shards")
    parser.add_argument("index", type=indices, help="which one, from 0 on; several with commas between")
    parser.add_argument("out", type=pathlib.Path, help="folder of results")
    options = parser.parse_args()
    shards = shard_list.read(options.list)
    if max(options.index) >= len(shards):
        raise InputError(f"{options.list}: found {len(shards)} shards, allowed: an index below that, not "
                         f"{max(options.index)}")
    options.shards = {one.id: one for one in shards}
    codes = [code_of(shards[index], options) for index in options.index]
    return next((code for code in codes if code not in (PASSED, FAILED)), max(codes))


def indices(text):
    return [script_main.whole(number) for number in text.split(",")]


def code_of(shard, options):
    """The exit code of a shard, whose reason is kept and told if it cannot run."""
    try:
        return run(shard, options)
    except InputError as error:
        reason = str(error)
    except OSError as error:  # of a full disk, say
        reason = (f"{error.filename or options.out}: found {error.strerror}, no result is kept; allowed: a "
                  "folder to write to, with room")
    keep_reason(shard, options, reason)
    print(f"shard.py: error: {shard.id}: {reason}", file=sys.stderr)
    return script_main.WRONG_INPUT


def run(shard, options):
    """The exit code."""
    try:
        return tell(shard, shard_result.read(options.out, shard), "kept")
    except NoResult:
        pass
    if (options.out / "stop").exists():
        print(f"{shard.id}: not run, {options.out / 'stop'} is there")
        return STOPPED
    if reason := needs_more(shard, options):
        keep_reason(shard, options, f"not run, {reason}")
        print(f"{shard.id}: not run, {reason}")
        return NEEDS
    refuse_other_inputs(shard)
    for _ in range(TRIES):
        work = options.out / "work" / f"{shard.id}.{os.uname().nodename}.{os.getpid()}"
        shutil.rmtree(work, ignore_errors=True)
        (work / "result").mkdir(parents=True)
        try:
            code, content = run_command(shard, work)
            if code != PASSED:  # which a full disk explains better than the command
                refuse_full_disk(work)
            if code in (PASSED, FAILED):
                refuse_other_inputs(shard)
                shard_result.keep(options.out, shard, work / "result", content)
                shard_result.broken_of(options.out, shard.id).unlink(missing_ok=True)
                return tell(shard, shard_result.read(options.out, shard), f"{content['seconds']:.1f} s")
        finally:
            shutil.rmtree(work, ignore_errors=True)
        if code > 0:
            break
    return tell_broken(shard, options, code, content)


def needs_more(shard, options):
    """Why a shard cannot run, if others must run before."""
    for name in shard.needs:
        try:
            if not shard_result.read(options.out, options.shards[name]).passed:
                return f"it needs {name}, which has failed"
        except NoResult:
            return f"it needs {name}, which has no result"
    return ""


def refuse_other_inputs(shard):
    if not shard_list.is_as_planned(shard):
        raise InputError(f"found {' or '.join(shard.inputs) or 'about.more'} that is not what the list was "
                         "made of, allowed: the same; make the list anew: call the campaign again")


def run_command(shard, work):
    """Exit code and what is to be kept of a command; below 0 it is a signal that has ended it."""
    argv = command_of(shard, work / "result")
    printed = work / "output"
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    with open(printed, "wb") as output:
        try:  # a session of its own: all of it is ended by this script, or with it
            process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, start_new_session=True,
                                       preexec_fn=die_with_parent(signal.SIGKILL))
        except OSError as error:
            raise InputError(f"{argv[0]}: found {error.strerror}, allowed: a program that can run, named "
                             "from the folder that the list was made in") from error
        try:
            code = process.wait()
        finally:
            end(process)
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return code, {"exit_code": code, "seconds": round(seconds, 3), "processor_seconds": round(processor, 3),
                  "node": os.uname().nodename, "output": shortened(printed.read_bytes())}


def command_of(shard, result):
    return [word.replace(shard_list.RESULT, str(result)) for word in shard.argv]


def shortened(text):
    if len(text) > OUTPUT_BYTES:
        half = OUTPUT_BYTES // 2
        text = text[:half] + f"\n... {len(text) - OUTPUT_BYTES} bytes left out ...\n".encode() + text[-half:]
    return text.decode(errors="replace")


def tell(shard, result, how):
    print(f"{shard.id}: {'passed' if result.passed else 'failed'}, {how}")
    return result.exit_code


def tell_broken(shard, options, code, content):
    ended = f"exit code {code}" if code >= 0 else f"signal {-code}, {TRIES} times"
    again = options.out / "broken" / shard.id / "result"  # as deep as the one it had
    keep_reason(shard, options, f"found no result, {ended} on {content['node']}; the command: mkdir -p "
                                f"{shlex.quote(str(again))} && {shlex.join(command_of(shard, again))}\n"
                                f"{content['output']}")
    print(f"{shard.id}: no result, {ended}, {shard_result.broken_of(options.out, shard.id)}")
    return BROKEN


def keep_reason(shard, options, text):
    """Why there is no result: for the campaign, which sees no output of shards; if the disk has room."""
    path = shard_result.broken_of(options.out, shard.id)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{text}\n")


if __name__ == "__main__":
    sys.exit(script_main.run("shard.py", main, "there is no result of this shard"))
