# SPDX-License-Identifier: Apache-2.0
"""What tb/regress/nightly.py makes of its results: summary.json, junit.xml, summary.html and the exit code.

A case of the last two is a slice of seeds; one more, `totals`, fails if anything is wrong.
"""
import json
import sys

import test_summary
from nightly_results import end_of, failed, not_conducted

NAMES = ("summary.json", "junit.xml", "summary.html")


def remove(out):
    """Nobody is to find results of an earlier call while this one is under way."""
    for name in NAMES:
        (out / name).unlink(missing_ok=True)


def case_of(machine, result, failures):
    """A slice as a case, with the reports of the programs that failed."""
    bad = failed(result)
    missing = not_conducted(result)
    lines = [f"{result['conducted']} programs, {result['compared_cycles']} cycles compared", *missing, *bad]
    for seed in result["failing_seeds"]:
        path = failures / f"{machine}.{seed}.txt"
        text = path.read_text(encoding="utf-8") if path.is_file() else "found no report of it\n"
        lines.append(f"seed {seed}, {path}:\n{text}")
    return {"machine": machine, "name": f"seeds {result['first']}-{end_of(result) - 1}",
            "status": "failed" if bad else "not conducted" if missing else "passed",
            "seconds": result.get("seconds", 0.0), "output": "\n".join(lines) + "\n"}


def write(results, options, broken):
    """Writes the results into their folder and tells them. The exit code."""
    content = results.summary(options.programs, options.cycles, broken)
    total, problems = content["total"], content["problems"]
    path = options.out / "summary.json"
    test_summary.write_whole(path, json.dumps(content, indent=1) + "\n")
    cases = [case_of(machine, result, options.out / "failures")
             for machine, slices in results.slices.items() for result in slices]
    cases.append({"machine": "all", "name": "totals", "status": "failed" if problems else "passed",
                  "seconds": 0.0, "output": "".join(f"{problem}\n" for problem in problems)})
    test_summary.write_junit(options.out / "junit.xml", cases)
    numbers = total | {"skipped": 0, "problems": problems}  # of programs
    test_summary.write_html(options.out / "summary.html", "NVE random programs", cases, numbers)
    print(f"nightly: {total['expected']} programs expected, {total['conducted']} conducted, "
          f"{total['failed']} failed; {total['compared_cycles']} cycles compared, "
          f"{total['mismatches']} mismatches, cycle delta {total['cycle_delta']}; {path}")
    for problem in problems:
        print(f"nightly.py: error: {problem}", file=sys.stderr)
    return 1 if problems else 0
