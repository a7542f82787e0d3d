# SPDX-License-Identifier: Apache-2.0
"""The run that waves show: FILE.fst.json, which nve-cosim and nve-random write beside FILE.fst, and the
results of nve-cosim."""
import os
import re
import shutil
import subprocess
import zlib

from json_shape import Object, read_json
from script_main import InputError

AGAIN = "write the waves again with nve-cosim --wave or --wave-on-mismatch, or with nve-random"
CYCLES = ("first_cycle", "last_cycle", "cycle")
ANY_RUN = Object(dict.fromkeys(CYCLES, int) | dict.fromkeys(("view", "arch"), str), open=True)
# Of nve-cosim: the binary and the tool beside which nve-objdump is
BINARY_RUN = Object(ANY_RUN.required | dict.fromkeys(("binary", "tool"), str), {"binary_crc32": int},
                    open=True)
# Of nve-random: hexadecimal instruction words and their texts
PROGRAM_RUN = Object(ANY_RUN.required | {"program": [Object({"word": str, "text": str})]}, open=True)
REPORT = Object({"lockstep": Object({"cycles": int}, open=True), "total": Object({"cycles": int}, open=True),
                 "states": Object({"table": int, "load": int, "initial": int}, open=True)}, open=True)
# About as many cycles lie between the end of the core's work and the end of the simulation.
CYCLES_AFTER = 55


def read_run(fst, views, archs):
    """What FILE.fst.json says; `views` and `archs` are the names it may give."""
    if not os.path.isfile(fst):
        raise InputError(f"{fst}: found no such file, allowed: waves in FST format; {AGAIN}")
    path = f"{fst}.json"
    of_binary = "program" not in read_json(path, ANY_RUN, AGAIN)
    run = read_json(path, BINARY_RUN if of_binary else PROGRAM_RUN, AGAIN)
    for name in CYCLES:
        if run[name] < 0:
            raise InputError(f"{path}: {name}: found {run[name]}, allowed: 0 or more; {AGAIN}")
    for name, allowed in (("view", views), ("arch", archs)):
        if run[name] not in allowed:
            raise InputError(f"{path}: {name}: found '{run[name]}', allowed: {' '.join(allowed)}; {AGAIN}")
    if run["last_cycle"] < run["first_cycle"]:
        raise InputError(f"{fst} shows no cycle: found a window from cycle {run['first_cycle']} in a run "
                         f"that ended with cycle {run['last_cycle']}; make waves of cycles it had")
    if of_binary:
        run["binary"] = find_binary(fst, run)
    return run


def find_binary(fst, run):
    """The program of the run, where it was or beside waves that were moved with it: the one that is
    unchanged."""
    beside = os.path.join(os.path.dirname(fst), os.path.basename(run["binary"]))
    there = [name for name in (run["binary"], beside) if os.path.isfile(name)]
    if not there:
        raise InputError(f"{fst}.json: binary: found no file {run['binary']}, allowed: the program of the "
                         f"run, there or beside the waves; put it back or {AGAIN}")
    return next((name for name in there if not changed_binary(fst, {**run, "binary": name})), there[0])


def changed_binary(fst, run):
    """What shows that the binary is not that of the run, or None."""
    if "binary_crc32" in run:
        with open(run["binary"], "rb") as file:
            found = zlib.crc32(file.read())
        if found == run["binary_crc32"]:
            return None
        return f"found CRC-32 {found:#010x}, that of the run had {run['binary_crc32']:#010x}"
    if os.path.getmtime(run["binary"]) > os.path.getmtime(f"{fst}.json"):
        return "written after the waves"
    return None


def instructions_of(fst, run):
    """The instructions of a program as nve-random tells them: word and text."""
    if not run["program"]:
        raise InputError(f"{fst}.json: program: found [], allowed: an instruction or more; {AGAIN}")
    for word in (each["word"] for each in run["program"]):
        if not re.fullmatch("[0-9a-f]{16}", word):
            raise InputError(f"{fst}.json: program: word: found '{word}', allowed: 16 hexadecimal digits; "
                             f"{AGAIN}")
    return [(int(each["word"], 16), each["text"]) for each in run["program"]]


def listing(fst, run):
    """The lines of nve-objdump for the binary of the run."""
    tool = shutil.which(run["tool"])
    if tool is None:
        raise InputError(f"{fst}.json: tool: found no program {run['tool']}, allowed: the nve-cosim of the "
                         f"run; build it again or {AGAIN}")
    objdump = os.path.join(os.path.dirname(tool), "nve-objdump")
    if shutil.which(objdump) is None:
        raise InputError(f"found no program {objdump}, allowed: one beside nve-cosim; build it (make tools)")
    done = subprocess.run([objdump, run["binary"]], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def first_repetition(path):
    """The cycle of it in a run of a short program, from nve-cosim's results."""
    report = read_json(path, REPORT, "nve-cosim --json writes one, with lockstep")
    work_begins = report["lockstep"]["cycles"] - CYCLES_AFTER - report["total"]["cycles"]
    return work_begins + sum(report["states"][state] for state in ("table", "load", "initial"))
