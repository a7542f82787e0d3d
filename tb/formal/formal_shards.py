# SPDX-License-Identifier: Apache-2.0
"""The shards of formal.py: what each step of a proof depends on, and how long it takes."""
import pathlib
import re

import formal_engines as engines
import formal_report
import formal_step
import runner
import shard_list
import shard_result
from formal_manifest import FORMAL, ROOT

RTL, ARCH = ROOT / "rtl", ROOT / "arch"
# What every outcome depends on
PROGRAMS = [FORMAL / "formal_step.py", FORMAL / "formal_manifest.py", pathlib.Path(engines.__file__),
            *sorted(path for path in ARCH.glob("*.py") if not path.name.endswith("_test.py")),
            *sorted((ARCH / "parts").glob("*.json")), *sorted(RTL.glob("*.svh")),
            *sorted(FORMAL.glob("*.svh"))]
TOLD = ("name", "text", "method", "assumed", "top", "asserts")  # of a proof, to formal_report.py
STEP_SECONDS, CHECK_SECONDS = 4.0, 30.0  # where docs/formal.md does not say it


def inputs_of(proof):
    """The files that the outcome of every step depends on. A check may read all of the RTL."""
    here = proof["folder"]
    names = [*proof["rtl"], *(bug["file"] for bug in proof["bugs"])]
    rtl = sorted(RTL.glob("*.sv")) if proof["method"] == "check" else [RTL / name for name in names]
    places = dict.fromkeys(engines.PLACES, "") | {"rtl": RTL, "here": here, "root": ROOT}
    command = [pathlib.Path(part.format(**places)) for part in proof["command"] if "{" in part]
    files = [here / "proofs.json", *(here / name for name in proof["sources"]), *sorted(here.glob("*.svh")),
             *(path for path in command if path.is_file()), ARCH / f"{proof['arch']}.json", *rtl, *PROGRAMS]
    return list(dict.fromkeys(files))


def known_seconds():
    """What docs/formal.md says of some proofs, all steps together."""
    page = (ROOT / "docs" / "formal.md").read_text(encoding="utf-8")
    return {name: int(text) for name, text in re.findall(r"^\| `(\w+)` \|.* (\d+) \|$", page, re.M)}


def bound_of(proof):
    return "none" if engines.UNBOUNDED[proof["method"]] else f"{proof['depth']} cycles"


def id_of(proof, step):
    return f"{proof['name']}.{step.replace(' ', '_')}"


class Proofs(runner.Campaign):
    """The steps of some proofs, as the campaign that runner.py runs."""

    def __init__(self, proofs, options):
        self.verbose, self.known = options.verbose, known_seconds()
        self.steps = [one for proof in proofs for one in self.steps_of(proof, not options.no_bugs)]
        for one in self.steps:  # Python itself ends with 1, too, and has said nothing then
            said = shard_result.folder_of(options.out, one.id) / formal_step.FILE
            if options.force or not said.is_file():
                shard_result.remove(options.out, one.id)

    def steps_of(self, proof, bugs):
        inputs, told = inputs_of(proof), {key: proof[key] for key in TOLD} | {"bound": bound_of(proof)}
        seconds = CHECK_SECONDS if proof["method"] == "check" else STEP_SECONDS
        if proof["name"] in self.known:
            seconds = self.known[proof["name"]] / len(formal_step.steps_of(proof))
        for step in formal_step.steps_of(proof, bugs):
            argv = [shard_list.PYTHON, "-B", FORMAL / "formal_step.py", proof["folder"], proof["name"], step,
                    shard_list.RESULT]
            about = {"campaign": "formal", "proof": told, "step": step}
            yield shard_list.shard(id_of(proof, step), argv, about, inputs=inputs,
                                   more=engines.versions(proof["method"]), seconds=seconds)

    def shards(self, _outcome):
        return self.steps

    def told(self, result):
        said = formal_report.said_by(result)
        text = f"{said['text']}, {said['seconds']} s of processor time"
        return text if self.verbose or not said["ok"] else ""

