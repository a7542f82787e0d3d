#!/usr/bin/python3
# Runs the fuzz targets for so much processor time each, goes on where the last run stopped, and
# keeps the books: grown inputs in OUT/corpus, findings in OUT/findings, OUT/summary.json with time,
# executions, edges covered and findings.
#
# A target runs in slices, so that an interruption costs one of them at most. A finding ends its
# target until it is fixed: the next call runs all open findings again first, and what no longer
# fails becomes a kept input. docs/fuzzing.md
#
#   scripts/fuzz.py BUILD OUT [--minutes 20] [--targets binary,image] [--jobs 2] [--keep]

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KEPT = os.path.join(ROOT, 'tests', 'fuzz', 'corpus')
DICTIONARIES = os.path.join(ROOT, 'tests', 'fuzz', 'dictionaries')

# Longest input in bytes, by target: what the format needs for all its parts, and not much more.
TARGETS = {'network_xml': 4096, 'binary': 8192, 'assembly': 4096, 'weights': 4096, 'image': 2048,
           'options': 512}
SLICE_SECONDS = 60
# One input may take so long and so much; more is a finding.
LIMITS = ['-timeout=20', '-rss_limit_mb=2048', '-malloc_limit_mb=1024']
# Kept inputs per target besides those with a name of their own.
KEPT_FILES = 45


def parse_arguments():
    parser = argparse.ArgumentParser(description='Runs the fuzz targets; resumable.')
    parser.add_argument('build', help='build folder with NVE_FUZZ=ON')
    parser.add_argument('out', help='folder for inputs, findings and summary.json')
    parser.add_argument('--minutes', type=float, default=20,
                        help='processor time of each target in all runs together')
    parser.add_argument('--targets', default=','.join(TARGETS), help='which, separated by commas')
    parser.add_argument('--jobs', type=int, default=2, help='targets at a time')
    parser.add_argument('--keep', action='store_true',
                        help='do not fuzz: minimise the grown inputs, put them into tests/fuzz/corpus')
    options = parser.parse_args()
    options.targets = options.targets.split(',')
    for name in options.targets:
        if name not in TARGETS:
            parser.error(f"--targets: found '{name}', allowed: {', '.join(TARGETS)}")
        program = os.path.join(options.build, 'bin', 'fuzz_' + name)
        if not os.access(program, os.X_OK):
            parser.error(f'{program} is not there: build it with NVE_FUZZ=ON (make fuzz)')
    return options


class Books:
    """summary.json, written after every slice."""

    def __init__(self, out):
        self.path = os.path.join(out, 'summary.json')
        self.lock = threading.Lock()
        self.targets = {}
        if os.path.exists(self.path):
            with open(self.path, encoding='utf-8') as file:
                self.targets = json.load(file)['targets']
        for name in TARGETS:
            self.targets.setdefault(name, {'cpu_seconds': 0.0, 'executions': 0, 'edges': 0, 'features': 0,
                                           'inputs': 0, 'open_findings': [], 'closed_findings': []})

    def update(self, name, **values):
        with self.lock:
            self.targets[name].update(values)
            with open(self.path + '.tmp', 'w', encoding='utf-8') as file:
                json.dump({'targets': self.targets}, file, indent=2)
                file.write('\n')
            os.replace(self.path + '.tmp', self.path)


class Runner:
    def __init__(self, options):
        self.options = options
        self.out = os.path.abspath(options.out)
        self.build = os.path.abspath(options.build)
        self.findings = os.path.join(self.out, 'findings')
        os.makedirs(self.findings, exist_ok=True)
        self.books = Books(self.out)

    def grown(self, name):
        folder = os.path.join(self.out, 'corpus', name)
        os.makedirs(folder, exist_ok=True)
        return folder

    def call(self, name, arguments):
        """One run of a target in an empty working folder: exit code, text, processor seconds."""
        command = [os.path.join(self.build, 'bin', 'fuzz_' + name), '-close_fd_mask=3', *LIMITS, *arguments]
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile('w+', errors='replace') as text:
            process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=text,
                                       stderr=text)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            text.seek(0)
            return process.returncode, text.read(), usage.ru_utime + usage.ru_stime

    def recheck(self, name):
        """Runs the open findings again; what no longer fails becomes an input."""
        target = self.books.targets[name]
        still = []
        for finding in target['open_findings']:
            path = os.path.join(self.findings, finding)
            code, _, _ = self.call(name, [path])
            if code != 0:
                still.append(finding)
                continue
            shutil.move(path, os.path.join(self.grown(name), finding))
            target['closed_findings'].append(finding)
        self.books.update(name, open_findings=still)

    def fuzz_slice(self, name):
        target = self.books.targets[name]
        dictionary = os.path.join(DICTIONARIES, name + '.dict')
        arguments = [self.grown(name), os.path.join(KEPT, name), f'-max_total_time={SLICE_SECONDS}',
                     f'-max_len={TARGETS[name]}', f'-artifact_prefix={self.findings}/{name}-',
                     '-print_final_stats=1']
        if os.path.exists(dictionary):
            arguments.append('-dict=' + dictionary)
        before = set(os.listdir(self.findings))
        code, text, seconds = self.call(name, arguments)
        found = sorted(f for f in set(os.listdir(self.findings)) - before if f.startswith(name + '-'))
        if code != 0 and not found:
            raise SystemExit(f'fuzz_{name} ended with code {code} and no finding:\n{text[-2000:]}')
        executed = (re.search(r'number_of_executed_units:\s*(\d+)', text)
                    or re.search(r'.*^#(\d+)', text, re.M | re.S))
        progress = re.findall(r'cov: (\d+) ft: (\d+)', text) or [(0, 0)]
        self.books.update(name, cpu_seconds=round(target['cpu_seconds'] + seconds, 1),
                          executions=target['executions'] + (int(executed.group(1)) if executed else 0),
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
        kept = os.path.join(KEPT, name)
        named = [f for f in os.listdir(kept) if '_' in f]
        with tempfile.TemporaryDirectory() as merged, tempfile.TemporaryDirectory() as base:
            for file in named:
                shutil.copy(os.path.join(kept, file), base)
            # Merging into a folder leaves what it holds alone and adds what reaches more.
            shutil.copytree(base, merged, dirs_exist_ok=True)
            code, text, _ = self.call(name, ['-merge=1', merged, self.grown(name), kept])
            if code != 0:
                raise SystemExit(text[-2000:])
            fresh = [os.path.join(merged, f) for f in os.listdir(merged) if f not in named]
            fresh.sort(key=lambda path: (os.path.getsize(path), path))
            for file in os.listdir(kept):
                if file not in named:
                    os.remove(os.path.join(kept, file))
            for path in fresh[:KEPT_FILES]:
                shutil.copy(path, kept)
        sizes = [os.path.getsize(os.path.join(kept, f)) for f in os.listdir(kept)]
        left_out = max(0, len(fresh) - KEPT_FILES)
        print(f'{name:12} {len(sizes)} inputs, {sum(sizes)} bytes; {left_out} left out')


def main():
    options = parse_arguments()
    runner = Runner(options)
    work = runner.keep if options.keep else runner.fuzz
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(work, name) for name in options.targets]:
            done.result()
    is_open = False
    for name in options.targets:
        for finding in runner.books.targets[name]['open_findings']:
            is_open = True
            print(f'finding: {options.build}/bin/fuzz_{name} {options.out}/findings/{finding}')
    return 1 if is_open else 0


if __name__ == '__main__':
    sys.exit(main())
