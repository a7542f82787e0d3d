#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the proofs of tb/formal (format: tb/formal/README.md) and says what each one shows.

  formal.py                all proofs with their covers and planted bugs
  formal.py fifo agu       those whose names contain one of the words
  formal.py --no-bugs X    without the planted bugs
  formal.py --list         names and texts only
  formal.py --folder F     manifests of another folder
  formal.py --update X     runs nothing: writes the names of properties and covers into the manifests

Prints a table, writes OUT/formal.json and OUT/formal.xml (JUnit). Exit code 1 if anything is undetermined or
refuted, a property or cover is not one of the manifest's or the other way round, a cover is not reached, a
planted bug not found or the budget (15 minutes, --budget) exceeded; 2 for wrong options, words, manifests, or
a tool that is not there.
Standard library only.
"""
import argparse
import concurrent.futures
import json
import multiprocessing
import pathlib
import re
import resource
import shutil
import sys
import time
import xml.etree.ElementTree as xml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"))
import formal_engines as engines  # noqa: E402
import formal_manifest as manifest  # noqa: E402
import own_files  # noqa: E402
import script_main  # noqa: E402
from script_main import InputError  # noqa: E402
from test_summary import write_whole  # noqa: E402

ROOT, FORMAL = manifest.ROOT, manifest.FORMAL


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
    work = work_of(out, proof["name"], step)
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
        for name in steps[0]["names"].get("asserts", []):
            found.add((proof["top"] or proof["name"], re.sub(r"\[\d+\]", "", name)))
    return found


def bound_of(proof):
    return "none" if engines.UNBOUNDED[proof["method"]] else f"{proof['depth']} cycles"


def row(proof, steps):
    by_name = {step["step"]: step for step in steps}
    bugs = [step for step in steps if step["step"].startswith("bug ")]
    return (proof["name"], str(len(proof["asserts"])), proof["method"], bound_of(proof),
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
        kept = {key: proof[key] for key in ("name", "text", "method", "assumed")}
        kept["bound"] = bound_of(proof)
        kept["properties"] = steps[0]["names"].get("asserts", [])
        kept["steps"] = [{key: step[key] for key in ("step", "ok", "text", "seconds", "log")}
                         for step in steps]
        report["proofs"].append(kept)
    write_whole(path, json.dumps(report, indent=2) + "\n")


def run_all(proofs, options, out):
    """All steps, `jobs` at a time; progress on standard error."""
    tasks = [(proof, step) for proof in proofs for step in steps_of(proof, not options.no_bugs)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs, initializer=engines.end_with_parent) as pool:
        running = {pool.submit(run_step, proof, step, out): (proof["name"], step) for proof, step in tasks}
        try:
            for done, task in enumerate(script_main.completed(running), 1):
                name, step = running[task]
                result = task.result()
                if options.verbose or not result["ok"]:
                    print(f"[{done}/{len(tasks)}] {name} {step}: {result['text']} ({result['seconds']} s)",
                          file=sys.stderr, flush=True)
        except BaseException:
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise
        ended = {running[task]: task.result() for task in running}
    return [(proof, [ended[proof["name"], step] for step in steps_of(proof, not options.no_bugs)])
            for proof in proofs]


def update(proofs, out):
    """Writes the names that the designs have into the manifests."""
    found = {}
    for proof in proofs:
        work = work_of(out, proof["name"], "update")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        try:
            found_here = engines.names_of(proof, ROOT / "rtl", engines.package(ROOT, proof, work), work)
        except engines.FormalError as error:
            raise InputError(f"{proof['name']}: {error}; log: {work}") from error
        found[proof["folder"], proof["name"]] = found_here
        for kind, more, fewer in engines.differences(found_here, proof):
            names = [*(f"+{name}" for name in more), *(f"-{name}" for name in fewer)]
            print(f"{proof['name']}: {kind}: {' '.join(names)}")
    manifest.write_names(found)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", help="parts of names; none: all proofs")
    parser.add_argument("--folder", default=str(FORMAL), help="manifests there and below; default tb/formal")
    parser.add_argument("--out", default=str(ROOT / "out" / "formal"), help="folder of logs and reports")
    parser.add_argument("--jobs", type=script_main.count, default=2, help="steps at a time, default 2")
    parser.add_argument("--budget", type=script_main.minutes, default=15, help="minutes (%(default)s)")
    parser.add_argument("--no-bugs", action="store_true", help="without the planted bugs")
    parser.add_argument("--list", action="store_true", help="names and texts only")
    parser.add_argument("--update", action="store_true", help="write the names into the manifests")
    parser.add_argument("--verbose", action="store_true", help="every step as it ends")
    options = parser.parse_args(arguments)
    running = ("no_bugs", "jobs", "budget", "verbose")
    if options.list:
        script_main.refuse_beside("--list", parser, options, ("update", *running, "out"))
    if options.update:
        script_main.refuse_beside("--update", parser, options, running)
    return options


def chosen(proofs, words):
    """The proofs whose names contain one of the words; each word must be in one."""
    if unknown := [word for word in words if not any(word in proof["name"] for proof in proofs)]:
        raise InputError(f"found {', '.join(unknown)}, allowed: parts of names of proofs, see --list")
    return [proof for proof in proofs if not words or any(word in proof["name"] for word in words)]


def work_of(out, name, step):
    """The folder of a step of a proof."""
    return out / name / step.replace(" ", "_")


def folder_to_write(text):
    out = pathlib.Path(text).resolve()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out: found {text}: {error.strerror}, allowed: a folder to write to") from error
    return out


def main():
    options = parse(sys.argv[1:])
    folder = pathlib.Path(options.folder).resolve()
    # References go to names, which an update is about to write.
    proofs = chosen(manifest.read(folder, check_references=not options.update), options.words)
    if options.list:
        print_table([(proof["name"], proof["text"]) for proof in proofs])
        return 0
    solving = not options.update and any(proof["method"] == "z3" for proof in proofs)
    tools = (*engines.TOOLS, *engines.TOOLS_OF_Z3 * solving)
    if missing := [tool for tool in tools if not shutil.which(tool)]:
        raise InputError(f"found no {', '.join(missing)}, allowed: the programs that "
                         "scripts/run/install_packages.sh formal installs, in PATH")
    out = folder_to_write(options.out)
    steps = {proof["name"]: ["update"] if options.update else steps_of(proof, True) for proof in proofs}
    own_files.refuse_foreign(out, [work_of(out, name, step) for name in steps for step in steps[name]],
                             "lock", "formal.json")
    with script_main.alone_in(out):
        if options.update:
            update(proofs, out)
            manifest.read(folder)
            return 0
        return run_and_tell(proofs, options, out)


def run_and_tell(proofs, options, out):
    """Runs all steps, prints and writes what has become of them. The exit code."""
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
    late = script_main.over_budget(seconds / 60, options.budget)
    for problem in late:
        print(f"formal.py: error: {problem}", file=sys.stderr)
    return 1 if failed or late else 0


if __name__ == "__main__":
    sys.exit(script_main.run("formal.py", main, "nothing is kept, call it again"))
