# SPDX-License-Identifier: Apache-2.0
"""Build folders and their machines."""
import pathlib
import re

from script_main import InputError


def machine_of(folder):
    """The machine that a build folder is configured for, with "-sanitize" if it is built with sanitizers."""
    cache = folder / "CMakeCache.txt"
    if not cache.is_file():
        raise InputError(f"{folder}: found no CMakeCache.txt, name a build folder")
    text = cache.read_text(encoding="utf-8", errors="replace")
    machine = re.search(r"^NVE_ARCH:\w+=(.+)$", text, re.MULTILINE)
    if not machine:
        raise InputError(f"{cache}: found no NVE_ARCH, name a build folder of NVE")
    if not (folder / "bin").is_dir():
        raise InputError(f"{folder}: found no bin/, build it first")
    sanitized = re.search(r"^NVE_SANITIZE:\w+=(ON|TRUE|YES|1)$", text, re.MULTILINE | re.IGNORECASE)
    return pathlib.Path(machine.group(1)).stem + ("-sanitize" if sanitized else "")


def by_machine(folders):
    """{machine: folder}. Two folders of a machine would do the same work and count it twice."""
    found = {}
    for folder in folders:
        machine = machine_of(folder)
        if machine in found:
            raise InputError(f"found {found[machine]} and {folder}, both of machine {machine}, "
                             "allowed: one folder of each machine")
        found[machine] = folder
    return found
