# SPDX-License-Identifier: Apache-2.0
"""What mutate.py keeps in OUT/state.json: {part: {key, mutants, proofs, audits}}.

`mutants` has what the bench says of each mutant, as long as the program of the part is the same; `proofs`
what equal.py says of those that live, `audits` of some that are killed, both with a key of their own: another
assumption about a unit repeats its proofs and nothing else. Results without such a key are of before there
was one: what the bench said is kept.
"""
import json
import threading
import time

from script_main import InputError
from test_summary import write_whole

KILLED, ALIVE = "killed", "alive"
SAVE = 5  # seconds between two writes


def read(path):
    """The content of a state; the results of a proof are not those of the bench."""
    try:
        parts = json.loads(path.read_text(encoding="utf-8"))
        for part in parts.values():
            bench = {number: {"result": KILLED, "by": str(result["by"])} if result["result"] == KILLED else
                     {"result": ALIVE, "by": ""} for number, result in part["mutants"].items()}
            proved = {kind: {number: {name: str(result[name]) for name in ("key", "outcome")}
                             for number, result in part.get(kind, {}).items()}
                      for kind in ("proofs", "audits")}
            part |= {"key": str(part["key"]), "mutants": bench} | proved
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path}: found {error.__class__.__name__}: {error}, allowed: what mutate.py has "
                         "written; remove the file to begin anew") from error
    return parts


class State:
    """Results by part and number of the mutant."""

    def __init__(self, out):
        self.path = out / "state.json"
        self.lock = threading.Lock()
        self.saved = 0.0
        self.parts = read(self.path) if self.path.is_file() else {}

    def stale(self, part):
        """Whether there are results, and they are of another program."""
        return part.name in self.parts and self.parts[part.name]["key"] != part.key

    def of(self, part):
        """The results of a part as it is now."""
        if part.name in self.parts and not self.stale(part):
            return self.parts[part.name]
        return {"key": part.key, "mutants": {}, "proofs": {}, "audits": {}}

    def begin(self, part):
        """The same, to be added to: results of another program go."""
        self.parts[part.name] = self.of(part)
        return self.parts[part.name]

    def keep(self, part, kind, number, result):
        with self.lock:
            self.parts[part.name][kind][str(number)] = result
            if time.monotonic() - self.saved > SAVE:
                self.write()

    def save(self):
        with self.lock:
            self.write()

    def write(self):
        self.saved = time.monotonic()
        write_whole(self.path, json.dumps(self.parts, indent=1) + "\n")
