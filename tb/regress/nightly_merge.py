# SPDX-License-Identifier: Apache-2.0
"""One folder of results out of several, for tb/regress/nightly.py."""
import contextlib
import shutil

import script_main
from nightly_results import Results
from script_main import InputError

FAILURE_FILES = (".txt", ".fst", ".fst.json")  # reports; waves and what they show


def merge(options):
    """The results of OUT and of the other folders, in OUT."""
    folders = [options.out, *options.folders]
    for folder in options.folders:
        if not (folder / "state.json").is_file():
            raise InputError(f"{folder}: found no state.json, allowed: folders with results of nightly.py")
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise InputError("found a folder named twice, allowed: once")
    with contextlib.ExitStack() as locks:
        for folder in options.folders:
            locks.enter_context(script_main.alone_in(folder))
        state = options.out / "state.json"
        results = Results.read(state) if state.is_file() else Results()
        for folder in options.folders:
            results.add(Results.read(folder / "state.json"), folder)
        failures = options.out / "failures"
        failures.mkdir(exist_ok=True)
        for folder in options.folders:
            for kind in FAILURE_FILES:
                for path in folder.glob(f"failures/*{kind}"):
                    shutil.copyfile(path, failures / path.name)
        results.write(state)
    return results
