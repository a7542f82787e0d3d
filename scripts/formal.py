#!/usr/bin/env python3
"""Runs the proofs of tb/formal (format: tb/formal/README.md) and says what each one shows.

  formal.py                all proofs with their covers and planted bugs
  formal.py fifo agu       those whose names contain one of the words
  formal.py --no-bugs X    without the planted bugs
  formal.py --list         names and texts only
  formal.py --folder F     manifests of another folder

Prints a table, writes OUT/formal.json and OUT/formal.xml (JUnit). Exit code 1 if anything is undetermined or
refuted, a count differs from the manifest, a cover is not reached or a planted bug not found; 2 for a wrong
manifest or word.
Standard library only.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import resource
import shutil
import sys
import time
import xml.etree.ElementTree as xml

import formal_engines as engines
from test_summary import write_whole

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMAL = ROOT / "tb" / "formal"
REQUIRED = {"name": str, "text": str, "method": str, "asserts": int, "bugs": list}
OPTIONAL = {"top": "", "sources": [], "rtl": [], "arch": "nve", "constants": {}, "parameters": {}, "peek": {},
            "free": [], "depth": 0, "assumes": 0, "covers": 0, "cover_depth": 0, "timeout": 240,
            "assumed": [], "command": []}
# What a text of `assumed` refers to: an assertion of the RTL, a property of another wrapper
ASSERTION = re.compile(r"ASSERT (?:(\w+) )?of (nve_\w+)")
PROPERTY = re.compile(r"proved in (\w+_props)(?: (\w+))?")


class ManifestError(Exception):
    """A manifest that does not follow its format."""


def problems(entry):
    """What is wrong in an entry: key, what was found, what is allowed."""
    for key, kind in REQUIRED.items():
        if not isinstance(entry.get(key), kind):
            yield f"{key}: found {entry.get(key)!r}, allowed: {kind.__name__}"
            return
    if unknown := entry.keys() - REQUIRED.keys() - OPTIONAL.keys():
        yield f"found {sorted(unknown)}, allowed: the keys of tb/formal/README.md"
    if entry["method"] not in engines.UNBOUNDED:
        yield f"method: found {entry['method']}, allowed: {', '.join(engines.UNBOUNDED)}"
    if not entry["bugs"]:
        yield "bugs: found none, allowed: at least one bug that the proof finds"
    if not entry["asserts"]:
        yield "asserts: found 0, allowed: at least 1"
    if entry["method"] != "check" and not (entry.get("covers") and entry.get("depth")):
        yield "found no depth or no covers, allowed: at least 1 of each"
    if len(entry.get("assumed", [])) != entry.get("assumes", 0):
        yield (f"assumed: found {len(entry.get('assumed', []))} texts, allowed: one for each of the "
               f"{entry.get('assumes', 0)} assumptions")


def holds(path, pattern):
    return path.is_file() and re.search(pattern, path.read_text(encoding="utf-8")) is not None


def unfounded(entry):
    """What the texts of `assumed` refer to and is not there."""
    for text in entry.get("assumed", []):
        label = text.partition(":")[0]
        for name, unit in ASSERTION.findall(text):
            if not holds(ROOT / "rtl" / f"{unit}.sv", rf"`ASSERT(_STREAM)?\({name or label},"):
                yield f"assumed: {label}: found no ASSERT {name or label} in rtl/{unit}.sv"
        for wrapper, name in PROPERTY.findall(text):
            pattern = rf"`PROVE\({name}," if name else "`PROVE"
            if not any(holds(path, pattern) for path in FORMAL.rglob(f"{wrapper}.sv")):
                yield f"assumed: {label}: found no property {name} in {wrapper}.sv"


def read_manifest(path):
    proofs = []
    for entry in json.loads(path.read_text(encoding="utf-8")):
        if wrong := list(problems(entry)) or list(unfounded(entry)):
            raise ManifestError(f"{path}: {entry.get('name', '?')}: {'; '.join(wrong)}")
        proof = OPTIONAL | entry | {"folder": path.parent, "include": FORMAL, "root": ROOT}
        proof["cover_depth"] = proof["cover_depth"] or proof["depth"]
        proofs.append(proof)
    return proofs


def read_manifests(folder):
    proofs = [proof for path in sorted(folder.rglob("proofs.json")) for proof in read_manifest(path)]
    counts = collections.Counter(proof["name"] for proof in proofs)
    if repeated := [name for name, count in counts.items() if count > 1]:
        raise ManifestError(f"proofs.json: found {repeated} more than once, allowed: once")
    return proofs


def steps_of(proof, bugs):
    """The steps of a proof, each independent of the others."""
    steps = ["prove"]
    if proof["covers"]:
        steps.append("cover")
    return steps + [f"bug {bug['name']}" for bug in proof["bugs"]] * bugs


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


def run_step(proof, step, out):
    """Runs a step in a folder of its own; seconds are of the processor, so that other load does not count."""
    work = out / proof["name"] / step.replace(" ", "_")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        ok, text, names = outcome_of(proof, step, work)
    except engines.FormalError as error:
        ok, text, names = False, f"error: {error}", {}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"step": step, "ok": ok, "text": text, "seconds": round(seconds, 1), "names": names,
            "log": str(work.relative_to(out))}


def properties(results):
    """Distinct properties: label and wrapper, whatever instance of a generate loop or proof checks them."""
    found = set()
    for proof, steps in results:
        for name in steps[0]["names"].get("assert", []):
            found.add((proof["top"] or proof["name"], re.sub(r"\[\d+\]", "", name)))
    return found


def bound_of(proof):
    return "none" if engines.UNBOUNDED[proof["method"]] else f"{proof['depth']} cycles"


def row(proof, steps):
    by_name = {step["step"]: step for step in steps}
    bugs = [step for step in steps if step["step"].startswith("bug ")]
    return (proof["name"], str(proof["asserts"]), proof["method"], bound_of(proof),
            by_name["prove"]["text"].split()[0].rstrip(":"),
            ("reached" if by_name["cover"]["ok"] else "missed") if "cover" in by_name else "-",
            f"{sum(step['ok'] for step in bugs)}/{len(bugs)}",
            f"{sum(step['seconds'] for step in steps):.1f}")


def print_table(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for line in rows:
        print("  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip())


def write_junit(path, results):
    suite = xml.Element("testsuite", name="formal")
    for proof, steps in results:
        for step in steps:
            case = xml.SubElement(suite, "testcase", classname=proof["name"], name=step["step"],
                                  time=str(step["seconds"]))
            if not step["ok"]:
                xml.SubElement(case, "failure", message=step["text"]).text = step["log"]
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    write_whole(path, xml.tostring(suite, encoding="unicode", xml_declaration=True))


def write_json(path, results, seconds, distinct):
    report = {"seconds": round(seconds, 1), "properties": len(distinct), "proofs": []}
    for proof, steps in results:
        kept = {key: proof[key] for key in ("name", "text", "method", "asserts", "assumed")}
        kept["bound"] = bound_of(proof)
        kept["properties"] = steps[0]["names"].get("assert", [])
        kept["steps"] = [{key: step[key] for key in ("step", "ok", "text", "seconds", "log")}
                         for step in steps]
        report["proofs"].append(kept)
    write_whole(path, json.dumps(report, indent=2) + "\n")


def run_all(proofs, options, out):
    """All steps, `jobs` at a time; progress on standard error."""
    tasks = [(proof, step) for proof in proofs for step in steps_of(proof, options.bugs)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        running = {pool.submit(run_step, proof, step, out): (proof["name"], step) for proof, step in tasks}
        for done, task in enumerate(concurrent.futures.as_completed(running), 1):
            name, step = running[task]
            result = task.result()
            if options.verbose or not result["ok"]:
                print(f"[{done}/{len(tasks)}] {name} {step}: {result['text']} ({result['seconds']} s)",
                      file=sys.stderr, flush=True)
        ended = {running[task]: task.result() for task in running}
    return [(proof, [ended[proof["name"], step] for step in steps_of(proof, options.bugs)])
            for proof in proofs]


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", help="parts of names; none: all proofs")
    parser.add_argument("--folder", default=str(FORMAL), help="manifests there and below; default tb/formal")
    parser.add_argument("--out", default=str(ROOT / "out" / "formal"), help="folder of logs and reports")
    parser.add_argument("--jobs", type=int, default=2, help="steps at a time, default 2")
    parser.add_argument("--no-bugs", dest="bugs", action="store_false", help="without the planted bugs")
    parser.add_argument("--list", action="store_true", help="names and texts only")
    parser.add_argument("--verbose", action="store_true", help="every step as it ends")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    try:
        proofs = read_manifests(pathlib.Path(options.folder).resolve())
    except (ManifestError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.words:
        proofs = [proof for proof in proofs if any(word in proof["name"] for word in options.words)]
    if not proofs:
        print(f"error: found {options.words}, allowed: parts of names of proofs, see --list", file=sys.stderr)
        return 2
    if options.list:
        print_table([(proof["name"], proof["text"]) for proof in proofs])
        return 0
    out = pathlib.Path(options.out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    results = run_all(proofs, options, out)
    seconds = time.monotonic() - start
    print_table([("proof", "properties", "method", "bound", "result", "covers", "bugs", "cpu s")] +
                [row(proof, steps) for proof, steps in results])
    distinct = properties(results)
    ended = [step for _, steps in results for step in steps]
    failed = [step for step in ended if not step["ok"]]
    print(f"{len(results)} proofs, {len(distinct)} properties, {len(ended)} steps, {len(failed)} failed, "
          f"{sum(step['seconds'] for step in ended):.0f} s of processor time, {seconds:.0f} s")
    write_json(out / "formal.json", results, seconds, distinct)
    write_junit(out / "formal.xml", results)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
