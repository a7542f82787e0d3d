#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the arrows between the folders (docs/architecture.md): arrows.py; exit code 1 if one runs back up.

A folder's level is that of the longest prefix below. A file includes files of its own level and lower ones;
`report` includes itself and `base`; only tests include programs of another folder. CMakeLists name sources of
their own folder.
"""
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEVELS = (("base", "report"), ("arch",), ("convnet", "program"),
          ("compiler", "model/reference", "model/golden", "host/memory", "host/axi", "host/driver"),
          ("model", "planner", "host"))
LEVEL_OF = {folder: level for level, folders in enumerate(LEVELS) for folder in folders}
PROGRAMS, TESTS = len(LEVELS), len(LEVELS) + 1
INCLUDE = re.compile(r'^\s*#include "(\w+/[^"]+)"', re.MULTILINE)


def level_of(path):
    if path.startswith(("tb/", "tests/")):
        return TESTS
    if "/tools/" in path:
        return PROGRAMS
    return LEVEL_OF[max((folder for folder in LEVEL_OF if path.startswith(folder + "/")), key=len)]


def files_of(root, *patterns):
    """Files of our own by name pattern, as paths from `root`; build folders lie elsewhere."""
    tops = sorted({folder.split("/")[0] for folder in LEVEL_OF} | {"tb", "tests"})
    return sorted(str(path.relative_to(root)) for top in tops for pattern in patterns
                  for path in (root / top).rglob(pattern))


def problems_of(root):
    found = []
    for path in files_of(root, "*.hpp", "*.cpp"):
        for header in INCLUDE.findall((root / path).read_text(encoding="utf-8")):
            own, other = level_of(path), level_of(header)
            if other > own:
                found.append(f"{path}: includes {header}, above it; allowed: its level and lower ones")
            elif path.startswith("report/") and not header.startswith(("base/", "report/")):
                found.append(f"{path}: includes {header}; allowed: base and report")
            elif own == other == PROGRAMS and os.path.dirname(path) != os.path.dirname(header):
                found.append(f"{path}: includes {header}, of another folder's programs; allowed: a library")
    for path in files_of(root, "CMakeLists.txt"):
        text = (root / path).read_text(encoding="utf-8")
        found += [f"{path}: names {source}; allowed: sources of its own folder, other folders as libraries"
                  for source in re.findall(r"\.\./[\w./]+", text)]
    return found


if __name__ == "__main__":
    problems = problems_of(ROOT)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)
