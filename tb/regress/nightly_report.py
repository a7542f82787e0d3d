# SPDX-License-Identifier: Apache-2.0
"""What tb/regress/nightly.py makes of its results: summary.json, junit.xml, summary.html and the exit code.

A case of the last two is a slice of seeds; one more, `totals`, fails if anything is wrong.
"""
import json
import os
import re
import shutil
import sys

import own_files
import result_tables
import test_summary
from nightly_results import Results, end_of, failed, not_conducted, report_of, texts_of

NAMES = ("summary.json", "junit.xml", "summary.html")
WAVES = (".fst", ".fst.json")  # and what they show
FAILURE = re.compile(r"[\w-]+\.\d+(\.txt|\.fst|\.fst\.json)")


def remove(out):
    """Nobody is to find results of an earlier call while this one is under way."""
    for name in NAMES:
        (out / name).unlink(missing_ok=True)


def keep_failures(out, shards, outcome, results):
    """Copies the reports of failing programs, and waves, to where people look for them."""
    failures = out / "failures"
    own_files.remove_named(failures, FAILURE)
    failures.mkdir(exist_ok=True)
    for shard in shards:
        if shard.id not in outcome.results or shard.id in results.broken:
            continue
        result, machine = outcome.results[shard.id], shard.about["machine"]
        for seed, text in texts_of(report_of(result)).items():
            origin = f"{machine}: {shard.argv[0]}, called in {os.getcwd()}\n"
            test_summary.write_whole(failures / f"{machine}.{seed}.txt", origin + text)
        for kind in WAVES:
            if (waves := result.folder / f"waves{kind}").is_file():
                shutil.copyfile(waves, failures / f"{machine}.{shard.about['first']}{kind}")


def case_of(result, failures):
    """A slice as a case, with the reports of the programs that failed."""
    bad, machine = failed(result), result["machine"]
    missing = not_conducted(result)
    lines = [f"{result['conducted']} programs, {result['compared_cycles']} cycles compared", *missing, *bad]
    for seed in result["failing_seeds"]:
        path = failures / f"{machine}.{seed}.txt"
        text = path.read_text(encoding="utf-8") if path.is_file() else "found no report of it\n"
        lines.append(f"seed {seed}, {path}:\n{text}")
    return {"machine": machine, "name": f"seeds {result['first']}-{end_of(result) - 1}",
            "status": "failed" if bad else "not conducted" if missing else "passed",
            "seconds": result["seconds"], "output": "\n".join(lines) + "\n"}


def judge(shards, outcome, out, broken):
    """Writes the results of a list into a folder and tells them. The exit code."""
    results = Results(shards, outcome)
    keep_failures(out, shards, outcome, results)
    machines = list(dict.fromkeys(shard.about["machine"] for shard in shards))
    content = results.summary(shards[-1].about, machines, broken)
    total, problems = content["total"], content["problems"]
    path = out / "summary.json"
    test_summary.write_whole(path, json.dumps(result_tables.file_of("nightly", content), indent=1) + "\n")
    cases = [case_of(result, out / "failures") for result in results.slices]
    cases.append({"machine": "all", "name": "totals", "status": "failed" if problems else "passed",
                  "seconds": 0.0, "output": "".join(f"{problem}\n" for problem in problems)})
    test_summary.write_junit(out / "junit.xml", cases)
    numbers = total | {"skipped": 0, "problems": problems}  # of programs
    test_summary.write_html(out / "summary.html", "NVE random programs", cases, numbers)
    print(f"nightly: {total['expected']} programs expected, {total['conducted']} conducted, "
          f"{total['failed']} failed; {total['compared_cycles']} cycles compared, "
          f"{total['mismatches']} mismatches, cycle delta {total['cycle_delta']}; {path}")
    for problem in problems:
        print(f"nightly.py: error: {problem}", file=sys.stderr)
    return 1 if problems else 0
