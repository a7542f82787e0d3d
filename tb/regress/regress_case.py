#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one case of a build folder by CTest, without its set-ups: regress_case.py BUILD CASE OUT

OUT/case.xml is what CTest writes of it as JUnit. CTest's own books lie in OUT while it runs, since many cases
of a folder may be under way.

Exit code: 0 passed or skipped; 1 failed or not conducted; 2 for wrong arguments; 3 CTest has written nothing
of the case.
"""
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import ctest_build  # noqa: E402
import script_main  # noqa: E402
import test_summary  # noqa: E402

RESULT = "case.xml"
NOTHING = 3


def main():
    if len(sys.argv) != 4:
        raise script_main.InputError(f"found {len(sys.argv) - 1} arguments, allowed: BUILD CASE OUT")
    build, case = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    out = pathlib.Path(sys.argv[3]).resolve()
    tests = out / "CTestTestfile.cmake"
    tests.write_text(f"subdirs([==[{build}]==])\n", encoding="utf-8")
    subprocess.run(["ctest", "--test-dir", str(out), "-R", f"^{re.escape(case)}$", "-FA", ".",
                    "--output-junit", str(out / RESULT), *ctest_build.OUTPUT_SIZES],
                   env=ctest_build.environment()[0], check=False)
    tests.unlink()
    shutil.rmtree(out / "Testing", ignore_errors=True)
    cases = test_summary.read_junit(out / RESULT, "")
    if not cases:
        return NOTHING
    return 1 if cases[0]["status"] in test_summary.BAD else 0


if __name__ == "__main__":
    sys.exit(script_main.run("regress_case.py", main, "there is no result of this case"))
