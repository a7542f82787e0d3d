#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Result files that scripts write: a table of keys for each kind, which checks files and makes their schema.

  result_tables.py KIND             prints the JSON Schema (draft 2020-12) of a kind
  result_tables.py --source FILE    writes all of them as a C++ source, for nve-report

Result files of the C++ tools have tables of their own (report/result, nve-report --schema). Standard library
only.
"""
import json
import sys

from json_shape import Any, Object, misfits
from whole_file import write_whole

VERSION = 1

# A table has for each key its kind and what it means. A key with ? may be missing. Kinds: int, float, bool,
# str, list (whatever is in it), [kind], Any(kind) with names that the run decides, another table.
MACHINE = {
    "expected": (int, "cases that the list has"), "conducted": (int, "cases that ran"),
    "passed": (int, "cases that passed"), "failed": (int, "cases that failed"),
    "skipped": (int, "cases that said that they cannot run here"),
    "not_conducted": (int, "cases without a verdict"),
    "compared_cycles": (int, "clock cycles in which RTL and golden model were compared"),
    "seconds": (float, "time of all cases, seconds")}
PROGRAMS = {
    "expected": (int, "programs asked for"), "conducted": (int, "programs run"),
    "failed": (int, "programs that failed"), "legal": (int, "programs that keep the rules"),
    "illegal": (int, "programs that break one"), "congested": (int, "programs with a congestor"),
    "sending": (int, "legal programs that send output words"), "runs": (int, "programs times profiles"),
    "compared_cycles": (int, "clock cycles in which RTL and golden model were compared"),
    "compared_words": (int, "output words compared with those without stalls"),
    "mismatches": (int, "programs with a difference in lockstep"),
    "cycle_delta": (int, "clock cycles that the core was busy more or less than it should be"),
    "refused_starts": (int, "STARTs of illegal programs that the core refused"),
    "watchdog_resets": (int, "runs of illegal programs that the watchdog ended")}
PROBLEMS = ([str], "why this is no success, sentences; none if it is one")
OUTCOMES = {
    "conducted": (int, "seeds run"), "failed": (int, "runs that failed; the others by outcome:"),
    "reported": (int, "the machine reported the fault"), "harmless": (int, "the output was right"),
    "recovered": (int, "a reset ended it, and the next run was right"),
    "flagged": (int, "lockstep saw the inverted bit, the machine did not"),
    "masked": (int, "nothing saw the inverted bit"),
    "statuses": (Any(int), "runs that have not failed by what was seen"),
    "stalls?": (Any(int), "runs on the core alone by its stall in the cycle of the fault")}
PARTS = {
    "bound": "an iteration at its proved bound", "schedule": "schedules above their bound",
    "prologue": "overlapped iterations that fill and drain",
    "load": "activation tables and programs into the core", "host": "register accesses",
    "copy": "the processor copies",
    "ramp": "from the core's start to the first word", "drain": "from the core's end to the last interrupt",
    "descriptors": "the core waits: a descriptor came late",
    "transfer": "the core waits: words follow too slowly",
    "row": "the core waits: a row is opened",
    "turnaround": "the core waits: the memory changes its direction",
    "refresh": "the core waits: the memory is refreshed", "writes": "the core waits: writes go first",
    "latency": "the core waits for the memory's latency", "output": "the core waits for room of the output"}
WAITS = PARTS | {
    "other_cores": "a core's next step waits for steps of other cores",
    "processor": "a core's next step may begin, and the processor works for other cores",
    "done": "a core has no step left"}
RANKED = {"spearman": "Spearman's rank correlation with the measured cycles",
          "kendall": "Kendall's tau b of the same",
          "regret": "the measured cycles of the plan predicted best divided by the least, less 1",
          "top3": "share of layers in which the best plan is among the three predicted best"}
ORDER = {**{f"{key}?": (float, RANKED[key] + "; none if the plans do not spread")
            for key in ("spearman", "kendall")},
         "regret": (float, RANKED["regret"]),
         "top3": (bool, "whether the best plan is among the three predicted best")}
TABLES = {
    "cases": ("results of the tests", {
        "suite": (str, "test, regress or sanitize: what ran"),
        "totals": (MACHINE | {
            "machines": (Any(MACHINE), "the same by machine"),
            "minutes?": (float, "time of the run, minutes"), "budget?": (float, "minutes that it may take"),
            "problems?": PROBLEMS,
            "warnings?": ([str], "what is no failure, sentences")}, "numbers of cases"),
        "cases": ([{"machine": (str, "name of the machine"), "name": (str, "name of the case"),
                    "status": (str, "passed, failed, skipped or not conducted"),
                    "seconds": (float, "time, seconds")}], "by case")}),
    "nightly": ("random programs on all machines", {
        "total": (PROGRAMS, "all machines together"),
        "machines": (Any(PROGRAMS | {"failing_seeds": ([int], "seeds of programs that failed")}),
                     "by machine"),
        "problems": PROBLEMS}),
    "fault-campaign": ("faults around the machines, and what became of them", {
        "machines": (Any(Any(OUTCOMES | {
            "expected": (int, "seeds asked for"),
            "compared_cycles": (int, "clock cycles in which RTL and golden model were compared"),
            "kinds": (Any(OUTCOMES), "the same by kind of the fault"),
            "failures": ([{"seed": (int, "seed of the fault"), "kind": (str, "kind of the fault"),
                           "text": (str, "what was found"),
                           "reproduce": (str, "command that shows it again")}],
                         "runs that failed")})), "by machine and family"),
        "problems": PROBLEMS}),
    "fuzz": ("fuzzing of the readers", {
        "targets": (Any({
            "cpu_seconds": (float, "processor time, seconds"), "executions": (int, "inputs run"),
            "inputs": (int, "new inputs"), "edges": (int, "edges of the program covered"),
            "features": (int, "features covered: edges, and how often"),
            "open_findings": ([str], "names of inputs that fail"),
            "closed_findings": ([str], "names of inputs that no longer fail"), "problems": PROBLEMS}),
                    "by target"),
        "problems": PROBLEMS}),
    "formal": ("proofs", {
        "seconds": (float, "processor time, seconds"), "properties": (int, "different properties proved"),
        "proofs": ([{
            "name": (str, "name of the proof"), "text": (str, "what it proves"),
            "method": (str, "engine that proves it"), "bound": (str, "clock cycles it holds for"),
            "assumed": ([{"name": (str, "property that is assumed"),
                          "asserted?": ([str], "assertions of the RTL that say the same"),
                          "proved?": ([str], "proofs of it"), "rules?": ([str], "rules of docs/dma.md"),
                          "reason?": (str, "why it may be assumed")}], "properties that it assumes"),
            "properties": ([str], "names of its properties"),
            "steps": ([{"step": (str, "prove, cover, or bug and its name"), "ok": (bool, "as it must be"),
                        "text": (str, "what was found"), "seconds": (float, "processor time, seconds"),
                        "log": (str, "what engines printed")}], "by step")}], "by proof")}),
    "mutate": ("mutants, and which tests kill them", {
        "problems": PROBLEMS,
        "mutants": ([{
            "part": (str, "part of the project"), "number": (int, "number within the part"),
            "unit": (str, "unit that is judged"), "module": (str, "module or file"),
            "text": (str, "place and change"), "line?": (int, "line of the file, from 0"),
            "insertions?": (list, "what is put into the line, and where"),
            "result": (str, "killed, equal, bounded or alive"),
            "by": (str, "test that killed it, or outcome of its proof")}], "by mutant")}),
    "zoo": ("bugs planted on purpose", {
        "expected": (int, "bugs planted"), "conducted": (int, "bugs with a result"),
        "failed": (int, "runs that were not as they must be"),
        "failures": (Any(str), "what these have found, by bug")}),
    "coverage": ("points that tests reach", {
        "kinds": (Any({
            "points": (int, "points"), "constant": (int, "points proved constant"),
            "waived": (int, "points that are waived"), "covered": (int, "points reached"),
            "percent": (float, "covered of those neither constant nor waived, percent"),
            "limit": (float, "percent asked for"), "missing": ([str], "points that are not reached"),
            "waivers": (Any(str), "why points are waived, by point"),
            "proved_constant": ([str], "points proved constant")}), "by kind of point"),
        "findings": ([str], "why the gate is shut, sentences; none if it is open")}),
    "columns": ("a trained classifier as float network, reference, golden model and RTL", {
        "model": (str, "name of the model"),
        "columns": ([{
            "column": (str, "who classified"), "pictures": (int, "the first so many pictures"),
            "accuracy": (float, "share of pictures whose best class is right, 0 to 1"),
            "class_of_float": (float, "share of pictures of the class that the float network says, 0 to 1"),
            "equal_bytes?": (int, "scores that are those of the reference"),
            "bytes?": (int, "scores, one for each picture and class")}], "by column"),
        "lockstep": ({
            "cycles": (int, "clock cycles in which RTL and golden model were compared"),
            "mismatches": (int, "cycles with a difference")}, "of the RTL's run"),
        "equal_pixels_of_layers": (Any(int), "pixels of all layers' maps that are those of the reference")}),
    "cores": ("whole networks on several cores, measured in lockstep", {
        "vectors": (str, "which way the vectors lie"), "ports": (str, "separate or shared memory ports"),
        "rows": ([{
            "network": (str, "name of the network"), "cores": (int, "cores that share every layer"),
            "partition": (str, "AxB of every layer"), "feed": (str, "feed"),
            "memory": (str, "memory as given"), "cycles": (int, "clock cycles of the frame"),
            "predicted": (int, "clock cycles of the frame, predicted"),
            "bound_cycles": (int, "clock cycles of repeated parts on the busiest core, all layers"),
            "bound": (float, "speed-up that these allow"),
            "speed_up": (float, "cycles on one core, same feed and memory, divided by cycles"),
            "of_bound": (float, "bound_cycles divided by cycles"),
            "bytes": (int, "bytes moved at all ports"),
            "of_peak?": (float, "share of the most bytes that the DRAM can move in the frame"),
            "rows?": (int, "rows that the DRAM has opened"),
            "rows_of_peak?": (float, "share of the most rows that it can open in the frame: 4 in tFAW"),
            "compared_cycles": (int, "clock cycles of all cores in which RTL and golden model were compared"),
            "mismatches": (int, "cycles with a difference"),
            "shares": ({part: (int, f"clock cycles: {meaning}") for part, meaning in WAITS.items()},
                       "clock cycles of all cores by what they were for")}],
                 "by network, cores, feed and memory")}),
    "regret": ("plans of layers, predicted and measured in lockstep", {
        "tie": (float, "values closer than this share are ties in ranks"),
        "total": (Any(Any({
            "layers": (int, "layers"), "choices": (int, "those whose plans spread over 5 % at least"),
            "worst_regret": (float, "the largest regret"),
            **{f"{key}{'?' if key in ('spearman', 'kendall') else ''}": ({
                "mean": (float, "mean of the layers"), "low": (float, "end of the 95 % interval"),
                "high": (float, "its other end"), "least": (float, "the least of a layer")}, meaning)
               for key, meaning in RANKED.items()}})), "by memory and model"),
        "layers": ([{
            "network": (str, "name of the network"), "layer": (str, "name of the layer"),
            "cores": (int, "cores"), "memory": (str, "memory as given"),
            "space": (int, "plans that there are"),
            "spread": (float, "slowest plan measured divided by the fastest, less 1"),
            "wrong": (int, "plans that took other cycles than predicted"),
            "compared_cycles": (int, "clock cycles in which RTL and golden model were compared"),
            **ORDER, "models": (Any(ORDER), "the same of models that know less"),
            "plans": ([{
                "file": (str, "name"), "partition": (str, "AxB"), "feed": (str, "feed"),
                "input_layout": (str, "how the maps lie that it reads"),
                "output_layout": (str, "how those lie that it writes"),
                "half_vectors": (bool, "it runs on half vectors"),
                "max_maps_per_program": (int, "output maps of a program at most, 0: as many as fit"),
                "drawn": (bool, "drawn at random"), "measured_cycles": (int, "clock cycles of the run"),
                "predicted_cycles": (int, "the transfer model's"), "volume_cycles": (int, "by bytes moved"),
                "bursts_cycles": (int, "with bursts, as TSO counts"),
                "banks_cycles": (int, "without host and descriptors"),
                "compared_cycles": (int, "clock cycles compared in lockstep")}],
                      "the best predicted, then those drawn")}],
                   "by network, layer, cores and memory")}),
    "roofline": ("rates of layers, measured", {
        "clock_mhz": (float, "clock, MHz"), "lanes": (int, "multiply-accumulate units"),
        "port_mb_s": (float, "most that a port moves in a direction, 10^6 bytes/s"),
        "compute_gops": (float, "roof of all lanes, 10^9 operations/s"),
        "memory": (dict, "parameters of memory and board (docs/memory.md)"),
        "ports": (str, "separate or shared memory ports"),
        "gb_s": (Any(float), "roofs of the memory that nve-sweep measured, 10^9 bytes/s"),
        "layers": ([{
            "network": (str, "name of the network"), "layer": (str, "name of the layer"),
            "mode": (str, "feed"), "memory": (str, "memory as given"),
            "ports": (str, "separate or shared memory ports"),
            "strips": ((int, str), "strips of each layer that ran, or all"),
            "macs": (int, "useful multiply-accumulates"), "cycles": (int, "clock cycles elapsed"),
            "gops": (float, "10^9 useful operations/s"), "bytes_once": (int, "bytes of every pixel once"),
            "bytes_moved": (int, "bytes moved at all ports"),
            "ops_per_byte_once": (float, "operations per byte of bytes_once"),
            "ops_per_byte_moved": (float, "operations per byte of bytes_moved"),
            **{part: (int, f"clock cycles: {meaning}") for part, meaning in PARTS.items()}}],
                   "by network, layer and feed")}),
}


def shape(kind):
    """As json_shape has kinds."""
    if isinstance(kind, dict):
        keys = {optional: {key.rstrip("?"): shape(own) for key, (own, _) in kind.items()
                           if key.endswith("?") == optional} for optional in (False, True)}
        return Object(keys[False], keys[True])
    if isinstance(kind, list):
        return [shape(kind[0])]
    if isinstance(kind, Any):
        return Any(shape(kind.kind))
    return (int, float) if kind is float else kind


def file_of(name, content):
    """A file of this kind. An internal error if it is not as its table says."""
    if wrong := list(misfits(content, shape(TABLES[name][1]), f"nve-{name}")):
        raise AssertionError("; ".join(wrong))
    return {"schema": f"nve-{name}", "schema_version": VERSION} | content


def schema_of_kind(kind):
    types = {int: "integer", float: "number", bool: "boolean", str: "string", list: "array", dict: "object"}
    if isinstance(kind, dict):
        return {"type": "object",
                "properties": {key.rstrip("?"): schema_of_kind(own) | {"description": meaning}
                               for key, (own, meaning) in kind.items()},
                "required": [key for key in kind if not key.endswith("?")], "additionalProperties": False}
    if isinstance(kind, list):
        return {"type": "array", "items": schema_of_kind(kind[0])}
    if isinstance(kind, Any):
        return {"type": "object", "additionalProperties": schema_of_kind(kind.kind)}
    if isinstance(kind, tuple):
        return {"type": [types[each] for each in kind]}
    return {"type": types[kind]}


def schema_of(name):
    meaning, table = TABLES[name]
    head = {"schema": (str, "kind of the file"), "schema_version": (int, "version of the schema")}
    schema = schema_of_kind(head | table)
    schema["properties"]["schema"]["const"] = f"nve-{name}"
    schema["properties"]["schema_version"]["const"] = VERSION
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"nve-{name}",
            "description": meaning} | schema


def source():
    """A definition for report/result/script_kinds.hpp."""
    schemas = json.dumps({name: schema_of(name) for name in TABLES}, indent=1)
    return ('// SPDX-License-Identifier: Apache-2.0\n// Made by scripts/lib/result_tables.py.\n'
            f'#include "report/result/script_kinds.hpp"\n\nnamespace nve {{\n\n'
            f'const char* const kScriptSchemas = R"JSON({schemas})JSON";\n\n}}  // namespace nve\n')


if __name__ == "__main__":
    if sys.argv[1:2] == ["--source"] and len(sys.argv) == 3:
        write_whole(sys.argv[2], source())
        sys.exit(0)
    if len(sys.argv) != 2 or sys.argv[1] not in TABLES:
        print(f"result_tables.py: error: found {' '.join(sys.argv[1:]) or 'no kind'}, allowed: one of "
              f"{', '.join(TABLES)}", file=sys.stderr)
        sys.exit(2)
    print(json.dumps(schema_of(sys.argv[1]), indent=1))
