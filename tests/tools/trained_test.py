#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The trained networks on much that they have never seen: trained_test.py BUILD WORK

All 10 000 test pictures of Fashion-MNIST on the golden model, 1000 of them on the RTL; ten streets that
nobody drew before on the golden model, the default street on the RTL. Exit code 77 without data or fonts.
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
Image = script_main.module("PIL.Image", "python3-pil")
ROOT = pathlib.Path(__file__).resolve().parents[2]
TRAINED = ROOT / "networks/trained"
DATA = pathlib.Path("/usr/share/datasets/fashion-mnist")
FIRST_SEED, STREETS = 52000001, 10  # of streets: used nowhere else


def call(*words):
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


class Fashion(unittest.TestCase):
    def test_all_pictures(self):
        call(ROOT / "scripts/train/four_columns.py", TRAINED / "fashion", BUILD, WORK / "fashion", "--data",
             DATA, "--rtl", "1000")
        result = json.loads((WORK / "fashion/columns.json").read_text(encoding="utf-8"))
        float_net, reference, golden, rtl = result["columns"]
        print(json.dumps(result["columns"], indent=1))
        self.assertEqual((golden["pictures"], rtl["pictures"]), (10000, 1000))
        self.assertGreaterEqual(golden["accuracy"], 0.899)
        self.assertGreaterEqual(golden["accuracy"], float_net["accuracy"] - 0.002)
        self.assertEqual(golden["accuracy"], reference["accuracy"])
        self.assertEqual(golden["equal_bytes"], 100000)
        self.assertEqual(rtl["equal_bytes"], 10000)
        self.assertEqual(result["lockstep"]["mismatches"], 0)
        print(f"lockstep: {result['lockstep']['cycles']} cycles compared")


class Streets(unittest.TestCase):
    def detected(self, tool, picture, truth):
        """`truth` of the result: what was found beside scene.json."""
        model = TRAINED / "speed_sign"
        what = ("--read-out", model / "model.json", "--input", picture)
        call(BUILD / "bin/nvec", *what, "-o", WORK / "p.nve")
        said = call(BUILD / "bin" / tool, WORK / "p.nve", *what, "--labels", truth, "--output", WORK / tool,
                    "--json", WORK / "r.json", "--reference", model / "network.xml", "--weights",
                    model / "weights.npz")
        result = json.loads((WORK / "r.json").read_text(encoding="utf-8"))
        self.assertEqual(result["read_out"]["equal"], 1, said)
        return result

    def test_streets_never_drawn_before(self):
        import sources
        import street_scene
        signs = found = false = 0
        for seed in range(FIRST_SEED, FIRST_SEED + STREETS):
            street = street_scene.drawn(seed, sources.fonts("test"))
            Image.fromarray(street.picture).save(WORK / "street.png")
            truth = {"signs": street.signs, "look_alikes": street.look_alikes}
            (WORK / "street.json").write_text(json.dumps(truth), encoding="utf-8")
            said = self.detected("nve-sim", WORK / "street.png", WORK / "street.json")["read_out"]["truth"]
            print(f"street {seed}: {said}")
            signs, found, false = signs + said["signs"], found + said["found"], false + said["false_boxes"]
        self.assertGreaterEqual(signs, 20)
        self.assertGreaterEqual(found, 0.95 * signs)
        self.assertLessEqual(false, STREETS)

    def test_the_default_street_on_rtl_and_golden_model(self):
        scene = TRAINED / "speed_sign/scene.png"
        runs = [self.detected(tool, scene, scene.with_suffix(".json")) for tool in ("nve-sim", "nve-cosim")]
        for result in runs:
            truth = result["read_out"]["truth"]
            self.assertGreater(truth["signs"], 0)
            self.assertEqual((truth["found"], truth["false_boxes"]), (truth["signs"], 0))
            self.assertEqual(truth["rejected"], truth["look_alikes"])
        self.assertEqual(runs[0]["read_out"]["boxes"], runs[1]["read_out"]["boxes"])
        self.assertEqual(runs[1]["lockstep"]["mismatches"], 0)
        print(f"lockstep: {runs[1]['lockstep']['cycles']} cycles compared")


if __name__ == "__main__":
    BUILD, WORK = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    del sys.argv[1:3]
    try:
        import sources
        sources.require()
    except script_main.InputError as missing:
        print(f"skipped: {missing}")
        sys.exit(77)
    if not DATA.is_dir():
        print("skipped: no dataset-fashion-mnist (scripts/run/install_packages.sh train)")
        sys.exit(77)
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    unittest.main()
