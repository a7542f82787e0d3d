# SPDX-License-Identifier: Apache-2.0
"""The books of tb/fuzz/fuzz.py: what every target has used and reached, and which findings are open.

summary.json: {"targets": {name: {the numbers of NUMBERS, the lists of LISTS}}}; written after every slice.
"""
import json
import threading

from script_main import InputError
from test_summary import write_whole

NUMBERS = ('cpu_seconds', 'executions', 'edges', 'features', 'inputs')
LISTS = ('open_findings', 'closed_findings')


class Books:
    def __init__(self, path, names):
        """Those at `path`; targets that have no entry begin with nothing."""
        self.path = path
        self.lock = threading.Lock()
        self.targets = read(path) if path.exists() else {}
        for name in names:
            self.targets.setdefault(name, dict.fromkeys(NUMBERS, 0) | {key: [] for key in LISTS})

    def update(self, name, **values):
        with self.lock:
            self.targets[name].update(values)
            write_whole(self.path, json.dumps({'targets': self.targets}, indent=2) + '\n')


def read(path):
    """What earlier calls have written."""
    try:
        targets = json.loads(path.read_text(encoding='utf-8'))['targets']
        for target in targets.values():
            if not all(isinstance(target[key], (int, float)) for key in NUMBERS):
                raise ValueError
            if not all(isinstance(finding, str) for key in LISTS for finding in target[key]):
                raise ValueError
        return targets
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f'{path}: found no books of fuzz.py, allowed: those of an earlier call; remove the '
                         'file to begin anew') from error
