# SPDX-License-Identifier: Apache-2.0
"""Points that need not be covered, each with a reason: tb/coverage/waivers.json."""
import json
import re

from script_main import InputError

FIELDS = ("kind", "point", "reason")


class Waivers:
    """Reasons by kind and point; bits of a signal may stand together as signal[7:4]."""

    def __init__(self, path, kinds):
        self.reasons = {}
        self.used = set()
        for waiver in self.read(path):
            if not isinstance(waiver, dict) or set(waiver) != set(FIELDS) or \
                    not all(isinstance(text, str) and text for text in waiver.values()):
                raise InputError(f"{path}: found {json.dumps(waiver)}, allowed: an object with the texts "
                                 "kind, point and reason")
            if waiver["kind"] not in kinds:
                raise InputError(f"{path}: found kind {waiver['kind']} ({waiver['point']}), allowed: "
                                 f"{', '.join(kinds)}")
            points = self.expand(waiver["point"])
            if not points:
                raise InputError(f"{path}: found {waiver['point']}, allowed: bits as [high:low]")
            for point in points:
                key = waiver["kind"], point
                if key in self.reasons:
                    raise InputError(f"{path}: found twice: {waiver['kind']} {point}, allowed: once; "
                                     "take one out")
                self.reasons[key] = waiver["reason"]

    @staticmethod
    def read(path):
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(f"{path}: found {error.strerror}, allowed: a list of waivers, [] for "
                             "none") from error
        except ValueError as error:
            raise InputError(f"{path}: found no JSON ({error}), allowed: a list of waivers") from error
        if not isinstance(found, list):
            raise InputError(f"{path}: found {type(found).__name__}, allowed: a list of waivers")
        return found

    @staticmethod
    def expand(point):
        found = re.fullmatch(r"(\w+\.\w+)(?:\[(\d+)(?::(\d+))?\])?( rises| falls)?", point)
        if not found:
            return [point]
        name, high, low, edge = found.groups()
        if not high:
            return [point]
        bits = range(int(low or high), int(high) + 1)
        return [f"{name}[{bit}]{e}" for bit in bits for e in ([edge] if edge else [" rises", " falls"])]

    def take(self, kind, point):
        if (kind, point) not in self.reasons:
            return False
        self.used.add((kind, point))
        return True

    def stale(self, kinds):
        """What nothing needs, of these kinds."""
        return sorted(f"{kind}: {point}" for kind, point in self.reasons.keys() - self.used if kind in kinds)
