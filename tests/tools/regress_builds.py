# SPDX-License-Identifier: Apache-2.0
"""Build folders with tests of CTest, and tb/regress/regress.py on them."""
import json

from toy_builds import ToyBuilds

SKIPPED = {"SKIP_RETURN_CODE": "77"}


class RegressBuilds(ToyBuilds):
    script = "regress.py"

    def build(self, name, cases, properties=None, machine=None):
        """A build folder whose cases run shell commands. `properties`: of cases, besides those of all."""
        folder = self.configured(name, machine)
        (folder / "bin" / "program").write_text("1")
        self.define(folder, cases, properties)
        return folder

    def define(self, folder, cases, properties=None):
        lines = []
        for case, command in cases.items():
            own = {"LABELS": "regress"} | SKIPPED | (properties or {}).get(case, {})
            text = " ".join(f'{key} "{value}"' for key, value in own.items())
            program = f'sh -c [==[{command}]==]' if command else "/nowhere/program"
            lines += [f'add_test("{case}" {program})', f'set_tests_properties("{case}" PROPERTIES {text})']
        (folder / "CTestTestfile.cmake").write_text("\n".join(lines) + "\n")

    def totals(self):
        return json.loads((self.out / "summary.json").read_text())["totals"]

    def passes(self, ran):
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def fails(self, ran, text=""):
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertIn(text, ran.stdout + ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)
