#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one step of a proof: formal_step.py FOLDER PROOF STEP RESULT

FOLDER has the manifest of the PROOF; STEP is prove, cover or "bug NAME". RESULT gets the files and logs of
the tools and step.json: step, ok (it is as it must be), a text, seconds of the processor, so that other load
does not count, and the names that the design has.

Exit code: 0 if it is as it must be, 1 if not; 2 for wrong arguments or manifests, and for a tool that is not
there or was killed.
"""
import argparse
import json
import pathlib
import resource
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import formal_engines as engines  # noqa: E402
import formal_manifest as manifest  # noqa: E402
import script_main  # noqa: E402
from script_main import InputError  # noqa: E402
from test_summary import write_whole  # noqa: E402

ROOT = manifest.ROOT
FILE = "step.json"


def steps_of(proof, bugs=True):
    """The steps of a proof, each independent of the others."""
    planted = [f"bug {bug['name']}" for bug in proof["bugs"]] * bugs
    return ["prove", *["cover"] * bool(proof["covers"]), *planted]


def outcome_of(proof, step, work):
    """Whether a step is as it must be, a text, and the properties it is about."""
    package = engines.package(ROOT, proof, work)
    if step == "cover":
        missed = engines.cover(proof, ROOT / "rtl", package, work)
        return not missed, "not reached: " + " ".join(missed) if missed else "reached", {}
    if step == "prove":
        outcome, names = engines.prove(proof, ROOT / "rtl", package, work, None)
        return outcome == engines.PROVED, " ".join([outcome, *names.get("refuted", [])]), names
    bug = next(bug for bug in proof["bugs"] if step == f"bug {bug['name']}")
    outcome, _ = engines.prove(proof, engines.plant(ROOT, bug, work), package, work, bug)
    caught = outcome == engines.REFUTED
    return caught, "caught" if caught else f"not caught: {outcome}", {}


def main():
    parser = argparse.ArgumentParser(description="Runs one step of a proof.")
    parser.add_argument("folder", type=pathlib.Path, help="folder of the manifest")
    parser.add_argument("proof", help="name")
    parser.add_argument("step", help="prove, cover or 'bug NAME'")
    parser.add_argument("result", type=pathlib.Path, help="folder to write to")
    options = parser.parse_args()
    proofs = manifest.read(options.folder.resolve(), check_references=False)
    proof = next((proof for proof in proofs if proof["name"] == options.proof), None)
    if proof is None or options.step not in steps_of(proof):
        raise InputError(f"{options.folder}: found {options.proof} {options.step}, allowed: a proof of the "
                         "manifest and one of its steps")
    if not options.result.is_dir():
        raise InputError(f"{options.result}: found no folder, allowed: one that is there, for the result")
    engines.require_tools([proof["method"]])
    try:
        ok, text, names = outcome_of(proof, options.step, options.result.resolve())
    except engines.FormalError as error:
        ok, text, names = False, f"error: {error}", {}
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    content = {"step": options.step, "ok": ok, "text": text,
               "seconds": round(used.ru_utime + used.ru_stime, 1), "names": names}
    write_whole(options.result / FILE, json.dumps(content, indent=1) + "\n")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(script_main.run("formal_step.py", main, "there is no result of this step"))
