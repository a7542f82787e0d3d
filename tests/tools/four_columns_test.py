#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The trained classifier as float network, reference, golden model and RTL: four_columns_test.py BUILD WORK

20 pictures: as accurate as it should be, every score that of the reference, RTL and golden model in lockstep.
Other weights than the float ones are seen.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import unittest

import own_scripts  # noqa: F401  (finds the scripts)
import script_main

numpy = script_main.module("numpy", "python3-numpy")
ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = ROOT / "networks/trained/fashion"
PICTURES = 20


def run(model, out, *options):
    return subprocess.run([ROOT / "scripts/train/four_columns.py", model, BUILD, WORK / out, *options],
                          capture_output=True, text=True, check=False)


class FourColumns(unittest.TestCase):
    def columns(self, out):
        return json.loads((WORK / out / "columns.json").read_text(encoding="utf-8"))

    def test_all_say_the_same(self):
        ended = run(MODEL, "same", "--pictures", str(PICTURES), "--rtl", str(PICTURES))
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        result = self.columns("same")
        self.assertEqual([row["column"] for row in result["columns"]],
                         ["float", "reference", "golden model", "RTL"])
        self.assertEqual({row["pictures"] for row in result["columns"]}, {PICTURES})
        for row in result["columns"]:
            self.assertGreaterEqual(row["accuracy"], 0.8, row)
            self.assertGreaterEqual(row["class_of_float"], 0.95, row)
        for row in result["columns"][1:]:
            self.assertEqual(row["equal_bytes"], 10 * PICTURES)
        self.assertGreater(result["lockstep"]["cycles"], 1000000)
        self.assertEqual(result["lockstep"]["mismatches"], 0)
        self.assertTrue((WORK / "same/report.html").is_file())
        print(f"lockstep: {result['lockstep']['cycles']} cycles compared")

    def test_other_float_weights_are_another_column(self):
        model = WORK / "model"
        shutil.copytree(MODEL, model)
        arrays = dict(numpy.load(MODEL / "float.npz"))
        arrays["L5.bias"] = arrays["L5.bias"] + numpy.arange(10, dtype=numpy.float32) * 10
        numpy.savez(model / "float.npz", **arrays)
        ended = run(model, "other", "--pictures", "4", "--rtl", "1")
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        self.assertLess(self.columns("other")["columns"][1]["class_of_float"], 0.8)

    def test_wrong_input(self):
        for options, text in ((("--data", "/nowhere"), "/nowhere"), (("--rtl", "x"), "--rtl")):
            ended = run(MODEL, "wrong", *options)
            self.assertEqual(ended.returncode, 2, ended.stdout + ended.stderr)
            self.assertIn(text, ended.stderr)
            self.assertFalse((WORK / "wrong/columns.json").exists())


if __name__ == "__main__":
    BUILD, WORK = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    del sys.argv[1:3]
    shutil.rmtree(WORK, ignore_errors=True)
    unittest.main()
