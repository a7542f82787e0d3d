# SPDX-License-Identifier: Apache-2.0
"""What formal.py tells of the steps that have ended: a table, formal.json and formal.xml."""
import json
import re
import xml.etree.ElementTree as xml

import formal_step
import result_tables
from test_summary import printable, write_whole

HEAD = ("proof", "properties", "method", "bound", "result", "covers", "bugs", "cpu s")


def said_by(result):
    """What the result of a step says. One that says nothing is none."""
    path = result.folder / formal_step.FILE
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else failed(result.output)


def failed(reason):
    return {"ok": False, "text": f"error: {' '.join(reason.split())}", "seconds": 0.0, "names": {}}


def ended(shards, outcome):
    """(proof, its steps as they have ended) of all proofs. A step without a result has failed."""
    found = {}
    for one in shards:
        proof, result = one.about["proof"], outcome.results.get(one.id)
        said = said_by(result) if result else failed(outcome.missing[one.id])
        steps = found.setdefault(proof["name"], (proof, []))[1]
        steps.append(said | {"step": one.about["step"], "log": f"results/{one.id}"})
    return list(found.values())


def tell(results, out, seconds):
    """Prints the table, writes the files. The problems, a sentence each."""
    print_table([HEAD] + [row(proof, steps) for proof, steps in results])
    distinct = properties(results)
    steps = [step for _, own in results for step in own]
    problems = [f"{proof['name']} {step['step']}: {step['text']}; {out / step['log']}"
                for proof, own in results for step in own if not step["ok"]]
    print(f"{len(results)} proofs, {len(distinct)} properties, {len(steps)} steps, {len(problems)} failed, "
          f"{sum(step['seconds'] for step in steps):.0f} s of processor time, {seconds:.0f} s")
    write_json(out / "formal.json", results, seconds, distinct)
    write_junit(out / "formal.xml", results)
    return problems


def properties(results):
    """Distinct properties: label and wrapper, whatever instance of a generate loop or proof checks them."""
    found = set()
    for proof, steps in results:
        for name in steps[0]["names"].get("asserts", []):
            found.add((proof["top"] or proof["name"], re.sub(r"\[\d+\]", "", name)))
    return found


def row(proof, steps):
    by_name = {step["step"]: step for step in steps}
    bugs = [step for step in steps if step["step"].startswith("bug ")]
    return (proof["name"], str(len(proof["asserts"])), proof["method"], proof["bound"],
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
                xml.SubElement(case, "failure", message=printable(step["text"])).text = step["log"]
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    write_whole(path, xml.tostring(suite, encoding="unicode", xml_declaration=True))


def write_json(path, results, seconds, distinct):
    report = {"seconds": round(seconds, 1), "properties": len(distinct), "proofs": []}
    for proof, steps in results:
        kept = {key: proof[key] for key in ("name", "text", "method", "assumed", "bound")}
        kept["properties"] = steps[0]["names"].get("asserts", [])
        kept["steps"] = [{key: step[key] for key in ("step", "ok", "text", "seconds", "log")}
                         for step in steps]
        report["proofs"].append(kept)
    write_whole(path, json.dumps(result_tables.file_of("formal", report), indent=2) + "\n")
