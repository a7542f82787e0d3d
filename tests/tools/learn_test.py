#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The lessons of docs/learn do what they say: learn_test.py BUILD WORK

Runs every command of a lesson in its order, but those of make, which are those of other tests, of the build,
and of the package manager. The folder out/learn becomes WORK. Exit code 77 without what a training needs.
"""
import pathlib
import shlex
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path("/usr/share/datasets/fashion-mnist")
ELSEWHERE = ("make", "cmake", "scripts/run/install_packages.sh")


def commands(lesson):
    """Lines of a code block, which are indented by four blanks."""
    for line in lesson.read_text(encoding="utf-8").splitlines():
        if line.startswith("    ") and not line.strip().startswith("#"):
            yield shlex.split(line, comments=True)


class Lessons(unittest.TestCase):
    def test_every_command(self):
        ran = 0
        for lesson in sorted((ROOT / "docs/learn").glob("*.md")):
            for words in commands(lesson):
                if words[0] in ELSEWHERE:
                    continue
                here = [word.replace("out/learn", str(WORK)).replace("build/bin", f"{BUILD}/bin")
                        for word in words]
                here = [str(BUILD) if word == "build" else word for word in here]
                with self.subTest(" ".join(words)):
                    ended = subprocess.run(here, cwd=ROOT, capture_output=True, text=True, check=False)
                    self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
                    ran += 1
        self.assertGreaterEqual(ran, 7)
        for made in ("float.npz", "weights.npz", "golden/contact_sheet.png", "columns/columns.json",
                     "fashion.onnx"):
            self.assertTrue((WORK / made).is_file(), made)

    def test_what_a_lesson_names_is_there(self):
        for lesson in sorted((ROOT / "docs/learn").glob("*.md")):
            for target in [words[1] for words in commands(lesson) if words[0] == "make"]:
                self.assertIn(f"\n{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), target)


if __name__ == "__main__":
    BUILD, WORK = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    del sys.argv[1:3]
    if not DATA.is_dir():
        print("skipped: no dataset-fashion-mnist (scripts/run/install_packages.sh train)")
        sys.exit(77)
    shutil.rmtree(WORK, ignore_errors=True)
    unittest.main()
