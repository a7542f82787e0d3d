#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cells that yosys finds against those of the documents, tests/expected/cells_MACHINE.json.

  cells.py BUILD MACHINE            exit 1 if they differ
  cells.py BUILD MACHINE --accept   writes what was found, then scripts/dev/update_docs.py has the \
documents to change

MACHINE is the one BUILD was made for; nve is synthesised with the mover too. Standard library only.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DOCUMENTS = ("docs/dma.md", "docs/measurements.md", "rtl/README.md")
# Of a machine: (target of the build, its result, name of the golden file)
RUNS = {"nve": (("rtl_cells", "cells.json", "cells_nve"),
                ("rtl_cells_mover", "cells_mover.json", "cells_nve_mover")),
        "nve_split": (("rtl_cells", "cells.json", "cells_nve_split"),)}


def differences(expected, found):
    """Sentences, one for every number that is another one."""
    modules = {**{name: (row, found["modules"].get(name, {})) for name, row in expected["modules"].items()},
               **{name: ({}, row) for name, row in found["modules"].items()
                  if name not in expected["modules"]},
               "total": (expected["total"], found["total"])}
    return [f"{name}: {column} {after.get(column)}, the documents say {before.get(column)}"
            for name, (before, after) in modules.items() for column in {**before, **after}
            if before.get(column) != after.get(column)]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("machine", choices=sorted(RUNS))
    parser.add_argument("--accept", action="store_true")
    options = parser.parse_args()
    wrong = []
    for target, result, name in RUNS[options.machine]:
        subprocess.run(["cmake", "--build", options.build, "--target", target], check=True,
                       stdout=subprocess.DEVNULL)
        text = (options.build / result).read_text(encoding="utf-8")
        golden = ROOT / "tests" / "expected" / f"{name}.json"
        if options.accept:
            golden.write_text(text, encoding="utf-8")
        else:
            wrong += [f"{name}: {line}" for line in
                      differences(json.loads(golden.read_text(encoding="utf-8")), json.loads(text))]
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        print(f"accept them: {sys.argv[0]} {options.build} {options.machine} --accept; "
              "scripts/dev/update_docs.py " + " ".join(DOCUMENTS), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
