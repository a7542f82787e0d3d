#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a shard of fuzz.py runs.

  fuzz_slice.py slice PROGRAM TARGET NUMBER GROWN KEPT RESULT   fuzzes for a minute
  fuzz_slice.py check PROGRAM FINDING RESULT                    runs a finding again

`slice` begins with the inputs in the folders GROWN and KEPT and with NUMBER as seed. It writes
RESULT/inputs.zip (new inputs), RESULT/findings/TARGET-* and RESULT/slice.json: executions, edges and features
covered, how many new inputs, names of findings, and the problem of a target that did not run as it must.

Exit code: 0; 1 for a finding, one that still fails, or a problem; 2 for wrong arguments or files.
"""
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "scripts" / "lib"))
import script_main  # noqa: E402
from processes import die_with_parent, end  # noqa: E402
from script_main import InputError  # noqa: E402
from test_summary import write_whole  # noqa: E402

# Longest input in bytes, by target: what the format needs for all its parts, and not much more.
TARGETS = {"network_xml": 4096, "binary": 8192, "assembly": 4096, "weights": 4096, "image": 2048,
           "options": 512}
SECONDS = 60  # of a slice
# One input may take so long and so much; more is a finding. libFuzzer looks at the clock now and then, and
# what ends in between is a slow unit to it: from the same limit on.
INPUT_SECONDS = 20
LIMITS = [f"-timeout={INPUT_SECONDS}", f"-report_slow_units={INPUT_SECONDS}", "-rss_limit_mb=2048",
          "-malloc_limit_mb=1024"]


def dictionary(name):
    """The file for a target, in a list; some have none."""
    path = HERE / "dictionaries" / f"{name}.dict"
    return [path] if path.is_file() else []


def run(program, arguments, work):
    """One run of a target in the folder `work`, which is empty: exit code and what it prints."""
    command = [program, "-close_fd_mask=3", *LIMITS, *arguments]
    try:  # a session of its own, to be ended with the children it has when merging
        process = subprocess.Popen(command, cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, errors="replace",
                                   start_new_session=True, preexec_fn=die_with_parent(signal.SIGKILL))
    except OSError as error:
        raise InputError(f"{program}: found {error.strerror}, allowed: a program of libFuzzer") from error
    with process:
        try:
            text = process.communicate()[0]
        except BaseException:
            end(process)
            raise
    return process.returncode, text


def fuzz(program, name, number, folders, result):
    new, findings, work = (result / part for part in ("new", "findings", "work"))
    for folder in (new, findings, work):
        folder.mkdir()
    code, text = run(program, [new, *folders, f"-seed={number}", f"-max_total_time={SECONDS}",
                               f"-max_len={TARGETS[name]}", f"-artifact_prefix={findings}/{name}-",
                               "-print_final_stats=1", *(f"-dict={path}" for path in dictionary(name))], work)
    print(text)
    executed = (re.search(r"number_of_executed_units:\s*(\d+)", text)
                or re.search(r".*^#(\d+)", text, re.M | re.S))
    edges, features = (re.findall(r"cov: (\d+) ft: (\d+)", text) or [(0, 0)])[-1]
    said = {"executions": int(executed[1]) if executed else 0, "edges": int(edges), "features": int(features),
            "inputs": len(list(new.iterdir())), "findings": sorted(path.name for path in findings.iterdir()),
            "problem": ""}
    if not said["findings"]:
        if code != 0:
            said["problem"] = f"found exit code {code} without a finding, allowed: 0"
        elif not (said["executions"] and said["edges"]):
            said["problem"] = (f"found {said['executions']} executions and {edges} edges, allowed: 1 or more "
                               "of each")
    shutil.make_archive(str(result / "inputs"), "zip", new)
    shutil.rmtree(new)
    shutil.rmtree(work)
    write_whole(result / "slice.json", json.dumps(said, indent=1) + "\n")
    return 1 if said["findings"] or said["problem"] else 0


def check(program, finding, result):
    """Whether it ends otherwise than with 0, or takes longer than an input may."""
    code, text = run(program, [finding], result)
    print(text)
    took = re.search(r"^Executed .* in (\d+) ms", text, re.M)
    return 1 if code != 0 or took is None or int(took[1]) >= 1000 * INPUT_SECONDS else 0


def main():
    kind, program, *texts, result = sys.argv[1:]
    program, result = pathlib.Path(program).resolve(), pathlib.Path(result).resolve()
    if kind == "check":
        return check(program, pathlib.Path(*texts).resolve(), result)
    name, number, *folders = texts
    return fuzz(program, name, number, [pathlib.Path(folder).resolve() for folder in folders], result)


if __name__ == "__main__":
    sys.exit(script_main.run("fuzz_slice.py", main, "there is no result"))
