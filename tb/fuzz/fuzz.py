#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the fuzz targets for so much processor time each, goes on where the last run stopped, and keeps the
books: grown inputs in OUT/corpus, findings in OUT/findings, OUT/summary.json with time, executions, edges
covered and findings.

  fuzz.py BUILD OUT [--minutes 20] [--targets binary,image] [--jobs 2] [--keep] [--kept FOLDER]

A target runs in slices, so that an interruption costs one of them at most. A finding ends its target until it
is fixed: the next call runs all open findings again first, and what no longer fails becomes a kept input.
Every file in OUT/findings is open, whether the books know it or not: a call that was stopped may have left
it. docs/fuzzing.md

Exit code: 0; 1 if a finding is open or a target did not run as it must; 2 for wrong options or files; 128 and
its number for a signal.
"""
import argparse
import concurrent.futures
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import script_main  # noqa: E402
from fuzz_books import Books  # noqa: E402
from script_main import InputError  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KEPT = os.path.join(HERE, 'corpus')
DICTIONARIES = os.path.join(HERE, 'dictionaries')

# Longest input in bytes, by target: what the format needs for all its parts, and not much more.
TARGETS = {'network_xml': 4096, 'binary': 8192, 'assembly': 4096, 'weights': 4096, 'image': 2048,
           'options': 512}
SLICE_SECONDS = 60
# One input may take so long and so much; more is a finding. libFuzzer looks at the clock now and then, and
# what ends in between is a slow unit to it: from the same limit on.
INPUT_SECONDS = 20
LIMITS = [f'-timeout={INPUT_SECONDS}', f'-report_slow_units={INPUT_SECONDS}', '-rss_limit_mb=2048',
          '-malloc_limit_mb=1024']
# The names that libFuzzer gives; every other file among the kept inputs stays.
OWN_NAME = re.compile('[0-9a-f]{40}')
# Kept inputs per target besides those with a name of their own.
KEPT_FILES = 45


def parse_arguments():
    parser = argparse.ArgumentParser(description='Runs the fuzz targets; resumable.')
    parser.add_argument('build', type=pathlib.Path, help='build folder with NVE_FUZZ=ON')
    parser.add_argument('out', type=pathlib.Path, help='folder for inputs, findings and summary.json')
    parser.add_argument('--minutes', type=minutes, default=20,
                        help='processor time of each target in all runs together')
    parser.add_argument('--targets', type=targets, default=list(TARGETS), help='which, separated by commas')
    parser.add_argument('--jobs', type=script_main.count, default=2, help='targets at a time')
    parser.add_argument('--keep', action='store_true',
                        help='do not fuzz: minimise the grown inputs, put them into the kept ones')
    parser.add_argument('--kept', type=pathlib.Path, default=pathlib.Path(KEPT),
                        help='kept inputs, a folder for each target (default: tb/fuzz/corpus)')
    return parser.parse_args()


def minutes(text):
    """Of an option: with none nothing would run."""
    return script_main.number(text, float, lambda value: 0 < value < math.inf, 'a number above 0')


def targets(text):
    """Of an option: names, each once."""
    names = text.split(',')
    for name in names:
        if name not in TARGETS:
            raise argparse.ArgumentTypeError(f"found '{name}', allowed: {', '.join(TARGETS)}")
        if names.count(name) > 1:
            raise argparse.ArgumentTypeError(f'found {name} more than once, allowed: once')
    return names


def folder_at(path):
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f'{path}: found {error.strerror}, allowed: a folder to write to') from error
    return path


class Ended(Exception):
    """The script is being stopped."""


class Broken(Exception):
    """A target that did not run as it must."""


class Runner:
    def __init__(self, options):
        self.options = options
        self.out = options.out.absolute()
        self.build = options.build.absolute()
        self.findings = folder_at(self.out / 'findings')
        self.books = Books(self.out / 'summary.json', TARGETS)
        self.lock = threading.Lock()
        self.running = set()
        self.stopped = False
        self.broken = []  # targets that did not run, and why
        for file in sorted(os.listdir(self.findings)):
            if not file.startswith(tuple(name + '-' for name in TARGETS)):
                raise InputError(f'{self.findings / file}: found a file of no target, allowed: findings, '
                                 'whose names begin with that of their target and a -')
        for name in TARGETS:
            if unknown := self.unknown_findings(name):
                self.books.update(name, open_findings=self.books.targets[name]['open_findings'] + unknown)

    def unknown_findings(self, name):
        """Those that are not in the books."""
        known = self.books.targets[name]['open_findings']
        return sorted(file for file in os.listdir(self.findings)
                      if file.startswith(name + '-') and file not in known)

    def grown(self, name):
        return folder_at(self.out / 'corpus' / name)

    def kept(self, name):
        return os.path.join(self.options.kept, name)

    def call(self, name, arguments):
        """One run of a target in an empty working folder: exit code, text, processor seconds."""
        command = [self.build / 'bin' / f'fuzz_{name}', '-close_fd_mask=3', *LIMITS, *arguments]
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile('w+', errors='replace') as text:
            with self.lock:
                if self.stopped:
                    raise Ended
                # a session of its own: Ctrl-C is for this script, which ends the others
                process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=text,
                                           stderr=text, start_new_session=True)
                self.running.add(process)
            # It keeps its number until stop() cannot mean it any more.
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
            with self.lock:
                self.running.discard(process)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                if self.stopped:
                    raise Ended
            text.seek(0)
            return process.returncode, text.read(), usage.ru_utime + usage.ru_stime

    def stop(self):
        """Begins no more runs and ends those that are on, with the children they have when merging."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                os.killpg(process.pid, signal.SIGKILL)

    def recheck(self, name):
        """Runs the open findings again; what no longer fails becomes an input."""
        target = self.books.targets[name]
        for finding in list(target['open_findings']):
            path = self.findings / finding
            if self.still_fails(name, path):
                continue
            # First the books: should this call end in between, the file is found and run again.
            self.books.update(name, open_findings=[f for f in target['open_findings'] if f != finding],
                              closed_findings=[*target['closed_findings'], finding])
            shutil.move(path, self.grown(name) / finding)

    def still_fails(self, name, path):
        """Whether it ends otherwise than with 0, or takes longer than an input may."""
        code, text, _ = self.call(name, [path])
        took = re.search(r'^Executed .* in (\d+) ms', text, re.M)
        return code != 0 or took is None or int(took.group(1)) >= 1000 * INPUT_SECONDS

    def fuzz_slice(self, name):
        target = self.books.targets[name]
        dictionary = os.path.join(DICTIONARIES, name + '.dict')
        arguments = [self.grown(name), self.kept(name), f'-max_total_time={SLICE_SECONDS}',
                     f'-max_len={TARGETS[name]}', f'-artifact_prefix={self.findings}/{name}-',
                     '-print_final_stats=1']
        if os.path.exists(dictionary):
            arguments.append('-dict=' + dictionary)
        code, text, seconds = self.call(name, arguments)
        found = self.unknown_findings(name)
        if code != 0 and not found:
            raise Broken(f'fuzz_{name}: found exit code {code} without a finding, allowed: 0\n{text[-2000:]}')
        executed = (re.search(r'number_of_executed_units:\s*(\d+)', text)
                    or re.search(r'.*^#(\d+)', text, re.M | re.S))
        executions = int(executed.group(1)) if executed else 0
        progress = re.findall(r'cov: (\d+) ft: (\d+)', text) or [(0, 0)]
        # Time in which no input ran does not count.
        if not found and not (executions and int(progress[-1][0])):
            raise Broken(f'fuzz_{name}: found {executions} executions and {progress[-1][0]} edges in '
                         f'{seconds:.1f} s, allowed: 1 or more of each\n{text[-2000:]}')
        self.books.update(name, cpu_seconds=round(target['cpu_seconds'] + seconds, 2),
                          executions=target['executions'] + executions,
                          edges=max(target['edges'], int(progress[-1][0])),
                          features=max(target['features'], int(progress[-1][1])),
                          inputs=len(os.listdir(self.grown(name))),
                          open_findings=target['open_findings'] + found)

    def fuzz(self, name):
        self.recheck(name)
        target = self.books.targets[name]
        limit = 60 * self.options.minutes
        while target['cpu_seconds'] < limit and not target['open_findings']:
            self.fuzz_slice(name)
            print(f"{name:12} {target['cpu_seconds'] / 60:6.1f} of {limit / 60:g} min  "
                  f"{target['executions']:>11} executions  {target['edges']:>6} edges  "
                  f"{target['inputs']:>6} inputs  {len(target['open_findings'])} findings", flush=True)

    def keep(self, name):
        """The fewest inputs that reach what the grown ones do: small ones first, and so many."""
        kept = self.kept(name)
        named = [f for f in os.listdir(kept) if not OWN_NAME.fullmatch(f)]
        with tempfile.TemporaryDirectory() as merged:
            # Merging into a folder leaves what it holds alone and adds what reaches more.
            for file in named:
                shutil.copy(os.path.join(kept, file), merged)
            code, text, _ = self.call(name, ['-merge=1', merged, self.grown(name), kept])
            if code != 0:
                raise Broken(f'fuzz_{name}: found exit code {code} of merging, allowed: 0\n{text[-2000:]}')
            fresh = [os.path.join(merged, f) for f in os.listdir(merged) if f not in named]
            if not fresh:
                raise Broken(f'fuzz_{name}: found no input left of merging {kept}, allowed: 1 or more '
                             f'besides the named ones; all stay\n{text[-2000:]}')
            fresh.sort(key=lambda path: (os.path.getsize(path), path))
            stay = {*named, *map(os.path.basename, fresh[:KEPT_FILES])}
            # The old ones go last: whoever stops this has too many inputs, and none lost.
            for path in fresh[:KEPT_FILES]:
                shutil.copy(path, kept)
            for file in os.listdir(kept):
                if file not in stay:
                    os.remove(os.path.join(kept, file))
        sizes = [os.path.getsize(os.path.join(kept, f)) for f in os.listdir(kept)]
        left_out = max(0, len(fresh) - KEPT_FILES)
        print(f'{name:12} {len(sizes)} inputs, {sum(sizes)} bytes; {left_out} left out')

    def work(self, name):
        try:
            (self.keep if self.options.keep else self.fuzz)(name)
        except Ended:
            pass
        except (Broken, OSError) as error:
            self.broken.append(str(error))

    def run_all(self):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            try:
                workers = [pool.submit(self.work, name) for name in self.options.targets]
                for worker in script_main.completed(workers):
                    worker.result()
            except BaseException:
                self.stop()
                raise

    def report(self):
        """Tells what is open and what did not run. The exit code."""
        is_open = False
        for name in self.options.targets:
            for finding in self.books.targets[name]['open_findings']:
                is_open = True
                print(f'finding: {self.options.build}/bin/fuzz_{name} {self.options.out}/findings/{finding}')
        for problem in self.broken:
            print(f'fuzz.py: error: {problem}', file=sys.stderr)
        return 1 if is_open or self.broken else 0


def main():
    options = parse_arguments()
    for name in options.targets:
        program = options.build / 'bin' / f'fuzz_{name}'
        if not program.is_file() or not os.access(program, os.X_OK):
            raise InputError(f'{program}: found no program, build it with NVE_FUZZ=ON: make fuzz does')
    with script_main.alone_in(options.out):
        runner = Runner(options)
        runner.run_all()
        return runner.report()


if __name__ == '__main__':
    sys.exit(script_main.run('fuzz.py', main, 'finished slices and findings are kept, the next call goes on'))
