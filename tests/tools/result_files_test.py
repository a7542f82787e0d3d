#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Result files of all tools against the JSON Schemas that nve-report prints, and the schemas of files that
scripts write against the tables that check these, by Debian's python3-jsonschema.

  result_files_test.py BUILD WORK
"""
import copy
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

import own_scripts  # noqa: F401  (finds the scripts)
import report_results
import result_tables
import script_main
from json_shape import Any

jsonschema = script_main.module("jsonschema", "python3-jsonschema")
numpy = script_main.module("numpy", "python3-numpy")
ROOT = report_results.ROOT
LAYER = "layer,oc,ic,oh,ow,kh,kw,pad_h,pad_w\nc1,8,4,6,6,3,3,1,1\n"
TWO_LAYERS = ROOT / "networks/small/two_layers.xml"
STREET = ROOT / "images/street.png"
# Each file, and the call that writes it
CALLS = {
    "compile": ("nvec", TWO_LAYERS, "--seed", "1"),
    "published": ("nvec", ROOT / "networks/face_detection.xml", "--seed", "1", "--preset", "scopes2015"),
    "predict": ("nvec", TWO_LAYERS, "--seed", "1", "--predict", "--memory", "bank"),
    "sim": ("nve-sim", "p.nve", "--input", STREET, "--output", "sim"),
    "sweep": ("nve-sweep", "--sizes", "8,64", "--memory", "fixed,bank", "--ports", "separate,shared",
              "--csv", "sweep.csv"),
    "sweep_varied": ("nve-sweep", "--sizes", "8", "--memory", "bank", "--vary", "memory.batch_bursts=1,2",
                     "--csv", "varied.csv"),
    "vary": ("nve-cosim", "p.nve", "--input", STREET, "--memory", "bank", "--vary",
             "memory.batch_bursts=1,2"),
    "cpu": ("nve-cpu", TWO_LAYERS, "--seed", "1", "--input", STREET, "--repeat", "1", "--stream-mib", "8"),
    "plan": ("nve-plan", "c.csv", "--execute"),
    "plan_runs": ("nve-plan", "c1.ir", "--execute"),
    "plan_table": ("nve-plan", "--table", "--convention", "padded"),
    "plan_stored": ("nve-plan", "--table", "--convention", "stored"),
    "plan_nve": ("nve-plan", "lenet", "--hardware", "nve"),
    "plan_binary": ("nve-plan", "i.nve", "--cores", "2", "--plan-cache", "off"),
    "plan_rank": ("nve-plan", "c.csv", "--rank", "3"),
    "tso": ("nve-plan", "lenet", "--tso"),
    "tso_table": ("nve-plan", "--tso"),
    "random": ("nve-random", "--seeds", "1-6"),
    "faults": ("nve-faults", "bit-flips", "--seeds", "1-4"),
    "quantise": ("nve-quantise", TWO_LAYERS, "float.npz", "--calibrate", STREET, "-o", "quantised.npz"),
}


def output_of(*words, codes=(0,)):
    ended = subprocess.run([BUILD / "bin" / words[0], *map(str, words[1:])], cwd=WORK, capture_output=True,
                           text=True, check=False, timeout=300)
    assert ended.returncode in codes, (words, ended.stdout + ended.stderr)
    return ended.stdout


def make_detections():
    """detections.json of a detector with made-up weights."""
    output_of("nvec", TWO_LAYERS, "--seed", "1", "--save-weights", "two.npz")
    model = {"schema": "nve-model", "schema_version": 1, "name": "two", "kind": "detect",
             "network": str(TWO_LAYERS), "weights": "two.npz", "classes": ["cat", "dog"], "window": [14, 14],
             "step": [2, 2], "threshold": 0}
    (WORK / "two.model").write_text(json.dumps(model), encoding="utf-8")  # no result, which *.json are
    (WORK / "scene.pgm").write_bytes(b"P5 40 44 255\n" + bytes(range(160)) * 11)
    read_out = ("--read-out", "two.model", "--input", "scene.pgm")
    output_of("nvec", *read_out, "-o", "two.nve")
    output_of("nve-sim", "two.nve", *read_out, "--output", "two", "--json", "two.json")


def setUpModule():
    shutil.rmtree(WORK, ignore_errors=True)
    for path in report_results.make_results(BUILD, WORK).values():
        if path.stem in ("old", "evil"):  # of an earlier version; with keys that no table has
            path.unlink()
    (WORK / "c.csv").write_text(LAYER, encoding="utf-8")
    output_of("nvec", TWO_LAYERS, "--seed", "1", "--save-weights", "integer.npz", "-o", "i.nve")
    with numpy.load(WORK / "integer.npz") as arrays:
        numpy.savez(WORK / "float.npz", **{name: arrays[name] / 4096 for name in arrays.files
                                           if name.endswith((".weights", ".bias"))})
    output_of("nve-plan", "c.csv", "--layer", "c1", "--ir", "c1.ir")
    for name, call in CALLS.items():
        output_of(*call, "--json", f"{name}.json")
    output_of("nvec", TWO_LAYERS, "--seed", "1", "--ladder", "ladder")
    output_of("nve-plan", "--papers", "papers")
    output_of("nve-layer-plans", TWO_LAYERS, "--layer", "L2", "--best", "2", "--drawn", "1", "-o",
              "layer_plans")
    make_detections()
    for waves, words in (("a.fst", ()), ("b.fst", ("--feed", "column"))):
        output_of("nve-cosim", "p.nve", "--input", STREET, "--wave", waves, "--wave-window", "1:6000", *words)
    for name, waves in (("same", "a.fst"), ("diff", "b.fst")):
        output_of("nve-diff", "a.fst", waves, "--json", f"{name}.json", codes=(0, 1))
    ResultFiles.kinds = re.search(r"kind of result files: ([\w-]+(?:, [\w-]+)*)", re.sub(
        r"\s+", " ", output_of("nve-report", "--help")))[1].split(", ")
    ResultFiles.schemas = {f"nve-{kind}": json.loads(output_of("nve-report", "--schema", kind))
                           for kind in ResultFiles.kinds}
    ResultFiles.files = {path: json.loads(path.read_text(encoding="utf-8"))
                         for path in sorted(WORK.rglob("*.json")) if not path.name.endswith(".fst.json")}


def objects_of(schema):
    """All schemas of objects with keys inside of one."""
    if isinstance(schema, dict):
        if schema.get("type") == "object" and "properties" in schema:
            yield schema
        for value in schema.values():
            yield from objects_of(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from objects_of(value)


def without_meaning(schema):
    """Keys that do not say what they mean."""
    return [key for own in objects_of(schema) for key, value in own["properties"].items()
            if len(value.get("description", "")) < 3]


class ResultFiles(unittest.TestCase):
    def problems(self, content):
        schema = self.schemas[content["schema"]]
        return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(content)]

    def test_every_file_matches_its_schema(self):
        for path, content in self.files.items():
            with self.subTest(path.name):
                self.assertEqual(self.problems(content), [])

    def test_files_say_their_command(self):
        for name in ("compile", "predict", "sweep", "cpu", "plan", "plan_runs", "plan_table", "plan_nve",
                     "plan_binary", "plan_rank", "tso", "tso_table", "vary", "sim", "random", "faults"):
            command = shlex.split(self.files[WORK / f"{name}.json"]["command"])
            tool, *words = map(str, CALLS[name])
            self.assertEqual(pathlib.Path(command[0]).name, tool)
            if name != "vary":  # whose command has all that the run was given, in an order of its own
                self.assertEqual(command[1:], [*words, "--json", f"{name}.json"])
        for name, words in (("ladder/ladder", "--ladder ladder"), ("papers/plans", "--papers papers"),
                            ("layer_plans/plans", "--best 2 --drawn 1 -o layer_plans"),
                            ("diff", "a.fst b.fst --json diff.json")):
            self.assertTrue(self.files[WORK / f"{name}.json"]["command"].endswith(words), name)

    def test_every_kind_has_a_file(self):
        self.assertEqual({content["schema"] for content in self.files.values()}, set(self.schemas))

    def test_lists_of_failures_and_differences_are_not_empty(self):
        for name, key in (("diff", "differences"), ("published", "layers"), ("plan", "runs")):
            self.assertTrue(self.files[WORK / f"{name}.json"][key], name)
        self.assertIsNone(self.files[WORK / "same.json"]["cycle"])
        self.assertIn("mismatch", self.files[WORK / "probe.json"])

    def test_every_key_says_what_it_means(self):
        for name, schema in self.schemas.items():
            jsonschema.Draft202012Validator.check_schema(schema)
            self.assertEqual(schema["title"], name)
            self.assertEqual(without_meaning(schema), [], name)
            self.assertFalse(any(own["additionalProperties"] for own in objects_of(schema)), name)

    def test_other_files_do_not_match(self):
        for path, content in self.files.items():
            key = [key for key in content if key not in ("schema", "schema_version")][-1]
            for wrong in (content | {"more": 1}, content | {"schema_version": 99}, content | {key: {"x": 1}},
                          content | {"schema": "nve-other"}):
                schema = self.schemas[content["schema"]]
                with self.subTest(path.name):
                    self.assertFalse(jsonschema.Draft202012Validator(schema).is_valid(wrong), wrong.keys())

    def test_a_key_of_a_layer_that_no_table_has(self):
        for name in ("compile", "sweep", "cpu", "plan", "tso", "faults", "quantise"):
            content = copy.deepcopy(self.files[WORK / f"{name}.json"])
            part = content.get("layers") or content.get("transfers") or list(content["kinds"].values())
            part[0]["more"] = 1
            self.assertEqual(len(self.problems(content)), 1, name)


def sample_of(kind, optional):
    """Something of a kind, with or without what may be missing."""
    if isinstance(kind, dict):
        return {key.rstrip("?"): sample_of(own, optional) for key, (own, _) in kind.items()
                if optional or not key.endswith("?")}
    if isinstance(kind, list):
        return [sample_of(kind[0], optional)] * 2
    if isinstance(kind, Any):
        return {"one": sample_of(kind.kind, optional)}
    kind = kind[-1] if isinstance(kind, tuple) else kind
    return kind()


def spoilt(value):
    """Copies of a value, each with something wrong in one object."""
    if isinstance(value, list) and value:
        yield from ([wrong, *value[1:]] for wrong in spoilt(value[0]))
    if not isinstance(value, dict):
        return
    for key, own in value.items():
        yield value | {key: None}
        yield from (value | {key: wrong} for wrong in spoilt(own))


class ResultTables(unittest.TestCase):
    def test_schemas(self):
        for name in result_tables.TABLES:
            printed = subprocess.run([sys.executable, result_tables.__file__, name], capture_output=True,
                                     text=True, check=True).stdout
            schema = json.loads(printed)
            jsonschema.Draft202012Validator.check_schema(schema)
            self.assertEqual(without_meaning(schema), [], name)

    def test_tables_and_schemas_allow_the_same(self):
        for name, (_, table) in result_tables.TABLES.items():
            validator = jsonschema.Draft202012Validator(result_tables.schema_of(name))
            for optional in (False, True):
                content = sample_of(table, optional)
                self.assertTrue(validator.is_valid(result_tables.file_of(name, content)), name)
                wrong = [*spoilt(content), content | {"more": 1}]
                wrong += [{key: own for key, own in content.items() if key != left} for left in content
                          if f"{left}?" not in table]
                self.assertGreater(len(wrong), 3)
                for each in wrong:
                    head = {"schema": f"nve-{name}", "schema_version": 1}
                    self.assertFalse(validator.is_valid(head | each), (name, each))
                    self.assertRaises(AssertionError, result_tables.file_of, name, each)

    def test_wrong_kind(self):
        ended = subprocess.run([sys.executable, result_tables.__file__, "x"], capture_output=True, text=True,
                               check=False)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("found x, allowed: one of cases, nightly", ended.stderr)


if __name__ == "__main__":
    BUILD, WORK = (pathlib.Path(word).resolve() for word in (sys.argv.pop(1), sys.argv.pop(1)))
    unittest.main()
